// SPDX-License-Identifier: Apache-2.0
// Section 4: short vectors by one algorithm, long ones by another. Where they change depends on
// alpha, beta and gamma.
//
// formula    the least vector for which the algorithm for long ones costs less, by the paper's
//            formulas
// measured   the same by runs, a vector after the other
//
// The vectors are powers of two. Without gamma the change comes elsewhere: reductions are compared
// twice.

#include "reproduce/item.hpp"
#include "reproduce/mpich/costs.hpp"

#include <fmt/core.h>
#include <functional>

namespace toruscope::reproduce {

namespace {

constexpr std::int64_t kLongest = 1 << 17;

struct Pair {
  const char* operation;
  const char* for_short;
  const char* for_long;
};
constexpr Pair kPairs[] = {{"broadcast", "knomial", "scatter_ring_allgather"},
                           {"reduce", "knomial", "halving_gather"},
                           {"allreduce", "recursive_doubling", "rabenseifner"}};

/// The least power of two, in bytes, from which the second takes less time.
std::string change(std::int64_t least, const std::function<Ticks(bool is_long, std::int64_t n)>& time) {
  for (std::int64_t n = least; n <= kLongest; n *= 2)
    if (time(true, n) < time(false, n)) return fmt::format("{}", n);
  return "none";
}

void compare(const Runs& runs, const Pair& pair, int p, const Parameters& machine, Reproduction& result) {
  const TopologyPtr topology = complete(p);
  const Costs costs = resolve(machine);
  const MpichAlgorithm& for_short = mpich_algorithm(pair.operation, pair.for_short);
  const MpichAlgorithm& for_long = mpich_algorithm(pair.operation, pair.for_long);
  std::string fault;
  const auto by_formula = [&](bool is_long, std::int64_t n) {
    return (is_long ? for_long : for_short).cost(p, n).on(costs);
  };
  const auto by_run = [&](bool is_long, std::int64_t n) {
    const Verdict run = (is_long ? for_long : for_short).run(runs, topology, machine, n);
    if (!run.ok()) fault = run.faults.front();
    return run.report.finish.time;
  };
  const std::string found = change(8 * p, by_run);
  result.rows.push_back(
      {.place = fmt::format("section 4, {}", pair.operation),
       .subject = fmt::format("{} and {} on complete:{}, alpha {}, beta {}, gamma {}", pair.for_short,
                              pair.for_long, p, costs.ts.count, costs.tw.count, costs.gamma.count),
       .quantity = "least n, in bytes, for the second",
       .formula = change(8 * p, by_formula),
       .measured = fault.empty() ? found : fault});
}

Reproduction reproduce_crossovers(Runs& runs) {
  Reproduction result;
  for (const Pair& pair : kPairs)
    for (const int p : {8, 32})
      for (const std::int64_t gamma : {0, 4}) {
        if (gamma != 0 && std::string_view(pair.operation) == "broadcast") continue;
        compare(runs, pair, p, mpich_machine(Ticks{4000}, Ticks{1}, Ticks{gamma}), result);
      }
  return result;
}

}  // namespace

Item mpich_crossovers() {
  return {"mpich-crossovers", kMpichPaper, "section 4: from which vector on the other algorithm is faster",
          reproduce_crossovers};
}

}  // namespace toruscope::reproduce
