// SPDX-License-Identifier: Apache-2.0
// The cost of broadcast and reduction: T = (ts + m tw) log p, on rings, meshes and hypercubes.
//
// formula    equation (1) as printed, in units of ts + m tw, log to the base 2
// measured   the virtual time of verified runs in the same unit; with hop costs in ticks

#include "reproduce/broadcast/algorithm41.hpp"
#include "reproduce/item.hpp"
#include "reproduce/runs.hpp"

#include <bit>
#include <cmath>
#include <fmt/core.h>

namespace toruscope::reproduce {

namespace {

constexpr std::size_t kCostBlock = 1024;

int ceil_log2(int p) {
  return static_cast<int>(std::bit_width(static_cast<unsigned>(p) - 1));
}

/// log2 p, to three decimals where it is no whole number.
std::string log2_text(int p) {
  return std::has_single_bit(static_cast<unsigned>(p)) ? fmt::format("{}", ceil_log2(p))
                                                       : fmt::format("{:.3f}", std::log2(p));
}

/// T over ts + m tw if that is a whole number, else T in ticks.
std::string in_messages(const Verdict& run) {
  if (!run.ok()) return run.faults.front();
  const Report& report = run.report;
  const Ticks unit = report.costs.ts + report.costs.transmission(kCostBlock);
  const std::int64_t count = report.finish.time.count / unit.count;
  return count * unit == report.finish.time ? fmt::format("{}", count)
                                            : fmt::format("{} ticks", report.finish.time.count);
}

void compare_grid(const Runs& runs, const std::vector<int>& sides, Reproduction& result) {
  const TopologyPtr topology = sides.size() == 1 ? ring(sides.front()) : torus(sides);
  const int p = topology->nodes();
  const char* algorithm = sides.size() == 1 ? "recursive_doubling" : "torus_recursive_doubling";
  const Workload workload{.bytes = kCostBlock};
  int phases = 0;  // each dimension on its own
  for (const int side : sides) phases += ceil_log2(side);
  const auto add = [&](const char* operation, const Verdict& run) {
    Row row{.place = "equation (1)",
            .subject = fmt::format("{}/{} on {}", operation, algorithm, topology->name()),
            .quantity = "T / (ts + m tw)",
            .formula = log2_text(p),
            .measured = in_messages(run)};
    if (!std::has_single_bit(static_cast<unsigned>(p))) {
      row.erratum = phases == ceil_log2(p) ? "broadcast-7" : "broadcast-7-mesh";
      row.corrected = fmt::format("{}", phases);
    }
    result.rows.push_back(row);
  };
  add("broadcast", runs.verified<Broadcast>(algorithm, topology, preset("paragon"), workload));
  add("reduce", runs.verified<Reduce>(algorithm, topology, preset("paragon"), workload));
}

/// Compares runs with a cost per hop: p - 1 hops lie on the path of a ring of p = 2^d PEs.
void compare_hops(const Runs& runs, int p, Reproduction& result) {
  const Verdict run =
      runs.verified<Broadcast>("recursive_doubling", ring(p), preset("generic"), {.bytes = kCostBlock});
  const Costs& costs = run.report.costs;
  const Ticks printed = ceil_log2(p) * (costs.ts + costs.transmission(kCostBlock));
  result.rows.push_back({.place = "equation (1)",
                         .subject = fmt::format("broadcast/recursive_doubling on ring:{}, a hop 50 ns", p),
                         .quantity = "T, ps",
                         .formula = fmt::format("{}", printed.count),
                         .measured = measured(run, run.report.finish.time.count),
                         .erratum = "broadcast-7-hops",
                         .corrected = fmt::format("{}", (printed + (p - 1) * costs.th).count)});
}

Reproduction reproduce_cost(Runs& runs) {
  Reproduction result;
  for (const int p : {2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32, 64}) compare_grid(runs, {p}, result);
  const std::vector<std::vector<int>> grids = {{4, 4}, {8, 8}, {2, 2, 2}, {4, 4, 4},
                                               {2, 7}, {3, 5}, {5, 5},    {3, 3, 3}};
  for (const auto& sides : grids) compare_grid(runs, sides, result);
  for (const int p : {8, 64}) compare_hops(runs, p, result);
  return result;
}

}  // namespace

Item broadcast_cost() {
  return {"broadcast-cost", kBroadcastPaper, "equation (1): (ts + m tw) log p", reproduce_cost};
}

}  // namespace toruscope::reproduce
