// SPDX-License-Identifier: Apache-2.0
// Section 6: AT2 needs far fewer startups and blocks than [13], and least by relays.
//
// printed    the claims
// measured   runs of both. On 8x8, which `suh_shin` cannot have, row_column stands in: its cost is
//            the same there. GT, which need not colour both dimensions, shows where AT2 is not the
//            best of its own kind.

#include "reproduce/exchange/formulas.hpp"
#include "reproduce/item.hpp"
#include "reproduce/runs.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr std::size_t kRivalBlock = 1;

struct Measured {
  std::int64_t startups = 0;
  std::int64_t blocks = 0;
  std::string fault{};
};

Measured measure(const Runs& runs, const char* algorithm, const TopologyPtr& topology) {
  const Verdict run = runs.verified<Alltoall>(algorithm, topology, preset("paragon"), {.bytes = kRivalBlock});
  if (!run.ok()) return {0, 0, run.faults.front()};
  return {run.report.finish.account.startups, blocks(run)};
}

std::string less_text(const ExchangeCost& ours, const ExchangeCost& theirs) {
  return fmt::format("{}, {}", ours.startups < theirs.startups ? "yes" : "no",
                     ours.blocks < theirs.blocks ? "yes" : "no");
}

void compare_with_suh_shin(const Runs& runs, int side, Reproduction& result) {
  const TopologyPtr topology = torus(side, side);
  if (!runs.exchange_fits(*topology, kRivalBlock)) return result.note(runs.too_large(*topology, kRivalBlock));
  const char* rival = side == 8 ? "row_column" : "suh_shin";
  const Measured ours = measure(runs, "at2", topology);
  const Measured theirs = measure(runs, rival, topology);
  Row row{.place = "section 6, AT2 and Suh [13]",
          .subject = fmt::format("at2 ({}, {}), {} ({}, {}) on {}", ours.startups, ours.blocks, rival,
                                 theirs.startups, theirs.blocks, topology->name()),
          .quantity = "AT2 has fewer startups, fewer blocks",
          .printed = "yes, yes",
          .measured = less_text({ours.startups, ours.blocks}, {theirs.startups, theirs.blocks})};
  for (const Measured& m : {ours, theirs})
    if (!m.fault.empty()) row.measured = m.fault;
  if (side < 16) {
    const ExchangeCost right =
        side == 4 ? less_empty_steps(at2_formula(side, side), 2) : at2_formula(side, side);
    row.erratum = "exchange-9";
    row.corrected = less_text(right, suh_shin_2d_formula(side, side));
  }
  result.rows.push_back(row);
}

void compare_with_gt(const Runs& runs, const std::vector<int>& sides, Reproduction& result) {
  const TopologyPtr topology = torus(sides);
  if (!runs.exchange_fits(*topology, kRivalBlock)) return result.note(runs.too_large(*topology, kRivalBlock));
  const ExchangeCost ours = at2_formula(sides.back(), sides.front());
  const Measured other = measure(runs, "gt", topology);
  const bool is_long = sides.front() >= 2 * sides.back();
  Row row{.place = "section 6, the least volume of its kind",
          .subject = fmt::format("gt on {}, AT2 by formula", topology->name()),
          .quantity = "startups, blocks",
          .formula = fmt::format("{}, {}", ours.startups, ours.blocks),
          .measured = other.fault.empty() ? fmt::format("{}, {}", other.startups, other.blocks) : other.fault};
  if (is_long) {  // one startup and rs/2 blocks less
    row.erratum = "exchange-10";
    row.corrected = fmt::format("{}, {}", ours.startups - 1, ours.blocks - topology->nodes() / 2);
  }
  result.rows.push_back(row);
}

Reproduction reproduce_rivals(Runs& runs) {
  Reproduction result;
  for (const int side : {4, 8, 12, 16, 20, 32}) compare_with_suh_shin(runs, side, result);
  const std::vector<std::vector<int>> tori = {{8, 4}, {16, 8}, {32, 8}, {32, 16}, {12, 12}, {16, 16}};
  for (const auto& sides : tori) compare_with_gt(runs, sides, result);
  return result;
}

}  // namespace

Item exchange_rivals() {
  return {"exchange-rivals", kExchangePaper, "section 6: is AT2 the better, and the best of its kind?",
          reproduce_rivals};
}

}  // namespace toruscope::reproduce
