// SPDX-License-Identifier: Apache-2.0
// Lemma 1: loads of the longest dimension's links in a complete exchange; and of ports.
//
// formula    Lemma 1 as printed: N1 N1 ... Nk / 8 blocks
// measured   the direct exchange, in which every block takes a shortest way. Whatever an algorithm
//            does, the links of dimension 1 carry at least as many blocks, so their mean load is
//            the bound; what a PE sends is the ports'. Both are read off the run's links and PEs.

#include "reproduce/exchange/formulas.hpp"
#include "reproduce/item.hpp"
#include "reproduce/runs.hpp"
#include "runtime/core/decimal.hpp"

#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

/// A number of eighths as a decimal.
std::string from_eighths(std::int64_t eighths) {
  constexpr std::int64_t kEighth = 125;
  return core::decimal(eighths * kEighth, 3);
}

/// The mean number of blocks on a link of dimension 0 (ports 0 and 1, side above 2), times 8.
std::int64_t mean_load_eighths(const Report& report, std::int64_t block) {
  std::int64_t bytes = 0;
  for (const LinkReport& link : report.links)
    if (link.port < 2) bytes += link.bytes;
  const std::int64_t links = 2 * std::int64_t{report.topology->nodes()};
  return 8 * bytes / (links * block);
}

void compare(const Runs& runs, const std::vector<int>& sides, Reproduction& result) {
  constexpr std::int64_t kBlock = 8;
  const TopologyPtr topology = torus(sides);
  if (!runs.exchange_fits(*topology, kBlock)) return result.note(runs.too_large(*topology, kBlock));
  const Verdict run = runs.verified<Alltoall>("direct", topology, preset("paragon"), {.bytes = kBlock});
  const std::int64_t links = mean_load_eighths(run.report, kBlock);
  const std::int64_t ports = 8 * run.report.pes.front().bytes_sent / kBlock;

  Row load{.place = "Lemma 1",
           .subject = topology->name(),
           .quantity = "blocks on a link of dimension 1",
           .formula = from_eighths(lemma1_eighths(sides)),
           .measured = from_eighths(links)};
  const std::int64_t side = sides.front();
  if (side % 2 != 0) {
    load.erratum = "exchange-11";
    load.corrected = from_eighths(lemma1_eighths(sides) / (side * side) * (side * side - 1));
  }
  result.rows.push_back(load);

  Row bound{.place = "Lemma 1 as the bound of the volume",
            .subject = topology->name(),
            .quantity = "blocks, larger of link and port",
            .formula = load.corrected.value_or(*load.formula),
            .measured = from_eighths(std::max(links, ports))};
  if (side < 8) {
    bound.erratum = "exchange-11-ports";
    bound.corrected = fmt::format("{}", topology->nodes() - 1);
  }
  result.rows.push_back(bound);
}

Reproduction reproduce_lemma1(Runs& runs) {
  Reproduction result;
  const std::vector<std::vector<int>> tori = {{4, 4},    {5, 5},    {6, 6},    {7, 7},   {8, 4},
                                              {8, 8},    {9, 5},    {10, 8},   {12, 12}, {16, 16},
                                              {4, 4, 4}, {6, 6, 6}, {8, 4, 4}, {9, 3, 3}};
  for (const std::vector<int>& sides : tori) compare(runs, sides, result);
  return result;
}

}  // namespace

Item exchange_lemma1() {
  return {"exchange-lemma1", kExchangePaper, "Lemma 1, the link bound, and where the port bound is the larger",
          reproduce_lemma1};
}

}  // namespace toruscope::reproduce
