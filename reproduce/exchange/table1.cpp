// SPDX-License-Identifier: Apache-2.0
// Table 1 and the formulas of sections 3 to 6: startups and volume, on small machines.
//
// formula    as the paper prints it
// measured   the critical path of a verified run: its startups, and its bytes in blocks; link
//            conflicts, which the paper says there are none of

#include "reproduce/exchange/formulas.hpp"
#include "reproduce/item.hpp"
#include "reproduce/runs.hpp"

#include <fmt/core.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::reproduce {

namespace {

/// The value that the run must show where the paper is wrong.
struct Correction {
  std::string erratum;
  std::int64_t value = 0;
};

/// A row of the table on one machine.
struct Claim {
  const char* place;
  const char* algorithm;
  std::vector<int> sides;  ///< the longest first
  ExchangeCost formula;
  std::optional<Correction> startups{};
  std::optional<Correction> blocks{};
};

/// exchange-2: if the longest side is 2k, each of the k ring stages has one startup less.
Claim with_rings(Claim claim) {
  const auto k = static_cast<std::int64_t>(claim.sides.size());
  if (claim.sides.front() == 2 * k) claim.startups = {"exchange-2", claim.formula.startups - k};
  return claim;
}
Claim with_volume(Claim claim, const char* erratum, std::int64_t right) {
  if (claim.formula.blocks != right) claim.blocks = {erratum, right};
  return claim;
}

void add_ours(std::vector<Claim>& all) {
  for (const int p : {2, 4, 6, 8, 10, 12, 16, 18, 32, 64})
    all.push_back(with_rings({"section 3, T_ring", "ar1", {p}, ring_formula(p)}));
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
                             {32, 32}})
    all.push_back(with_rings({"Table 1, r x s, AT2", "at2", {s, r}, at2_formula(r, s)}));
  for (const int d : {2, 3, 4, 5}) {
    const int side = 1 << d;
    Claim claim{"section 6, T_2D for 2^d x 2^d", "at2", {side, side}, at2_power_formula(d)};
    if (d == 2) claim.startups = {"exchange-7", 4};
    all.push_back(with_volume(claim, "exchange-7", at2_formula(side, side).blocks));
  }
  const std::vector<std::vector<int>> two_and_four = {{8, 8}, {16, 8}, {12, 12}, {8, 8, 8, 8}, {16, 8, 8, 8}};
  for (const auto& sides : two_and_four)
    all.push_back(with_rings({"Table 1, PTk", "ptk", sides, ptk_formula(sides)}));
  const std::vector<std::vector<int>> three = {{6, 6, 6},  {12, 6, 6},  {12, 12, 6},
                                               {18, 6, 6}, {18, 12, 6}, {12, 12, 12}};
  for (const auto& sides : three) {
    all.push_back(with_rings({"section 5.3, MT_kD", "mtk", sides, mtk_formula(sides)}));
    all.push_back(with_volume(with_rings({"section 5.2, MT_3D", "mtk", sides, mt3_formula(sides)}),
                              "exchange-6", mtk_formula(sides).blocks));
  }
  const std::vector<std::vector<int>> any = {{8, 8}, {12, 6, 6}, {8, 8, 8, 8}};
  for (const auto& sides : any) {  // the table multiplies by N1 once more than section 5.3
    const ExchangeCost right = mtk_formula(sides);
    Claim claim = with_rings({"Table 1, MTk", "mtk", sides, {right.startups, right.blocks * sides.front()}});
    all.push_back(with_volume(claim, "exchange-6", right.blocks));
  }
}

