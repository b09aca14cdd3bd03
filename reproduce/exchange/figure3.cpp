// SPDX-License-Identifier: Apache-2.0
// Figure 3: AR1 on a ring of 12 PEs, step by step; and what becomes of the blocks if the first and
// the last step pair the neighbours as section 3's prose does.
//
// printed    section 3: 4 steps, each ring circulates twice, and less in each circulation (the
//            drawing itself is lost in the scan we have)
// formula    Figure 2's index sets, and the counts of the cost analysis after Figure 3
// measured   the event log of `ar1` on ring:12

#include "reproduce/exchange/formulas.hpp"
#include "reproduce/exchange/pairing.hpp"
#include "reproduce/item.hpp"
#include "reproduce/picture/rounds.hpp"
#include "reproduce/runs.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr int kPes = 12;
constexpr int kHalf = kPes / 2;

Rank on_ring(int place) {
  return (place % kPes + kPes) % kPes;
}

/// A step of Figure 2: even PEs send `even` places on, odd ones `odd`, `blocks` blocks each.
struct Step {
  int even;
  int odd;
  int blocks;
};

/// Figure 2 and the counts of section 3: h blocks, then 2 (h - 2 - 2k) in circulation k, then h.
std::vector<Step> steps_of_figure2() {
  std::vector<Step> steps = {{-1, +1, kHalf}};
  for (int k = 0; k <= kPes / 4 - 2; ++k) steps.push_back({+2, -2, 2 * (kHalf - 2 - 2 * k)});
  steps.push_back({+1, -1, kHalf});
  return steps;
}

std::vector<Transfer> transfers_of(const Step& step) {
  std::vector<Transfer> transfers;
  transfers.reserve(kPes);
  for (Rank j = 0; j < kPes; ++j) transfers.push_back({j, on_ring(j + (j % 2 == 0 ? step.even : step.odd))});
  return transfers;
}

/// The blocks of a round's messages: "6", or "6 and 8" where they are not alike.
std::string blocks_of_round(const Report& report, std::int64_t round, std::int64_t block) {
  std::string all;
  for (const Event& e : report.events) {
    if (e.kind != Event::Kind::message || step_sent(e) != round) continue;
    const std::string one = fmt::format("{}", e.bytes / block);
    if (all.empty())
      all = one;
    else if (all != one)
      return all.append(" and ").append(one);
  }
  return all;
}

void compare_pairings(const Runs& runs, std::vector<Row>& rows) {
  struct Prose {
    int p;
    const char* lost;  ///< blocks lost, of p (p-1), found by an independent simulation of the prose
  };
  for (const Prose& prose : {Prose{4, "8"}, Prose{6, "12"}, Prose{8, "32"}, Prose{12, "48"}}) {
    const std::string subject = fmt::format("ring:{}, {} blocks", prose.p, prose.p * (prose.p - 1));
    rows.push_back({.place = "Figure 2: pairs 2i-1, 2i first",
                    .subject = subject,
                    .quantity = "blocks not delivered",
                    .printed = "0",
                    .measured = fmt::format("{}", undelivered_blocks(runs, prose.p, Pairing::figure))});
    rows.push_back({.place = "section 3, prose: pairs 2i, 2i+1 first",
                    .subject = subject,
                    .quantity = "blocks not delivered",
                    .printed = "0",
                    .measured = fmt::format("{}", undelivered_blocks(runs, prose.p, Pairing::prose)),
                    .erratum = "exchange-1",
                    .corrected = prose.lost});
  }
}

Reproduction reproduce_figure3(Runs& runs) {
  constexpr std::size_t kBlock = 8;
  const Verdict run = runs.verified<Alltoall>("ar1", ring(kPes), preset("unit"), {.bytes = kBlock}, true);
  const Schedule schedule = schedule_of(run.report, step_sent);
  const ExchangeCost cost = ring_formula(kPes);
  std::int64_t circulations = 0;
  for (const auto& round : schedule)
    if (round.front().to == on_ring(round.front().from + 2)) ++circulations;

  Reproduction result;
  const std::string subject = "ar1 on ring:12";
  result.rows = {{.place = "section 3, Figure 3",
                  .subject = subject,
                  .quantity = "startups",
                  .printed = "4",
                  .formula = fmt::format("{}", cost.startups),
                  .measured = measured(run, run.report.finish.account.startups)},
                 {.place = "section 3, Figure 3",
                  .subject = subject,
                  .quantity = "circulations of each ring",
                  .printed = "2",
                  .formula = fmt::format("{}", kPes / 4 - 1),
                  .measured = measured(run, circulations)},
                 {.place = "section 3, T_ring",
                  .subject = subject,
                  .quantity = "volume, blocks",
                  .formula = fmt::format("{}", cost.blocks),
                  .measured = measured(run, blocks(run))}};
  std::vector<std::string> labels;
  std::int64_t i = 0;
  for (const Step& step : steps_of_figure2()) {
    const std::string place = fmt::format("Figure 2, step {}", i + 1);
    const auto round = static_cast<std::size_t>(i);
    result.rows.push_back({.place = place,
                           .subject = subject,
                           .quantity = "messages",
                           .formula = text({transfers_of(step)}),
                           .measured = round < schedule.size() ? text({schedule[round]}) : "none"});
    result.rows.push_back({.place = place,
                           .subject = subject,
                           .quantity = "blocks of a message",
                           .formula = fmt::format("{}", step.blocks),
                           .measured = blocks_of_round(run.report, i, kBlock)});
    labels.push_back(fmt::format("step {}: {} blocks", i + 1, blocks_of_round(run.report, i, kBlock)));
    ++i;
  }
  compare_pairings(runs, result.rows);
  result.figures.push_back({"exchange-figure3", rounds_picture("Figure 3: AR1 on a ring of 12 PEs, as it ran",
                                                               kPes, schedule, labels)});
  return result;
}

}  // namespace

Item exchange_figure3() {
  return {"exchange-figure3", kExchangePaper, "Figure 3: the steps of AR1 on 12 PEs", reproduce_figure3};
}

}  // namespace toruscope::reproduce
