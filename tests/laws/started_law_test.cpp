// SPDX-License-Identifier: Apache-2.0
// Every algorithm of the table as a started operation (T13): the same data as the blocking call;
// alone also the same time, with all that it claims; beside work and another operation the same on
// every host.

#include "collectives/grid.hpp"
#include "collectives/verify.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/support/whole_report.hpp"

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

Execution execution_on(PeEngine engine, int workers, bool records) {
  Execution execution;
  execution.engine = engine;
  execution.workers = workers;
  execution.record_events = records;
  if (workers > 1) execution.perturb = 20'261'125;
  return execution;
}

/// The same algorithm, started and waited for at once.
template <class Entry>
Entry started(Entry entry) {
  entry.run = [run = entry.run](Communicator& comm, auto&&... with) {
    Request request = start(comm, [&](Communicator& c) { run(c, with...); });
    comm.wait(request);
  };
  return entry;
}

/// The same beside work in pieces and a second operation.
template <class Entry>
Entry started_beside_work(Entry entry) {
  entry.run = [run = entry.run](Communicator& comm, auto&&... with) {
    Request request = start(comm, [&](Communicator& c) { run(c, with...); });
    int sum = comm.rank();
    Request other = start(comm, [&](Communicator& c) { allreduce(c, sum); });
    for (int piece = 0; piece < 4; ++piece) comm.compute(comm.costs().ts);
    comm.wait_all(request, other);
    if (comm.carries_data() && sum != comm.size() * (comm.size() - 1) / 2) comm.fail("the sum is wrong");
  };
  return entry;
}

std::vector<TopologyPtr> networks() {
  std::vector<TopologyPtr> all{ring(8), ring(5), torus(4, 4), torus(3, 3), hypercube(3), complete(5)};
  if (!core::kSanitized) all.push_back(torus(3, 5));
  all.push_back(parse_topology("hier:complete:2/complete:3"));
  return all;
}

std::vector<Parameters> machines() {
  std::vector<Parameters> all{collectives::linear_machine().parameters};
  Parameters& ports = all.emplace_back(preset("generic"));
  ports.ports = k_ports(2);
  if (core::kSanitized) return all;
  all.push_back(collectives::all_costs_machine().parameters);
  Parameters& worms = all.emplace_back(preset("generic"));
  worms.switching = Switching::wormhole;
  return all;
}

std::vector<Workload> workloads(const OperationTraits& operation) {
  std::vector<Workload> all{{.bytes = 72, .root = 2, .distance = 1}};
  if (operation.moves == Moves::values) all.push_back({.bytes = 16, .values = 11});
  if (operation.has_parts) all.push_back({.bytes = 64, .root = 1, .segment = 16});
  return all;
}

/// Calls use(topology, machine, workload) for each case that the algorithm takes. Returns how many.
template <class Entry, class Use>
int for_each_case(const Entry& entry, const Use& use) {
  int cases = 0;
  const auto try_on = [&](const TopologyPtr& topology) {
    for (const Parameters& machine : machines())
      for (const Workload& workload : workloads(Entry::kOperation)) {
        if (entry.refusal &&
            entry.refusal(collectives::question_of(Entry::kOperation, *topology, machine, workload)))
          continue;
        use(topology, machine, workload);
        ++cases;
      }
  };
  for (const TopologyPtr& topology : networks()) try_on(topology);
  if (cases == 0) try_on(torus(8, 8));
  return cases;
}

template <class Entry>
class EveryStarted : public testing::Test {};
using Entries =
    testing::Types<Alltoall, Alltoallv, Broadcast, Reduce, Barrier, Scan, Exscan, Gather, Gatherv, Scatter,
                   Scatterv, Allgather, Allgatherv, Allreduce, ReduceScatter, ReduceScatterv, Shift>;
TYPED_TEST_SUITE(EveryStarted, Entries);

TYPED_TEST(EveryStarted, AlgorithmIsAsItsBlockingCallIfNothingGoesOnBeside) {
  for (const TypeParam& entry : builtin_catalogue().of<TypeParam>()) {
    SCOPED_TRACE(entry.name);
    const TypeParam beside = started(entry);
    const int cases =
        for_each_case(entry, [&](const auto& topology, const auto& machine, const auto& workload) {
          SCOPED_TRACE(topology->name() + ", " + machine.name);
          const Execution execution = execution_on(PeEngine::fibers, 1, false);
          const Verdict expected = verify(entry, topology, machine, execution, workload);
          const Verdict found = verify(beside, topology, machine, execution, workload);
          EXPECT_EQ(found.digests, expected.digests);
          EXPECT_EQ(found.report.finish.time, expected.report.finish.time);
          EXPECT_EQ(found.report.finish.account, expected.report.finish.account);
          EXPECT_EQ(found.faults, expected.faults);
        });
    EXPECT_GE(cases, 2);
  }
}

TYPED_TEST(EveryStarted, AlgorithmHasTheSameDataAndTimeOnEveryHostBesideWork) {
  for (const TypeParam& entry : builtin_catalogue().of<TypeParam>()) {
    SCOPED_TRACE(entry.name);
    const TypeParam beside = started_beside_work(entry);
    bool is_first = true;
    for_each_case(entry, [&](const auto& topology, const auto& machine, const auto& workload) {
      SCOPED_TRACE(topology->name() + ", " + machine.name);
      const Verdict expected =
          verify(beside, topology, machine, execution_on(PeEngine::fibers, 1, is_first), workload);
      EXPECT_TRUE(expected.data_is_right) << expected.faults.front();
      // hosts matter to the engine, not to an algorithm
      if (!std::exchange(is_first, false)) return;
      for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads}) {
        const Verdict found = verify(beside, topology, machine, execution_on(engine, 3, true), workload);
        EXPECT_EQ(found.digests, expected.digests);
        EXPECT_EQ(test::everything(found.report), test::everything(expected.report));
      }
    });
  }
}

}  // namespace
}  // namespace toruscope
