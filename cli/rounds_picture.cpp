// SPDX-License-Identifier: Apache-2.0

#include "cli/rounds_picture.hpp"

#include "cli/text_table.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <vector>

namespace toruscope::detail {

namespace {

constexpr std::int64_t kMostSteps = 16;

/// What one PE does in one step.
struct Turn {
  std::string sends;
  std::string receives;

  [[nodiscard]] std::string text() const {
    if (sends.empty() && receives.empty()) return ".";
    return sends + (sends.empty() || receives.empty() ? "" : " ") + receives;
  }
};

struct Rounds {
  std::int64_t steps = 0;
  std::vector<std::vector<Turn>> turns;      ///< [step][PE]
  std::vector<std::set<std::int64_t>> sizes;  ///< bytes of the messages of each step
  std::set<std::int64_t> synchronised;       ///< after so many steps
};

Rounds rounds_of(const Report& report) {
  Rounds rounds;
  for (const Event& e : report.events)
    if (e.kind == Event::Kind::message) rounds.steps = std::max(rounds.steps, e.start.count + 1);
  rounds.turns.resize(static_cast<std::size_t>(rounds.steps), std::vector<Turn>(report.pes.size()));
  rounds.sizes.resize(static_cast<std::size_t>(rounds.steps));
  for (const Event& e : report.events) {
    if (e.kind == Event::Kind::synchronize) rounds.synchronised.insert(e.end.count);
    if (e.kind != Event::Kind::message) continue;
    const auto step = static_cast<std::size_t>(e.start.count);
    rounds.turns[step][static_cast<std::size_t>(e.source)].sends += fmt::format(">{}", e.destination);
    rounds.turns[step][static_cast<std::size_t>(e.destination)].receives += fmt::format("<{}", e.source);
    rounds.sizes[step].insert(e.bytes);
  }
  return rounds;
}

std::string size_text(const std::set<std::int64_t>& sizes, std::size_t block_bytes) {
  if (sizes.empty()) return "";
  const auto block = static_cast<std::int64_t>(block_bytes);
  const auto in_blocks = [&](std::int64_t bytes) {
    return block > 0 && bytes % block == 0 ? fmt::format("{}", bytes / block) : fmt::format("{} B", bytes);
  };
  const std::string least = in_blocks(*sizes.begin());
  const std::string most = in_blocks(*sizes.rbegin());
  return least == most ? least : least + "-" + most;
}

}  // namespace

std::string rounds_picture(const Report& report, std::size_t block_bytes) {
  const Rounds rounds = rounds_of(report);
  if (rounds.steps == 0) return "no messages\n";
  const std::int64_t shown = std::min(rounds.steps, kMostSteps);
  TextTable table;
  table.column("step");
  for (std::int64_t step = 0; step < shown; ++step)
    table.column(fmt::format("{}{}", step + 1, rounds.synchronised.count(step + 1) != 0 ? " |" : ""));
  for (std::size_t pe = 0; pe < report.pes.size(); ++pe) {
    std::vector<Cell> row{fmt::format("PE {}", pe)};
    for (std::int64_t step = 0; step < shown; ++step)
      row.emplace_back(rounds.turns[static_cast<std::size_t>(step)][pe].text());
    table.row(std::move(row));
  }
  std::vector<Cell> sizes{"blocks"};
  for (std::int64_t step = 0; step < shown; ++step)
    sizes.emplace_back(size_text(rounds.sizes[static_cast<std::size_t>(step)], block_bytes));
  table.row(std::move(sizes));
  std::string text = table.text({});
  if (shown < rounds.steps) text += fmt::format("and {} more steps\n", rounds.steps - shown);
  return text;
}

}  // namespace toruscope::detail