/// Adds the rivals. `suh_shin` and `suh_yalamanchili` are schedules that have the printed cost; on
/// sides of 8, which the first cannot have, so has row_column.
void add_rivals(std::vector<Claim>& all) {
  for (const auto& [r, s] : {std::pair{4, 4}, {4, 12}, {12, 12}, {12, 16}, {16, 16}, {16, 24}, {32, 32}})
    all.push_back({"Table 1, r x s, Suh [13]", "suh_shin", {s, r}, suh_shin_2d_formula(r, s)});
  all.push_back({"Table 1, r x s, Suh [13]", "row_column", {8, 8}, suh_shin_2d_formula(8, 8)});
  for (const int d : {3, 4, 5})
    all.push_back(
        {"Table 1, 2^d x 2^d, Suh [12]", "suh_yalamanchili", {1 << d, 1 << d}, suh_yalamanchili_formula(d)});
  const std::vector<std::vector<int>> more = {{4, 4, 4}, {12, 4, 4}, {12, 12, 4}, {4, 4, 4, 4}, {8, 4, 4, 4}};
  for (const auto& sides : more)
    all.push_back({"Table 1, k dimensions, Suh [13]", "suh_shin", sides, suh_shin_formula(sides)});
  all.push_back({"Table 1, k dimensions, Suh [13]", "row_column", {8, 8, 8}, suh_shin_formula({8, 8, 8})});
}

Row row_of(const Claim& claim, const Topology& topology, const char* quantity, std::int64_t formula,
           const std::optional<Correction>& correction, const std::string& value) {
  Row row{.place = claim.place,
          .subject = fmt::format("{} on {}", claim.algorithm, topology.name()),
          .quantity = quantity,
          .formula = fmt::format("{}", formula),
          .measured = value};
  if (correction) {
    row.erratum = correction->erratum;
    row.corrected = fmt::format("{}", correction->value);
  }
  return row;
}

void compare(const Runs& runs, const Claim& claim, Reproduction& result) {
  constexpr std::size_t kBlock = 1;
  const TopologyPtr topology = claim.sides.size() == 1 ? ring(claim.sides[0]) : torus(claim.sides);
  if (!runs.exchange_fits(*topology, kBlock)) return result.note(runs.too_large(*topology, kBlock));
  const Verdict run = runs.verified<Alltoall>(claim.algorithm, topology, preset("paragon"), {.bytes = kBlock});
  result.rows.push_back(row_of(claim, *topology, "startups", claim.formula.startups, claim.startups,
                               measured(run, run.report.finish.account.startups)));
  result.rows.push_back(row_of(claim, *topology, "volume, blocks", claim.formula.blocks, claim.blocks,
                               measured(run, blocks(run))));
  result.rows.push_back({.place = claim.place,
                         .subject = result.rows.back().subject,
                         .quantity = "link conflicts",
                         .printed = "0",
                         .measured = measured(run, run.report.totals.link_conflicts)});
}

/// Adds the row of [12] for 4x4, where its formula has fewer blocks than a PE must send.
void compare_with_port(const Runs& runs, Reproduction& result) {
  constexpr int kD = 2;
  constexpr std::size_t kBlock = 1;
  const TopologyPtr topology = torus(1 << kD, 1 << kD);
  const Verdict run = runs.verified<Alltoall>("direct", topology, preset("paragon"), {.bytes = kBlock});
  result.rows.push_back({.place = "Table 1, 2^d x 2^d, Suh [12]",
                         .subject = topology->name(),
                         .quantity = "blocks that a PE must send",
                         .formula = fmt::format("{}", suh_yalamanchili_formula(kD).blocks),
                         .measured = measured(run, run.report.pes.front().bytes_sent),
                         .erratum = "exchange-8",
                         .corrected = fmt::format("{}", topology->nodes() - 1)});
}

Reproduction reproduce_table1(Runs& runs) {
  std::vector<Claim> claims;
  add_ours(claims);
  add_rivals(claims);
  Reproduction result;
  for (const Claim& claim : claims) compare(runs, claim, result);
  compare_with_port(runs, result);
  result.note("the schedule of Suh and Yalamanchili [12] is constructed from the printed formula");
  return result;
}

}  // namespace

Item exchange_table1() {
  return {"exchange-table1", kExchangePaper,
          "Table 1 and the closed forms of sections 3 to 6: startups, volume, link conflicts",
          reproduce_table1};
}

}  // namespace toruscope::reproduce
