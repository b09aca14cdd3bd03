// SPDX-License-Identifier: Apache-2.0
// A run without data takes the same virtual time as one with data: every algorithm of the table
// gives the same report, clock by clock and event by event, on both PE engines.

#include "collectives/grid.hpp"
#include "collectives/operations.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/support/whole_report.hpp"

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::everything;

Execution watched(Data data, PeEngine engine) {
  Execution execution;
  execution.workers = engine == PeEngine::fibers ? 1 : 2;
  execution.engine = engine;
  execution.data = data;
  execution.record_events = true;
  execution.record_critical_path = true;
  return execution;
}

/// Machines on which PEs wait in different ways: for ports, links, partners, receives.
std::vector<Parameters> machines_without_data() {
  std::vector<Parameters> all{collectives::all_costs_machine().parameters};
  Parameters& ports = all.emplace_back(preset("generic"));
  ports.ports = k_ports(2);
  ports.tr = 100ns;
  ports.gamma = 1ns;
  if (core::kSanitized) return all;
  Parameters& worms = all.emplace_back(preset("generic"));
  worms.switching = Switching::wormhole;
  worms.ports = half_port;
  Parameters& late = all.emplace_back(preset("generic"));
  late.injection = Injection::buffered;
  late.buffers = 1;
  late.eager = 16;
  return all;
}

std::vector<TopologyPtr> topologies_without_data() {
  std::vector<TopologyPtr> all{ring(8), ring(5), torus(4, 4), torus(3, 3), hypercube(3), complete(5)};
  if (!core::kSanitized) all.insert(all.end(), {torus(3, 5), torus(2, 2, 4)});
  return all;
}

/// Those of algorithms that are for few networks.
std::vector<TopologyPtr> further_topologies() {
  return {parse_topology("hier:complete:2/complete:3"), parse_topology("hier:complete:2/complete:4"),
          torus(8, 8)};
}

std::vector<Workload> workloads_without_data(const OperationTraits& operation) {
  std::vector<Workload> all{{.bytes = 72, .root = 2}, {.bytes = 1, .root = 0, .distance = 3}, {.bytes = 0}};
  if (operation.combines) all.push_back({.bytes = 40, .root = 1, .operands = Operands::sum});
  if (operation.moves == Moves::values) all.push_back({.bytes = 16, .values = 11});
  if (operation.has_parts) all.push_back({.bytes = 64, .root = 1, .segment = 16});
  return all;
}

class WithoutData : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Table, WithoutData, testing::Range(std::size_t{0}, collectives::operations().size()),
                         [](const auto& line) { return collectives::operations()[line.param].name; });

TEST_P(WithoutData, EveryAlgorithmTakesTheSameTime) {
  const collectives::Operation& operation = collectives::operations()[GetParam()];
  for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
    SCOPED_TRACE(algorithm->name);
    int compared = 0;
    const auto compare_on = [&](const TopologyPtr& topology) {
      for (const Parameters& machine : machines_without_data())
        for (const Workload& workload : workloads_without_data(operation.traits)) {
          if (algorithm->refusal(operation.question(*topology, machine, workload))) continue;
          const auto verify = [&](Data data, PeEngine engine) {
            return operation.verify(*algorithm, topology, machine, watched(data, engine), workload);
          };
          const std::string expected = everything(verify(Data::carried, PeEngine::fibers).report);
          for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads}) {
            const Verdict found = verify(Data::none, engine);
            ASSERT_EQ(everything(found.report), expected)
                << topology->name() << ", " << machine.name << ", " << workload.bytes << " bytes";
            EXPECT_TRUE(found.ok()) << found.faults.front();
          }
          ++compared;
        }
    };
    for (const TopologyPtr& topology : topologies_without_data()) compare_on(topology);
    if (compared == 0)
      for (const TopologyPtr& topology : further_topologies()) compare_on(topology);
    EXPECT_GE(compared, 4);
  }
}

// The comparison can fail: a program that goes by what it receives takes another time.
TEST(WithoutDataLaw, WouldBeFoundToBeBroken) {
  const auto run = [](Data data) {
    return everything(
        Machine(ring(4), preset("generic"), watched(data, PeEngine::fibers)).run([](Communicator& comm) {
          std::vector<int> messages{2};
          const Rank to = comm.shift(0, 1);
          const Rank from = comm.shift(0, -1);
          comm.sendrecv(to, std::vector<int>{5}, from, messages);
          for (std::vector<int> got(1); messages[0] > 0; --messages[0]) comm.sendrecv(to, messages, from, got);
        }));
  };
  EXPECT_NE(run(Data::carried), run(Data::none));
}

}  // namespace
}  // namespace toruscope
