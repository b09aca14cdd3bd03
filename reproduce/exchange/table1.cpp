// SPDX-License-Identifier: Apache-2.0
// Table 1 and the formulas of sections 3 to 6: startups and volume of every algorithm, on machines small enough to run.
//
// formula    as the paper prints it
// measured   the critical path of a verified run: its startups, and its bytes in blocks; link conflicts, which the
//            paper says there are none of

#include "reproduce/exchange/formulas.hpp"
#include "reproduce/item.hpp"
#include "reproduce/runs.hpp"

#include <fmt/format.h>

namespace toruscope::reproduction {

namespace {

/// A row of the table on one machine.
struct Claim {
  const char* place;
  const char* algorithm;
  std::vector<int> sides;
  ExchangeCost formula;
  std::string erratum{};  ///< why the formula is not met, if it is not
  ExchangeCost corrected{};
};

Claim met(const char* place, const char* algorithm, std::vector<int> sides, ExchangeCost formula) {
  return {place, algorithm, std::move(sides), formula, {}, formula};
}
Claim not_met(Claim claim, const char* erratum, ExchangeCost corrected) {
  claim.erratum = erratum;
  claim.corrected = corrected;
  return claim;
}

std::vector<Claim> claims() {
  std::vector<Claim> all;
  for (const int p : {2, 4, 6, 8, 10, 12, 16, 18, 32, 64}) {
    const Claim claim = met("section 3, T_ring", "ar1", {p}, ring_formula(p));
    all.push_back(p == 2 ? not_met(claim, "exchange-2", less_empty_steps(claim.formula, 1)) : claim);
  }
  for (const auto& [r, s] : {std::pair{4, 4},
                             {4, 8},
                             {4, 12},
                             {8, 8},
                             {8, 12},
                             {8, 16},
                             {12, 12},
                             {12, 20},
                             {16, 16},
                             {16, 24},
                             {20, 20},
                             {32, 32}}) {
    const Claim claim = met("Table 1, r x s, AT2", "at2", {r, s}, at2_formula(r, s));
    all.push_back(s == 4 ? not_met(claim, "exchange-2", less_empty_steps(claim.formula, 2)) : claim);
  }
  for (const int d : {2, 3, 4, 5}) {
    const int side = 1 << d;
    const Claim claim = met("section 6, T_2D for 2^d x 2^d", "at2", {side, side}, at2_power_formula(d));
    const ExchangeCost general = less_empty_steps(at2_formula(side, side), 2);
    all.push_back(d == 2 ? not_met(claim, "exchange-7", general) : claim);
  }
  return all;
}

Row row_of(const Claim& claim, const Topology& topology, const char* quantity, std::int64_t formula,
           std::int64_t right, const std::string& value) {
  Row row{.place = claim.place,
          .subject = fmt::format("{} on {}", claim.algorithm, topology.name()),
          .quantity = quantity,
          .formula = fmt::format("{}", formula),
          .measured = value};
  if (right != formula) {
    row.erratum = claim.erratum;
    row.corrected = fmt::format("{}", right);
  }
  return row;
}

void compare(const Runs& runs, const Claim& claim, Reproduction& result) {
  constexpr std::size_t kBlock = 1;
  const TopologyPtr topology = claim.sides.size() == 1 ? ring(claim.sides[0]) : torus(claim.sides);
  if (!runs.exchange_fits(*topology, kBlock)) return result.notes.push_back(runs.too_large(*topology, kBlock));
  const Verdict run = runs.verified<Alltoall>(claim.algorithm, topology, preset("paragon"), {.bytes = kBlock});
  const ExchangeCost& right = claim.corrected;
  result.rows.push_back(row_of(claim, *topology, "startups", claim.formula.startups, right.startups,
                               measured(run, run.report.finish.account.startups)));
  result.rows.push_back(row_of(claim, *topology, "volume, blocks", claim.formula.blocks, right.blocks,
                               measured(run, blocks(run))));
  result.rows.push_back({.place = claim.place,
                         .subject = result.rows.back().subject,
                         .quantity = "link conflicts",
                         .printed = "0",
                         .measured = measured(run, run.report.totals.link_conflicts)});
}

Reproduction reproduce(Runs& runs) {
  Reproduction result;
  for (const Claim& claim : claims()) compare(runs, claim, result);
  return result;
}

}  // namespace

Item exchange_table1() {
  return {"exchange-table1", kExchangePaper,
          "Table 1 and the closed forms of sections 3 to 6: startups, volume, link conflicts", reproduce};
}

}  // namespace toruscope::reproduction
