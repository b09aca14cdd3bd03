// SPDX-License-Identifier: Apache-2.0
// Section 4: the cost of each algorithm of MPICH, startups, bytes sent and bytes combined.
//
// formula    the paper's, evaluated
// measured   the critical path of a verified run on a complete graph of one-port nodes

#include "reproduce/mpich/costs.hpp"

#include "reproduce/item.hpp"

#include <algorithm>
#include <bit>
#include <fmt/core.h>
#include <stdexcept>

namespace toruscope::reproduce {

namespace {

std::int64_t lg(std::int64_t p) {
  return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(p))) - 1;
}

/// (p-1)/p n.
std::int64_t others(std::int64_t p, std::int64_t n) {
  return n / p * (p - 1);
}

/// Runs an operation whose workload counts the whole vector.
template <class Entry>
Verdict run_vector(const Runs& runs, const char* algorithm, const TopologyPtr& topology,
                   const Parameters& machine, std::size_t bytes) {
  return runs.verified<Entry>(algorithm, topology, machine, {.bytes = bytes});
}
/// Runs one whose workload counts a PE's block of it.
template <class Entry>
Verdict run_blocks(const Runs& runs, const char* algorithm, const TopologyPtr& topology,
                   const Parameters& machine, std::size_t bytes) {
  return run_vector<Entry>(runs, algorithm, topology, machine,
                           bytes / static_cast<std::size_t>(topology->pes()));
}

}  // namespace

const std::vector<MpichAlgorithm>& mpich_algorithms() {
  using std::int64_t;
  static const std::vector<MpichAlgorithm> all{
      {"allgather", "ring", "ring", "(p-1) alpha + (p-1)/p n beta",
       [](int64_t p, int64_t n) {
         return MpichCost{p - 1, others(p, n), 0};
       },
       run_blocks<Allgather>},
      {"allgather", "recursive_doubling", "recursive doubling", "lg p alpha + (p-1)/p n beta",
       [](int64_t p, int64_t n) {
         return MpichCost{lg(p), others(p, n), 0};
       },
       run_blocks<Allgather>},
      {"allgather", "bruck", "Bruck", "ceil(lg p) alpha + (p-1)/p n beta",
       [](int64_t p, int64_t n) {
         return MpichCost{lg(p), others(p, n), 0};
       },
       run_blocks<Allgather>},
      {"broadcast", "knomial", "binomial tree", "ceil(lg p) (alpha + n beta)",
       [](int64_t p, int64_t n) {
         return MpichCost{lg(p), lg(p) * n, 0};
       },
       run_vector<Broadcast>},
      {"broadcast", "scatter_ring_allgather", "van de Geijn", "(lg p + p - 1) alpha + 2 (p-1)/p n beta",
       [](int64_t p, int64_t n) {
         return MpichCost{lg(p) + p - 1, 2 * others(p, n), 0};
       },
       run_vector<Broadcast>},
      {"alltoall", "bruck", "Bruck (index)", "lg p alpha + n/2 lg p beta",
       [](int64_t p, int64_t n) {
         return MpichCost{lg(p), n / 2 * lg(p), 0};
       },
       run_blocks<Alltoall>},
      {"reduce_scatter", "recursive_halving", "recursive halving",
       "lg p alpha + (p-1)/p n beta + (p-1)/p n gamma",
       [](int64_t p, int64_t n) {
         return MpichCost{lg(p), others(p, n), others(p, n)};
       },
       run_blocks<ReduceScatter>},
      {"reduce_scatter", "pairwise", "pairwise exchange", "(p-1) alpha + (p-1)/p n beta + (p-1)/p n gamma",
       [](int64_t p, int64_t n) {
         return MpichCost{p - 1, others(p, n), others(p, n)};
       },
       run_blocks<ReduceScatter>},
      {"reduce", "knomial", "binomial tree", "ceil(lg p) (alpha + n beta + n gamma)",
       [](int64_t p, int64_t n) {
         return MpichCost{lg(p), lg(p) * n, lg(p) * n};
       },
       run_vector<Reduce>},
      {"reduce", "halving_gather", "Rabenseifner", "2 lg p alpha + 2 (p-1)/p n beta + (p-1)/p n gamma",
       [](int64_t p, int64_t n) {
         return MpichCost{2 * lg(p), 2 * others(p, n), others(p, n)};
       },
       run_vector<Reduce>},
      {"allreduce", "recursive_doubling", "recursive doubling", "lg p alpha + n lg p beta + n lg p gamma",
       [](int64_t p, int64_t n) {
         return MpichCost{lg(p), lg(p) * n, lg(p) * n};
       },
       run_vector<Allreduce>},
      {"allreduce", "rabenseifner", "Rabenseifner", "2 lg p alpha + 2 (p-1)/p n beta + (p-1)/p n gamma",
       [](int64_t p, int64_t n) {
         return MpichCost{2 * lg(p), 2 * others(p, n), others(p, n)};
       },
       run_vector<Allreduce>}};
  return all;
}

const MpichAlgorithm& mpich_algorithm(std::string_view operation, std::string_view algorithm) {
  const std::vector<MpichAlgorithm>& all = mpich_algorithms();
  const auto found = std::find_if(all.begin(), all.end(), [&](const MpichAlgorithm& one) {
    return one.operation == operation && one.algorithm == algorithm;
  });
  if (found == all.end()) throw std::out_of_range("no such algorithm");
  return *found;
}

namespace {

Reproduction reproduce_costs(Runs& runs) {
  const Parameters machine = mpich_machine(Ticks{1000}, Ticks{2}, Ticks{3});
  Reproduction result;
  for (const MpichAlgorithm& one : mpich_algorithms())
    for (const int p : {8, 64}) {
      const TopologyPtr topology = complete(p);
      const std::int64_t n = 8 * p;
      const Verdict run = one.run(runs, topology, machine, n);
      result.rows.push_back(
          {.place = fmt::format("section 4, {}: {}", one.operation, one.title),
           .subject = fmt::format("{}/{} on complete:{}, n = {}", one.operation, one.algorithm, p, n),
           .quantity = one.formula,
           .formula = fmt::format("{}", one.cost(p, n).on(run.report.costs).count),
           .measured = measured(run, run.report.finish.time.count)});
    }
  return result;
}

}  // namespace

Item mpich_costs() {
  return {"mpich-costs", kMpichPaper, "section 4: the cost of each algorithm, with combining", reproduce_costs};
}

}  // namespace toruscope::reproduce
