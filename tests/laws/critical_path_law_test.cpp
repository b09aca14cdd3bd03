// SPDX-License-Identifier: Apache-2.0
// The critical path told as events is the one whose account every run keeps: for every algorithm,
// on machines of every kind. Random programs on random machines are asked the same by the reference
// law (tests/support/run_program.cpp). A run that is asked for its path books its sends and
// finishes its calls the long way; what it reports is what the short way reports.

#include "collectives/grid.hpp"
#include "collectives/operations.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/support/path_check.hpp"

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

/// Each with every cost of its own.
std::vector<Parameters> machines_with_paths() {
  const Parameters base = collectives::all_costs_machine().parameters;
  std::vector<Parameters> machines_with_paths{base};
  const auto add = [&](const char* name, const auto& change) {
    Parameters& machine = machines_with_paths.emplace_back(base);
    machine.name = name;
    change(machine);
  };
  add("half", [](Parameters& m) { m.ports = half_port; });
  add("k=2, buffered", [](Parameters& m) {
    m.ports = k_ports(2);
    m.injection = Injection::buffered;
  });
  add("stored", [](Parameters& m) { m.switching = Switching::store_and_forward; });
  add("worms", [](Parameters& m) { m.switching = Switching::wormhole; });
  if (core::kSanitized) return machines_with_paths;
  add("telephone", [](Parameters& m) { m.ports = telephone; });
  add("a long gap", [](Parameters& m) {
    m.ports = half_port;
    m.gap = Time(Ticks{5000});
  });
  add("one buffer", [](Parameters& m) { m.buffers = 1; });
  add("eager", [](Parameters& m) { m.eager = 4; });
  add("a slow link", [](Parameters& m) { m.slow = {{0, 1, 3}}; });
  return machines_with_paths;
}

/// The books of every PE, as text: what differs can be read.
std::string books(const Report& r) {
  std::ostringstream out;
  for (const PeReport& pe : r.pes)
    out << pe.finish.time.count << " = " << to_string(pe.finish.account) << "; " << pe.messages_sent << " "
        << pe.bytes_sent << " " << pe.messages_received << " " << pe.port_wait.count << " " << pe.port_conflicts
        << " " << pe.longest_port_wait.waited.count << " " << pe.longest_port_wait.held_by.partner << " "
        << pe.link_wait.count << " " << pe.partner_wait.count << "\n";
  return out.str();
}

class EveryOperationsPath : public testing::TestWithParam<std::size_t> {};

/// With operators that commute and that do not, if it combines.
std::vector<Workload> workloads(const OperationTraits& operation) {
  std::vector<Workload> all{{.bytes = 24, .root = 1, .operands = Operands::affine}};
  if (operation.combines) all.push_back({.bytes = 24, .root = 1, .operands = Operands::sum});
  return all;
}

/// Adds the kinds of the path's events.
void check_path(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                const TopologyPtr& topology, const Parameters& machine, const Workload& workload,
                std::set<std::string>& told) {
  if (algorithm.refusal(operation.question(*topology, machine, workload))) return;
  Execution execution{.workers = 1};
  execution.record_critical_path = true;
  const Verdict v = operation.verify(algorithm, topology, machine, execution, workload);
  const std::string where = algorithm.name + " on " + topology->name() + ", " + machine.name;
  EXPECT_EQ(test::path_fault(v.report), "") << where;
  EXPECT_TRUE(v.ok()) << where << "\n" << testing::PrintToString(v.faults);
  EXPECT_TRUE(v.report.events.empty()) << "nobody asked for the event log";
  const Verdict short_way = operation.verify(algorithm, topology, machine, {.workers = 1}, workload);
  EXPECT_EQ(books(short_way.report), books(v.report)) << where;
  for (const PathEvent& e : v.report.critical_path) told.insert(to_string(e.kind));
}

TEST_P(EveryOperationsPath, IsTheChainWhoseAccountTheRunKeeps) {
  const collectives::Operation& operation = collectives::operations()[GetParam()];
  std::set<std::string> told;
  for (const TopologyPtr& topology : {ring(7), torus(3, 4), complete(4)})
    for (const Parameters& machine : machines_with_paths())
      for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue()))
        for (const Workload& workload : workloads(operation.traits))
          check_path(operation, *algorithm, topology, machine, workload, told);
  for (const char* kind : {"startup", "transmission", "receive"}) EXPECT_TRUE(told.contains(kind)) << kind;
  // With windows both ways a PE's own sends end after what it receives has come.
  if (operation.traits.has_window && operation.traits.counts_both_ways) return;
  for (const char* kind : {"hop", "latency"}) EXPECT_TRUE(told.contains(kind)) << kind;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryOperationsPath,
                         testing::Range(std::size_t{0}, collectives::operations().size()),
                         [](const auto& line) { return collectives::operations()[line.param].name; });

}  // namespace
}  // namespace toruscope
