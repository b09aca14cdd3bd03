// SPDX-License-Identifier: Apache-2.0
// The law that governs everything: for any number of workers, either PE engine, any channel
// capacity and any host scheduling, a run gives bit-identical data, virtual times, counts and
// events. Every algorithm of the table, run with injected random delays.

#include "collectives/operations.hpp"
#include "runtime/core/sanitizers.hpp"
#include "tests/support/observed.hpp"
#include "tests/support/whole_report.hpp"

#include <toruscope/toruscope.hpp>

#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <ostream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using test::everything;

/// A way to run the machine that must not show in any result.
struct Host {
  PeEngine engine = PeEngine::fibers;
  int workers = 1;
  std::size_t capacity = 8;
  std::optional<std::uint64_t> perturb;
  NetworkEngine network = NetworkEngine::automatic;
};

std::ostream& operator<<(std::ostream& out, const Host& host) {
  out << (host.engine == PeEngine::fibers ? "fibers" : "threads") << ", workers " << host.workers
      << ", capacity " << host.capacity;
  if (host.network == NetworkEngine::hop) out << ", hop";
  return host.perturb ? out << ", perturb " << *host.perturb : out;
}

/// A sanitizer wants threads that meet: there the hosts are those with most of them.
std::vector<Host> hosts() {
  const std::vector<int> workers_to_try = core::kSanitized ? std::vector<int>{2, 4} : std::vector<int>{1, 2, 4};
  const std::vector<std::size_t> capacities =
      core::kSanitized ? std::vector<std::size_t>{1, 64} : std::vector<std::size_t>{1, 2, 64};
  std::vector<Host> all;
  std::uint64_t seed = 20'261'121;
  for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads})
    for (const int workers : workers_to_try)
      for (const std::size_t capacity : capacities)
        all.push_back({engine, workers, capacity,
                       capacity < 64 || workers > 1 ? std::optional(++seed) : std::nullopt,
                       capacity < 64 ? NetworkEngine::hop : NetworkEngine::automatic});
  return all;
}

Execution execution_on(const Host& host) {
  Execution execution;
  execution.engine = host.engine;
  execution.network = host.network;
  execution.workers = host.workers;
  execution.channel_capacity = host.capacity;
  execution.perturb = host.perturb;
  execution.record_events = true;
  execution.record_spans = true;
  return execution;
}

Parameters machine_to_try() {
  Parameters machine = preset("generic");
  machine.tr = 100ns;
  machine.latency = 70ns;
  return machine;
}

/// A program whose PEs leave their results in `data`, one vector of doubles each.
using Program = std::function<void(Communicator&, std::vector<double>& data)>;

struct Outcome {
  std::vector<std::vector<double>> data;
  std::string report;
};

Outcome run(const TopologyPtr& topology, const Parameters& machine, const Host& host, const Program& program) {
  Outcome outcome;
  outcome.data.resize(static_cast<std::size_t>(topology->pes()));
  const Report report = Machine(topology, machine, execution_on(host)).run([&](Communicator& comm) {
    program(comm, outcome.data[static_cast<std::size_t>(comm.rank())]);
    comm.print("done");
  });
  outcome.report = everything(report);
  return outcome;
}

bool same_bits(const std::vector<std::vector<double>>& a, const std::vector<std::vector<double>>& b) {
  for (std::size_t r = 0; r < a.size(); ++r)
    if (a[r].size() != b[r].size() || std::memcmp(a[r].data(), b[r].data(), a[r].size() * sizeof(double)) != 0)
      return false;
  return a.size() == b.size();
}

void expect_the_same_everywhere(const TopologyPtr& topology, const Program& program,
                                const Parameters& machine = machine_to_try()) {
  const Outcome expected = run(topology, machine, {}, program);
  for (const Host& host : hosts()) {
    const Outcome found = run(topology, machine, host, program);
    EXPECT_TRUE(same_bits(found.data, expected.data)) << topology->name() << ", " << host;
    EXPECT_EQ(found.report, expected.report) << topology->name() << ", " << host;
  }
}

/// Numbers whose sum depends on the order in which it is taken.
std::vector<double> numbers(Rank rank, std::size_t n) {
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i)
    values[i] = std::ldexp(1.0 / (3 + rank + static_cast<double>(i)), 7 * (rank % 5));
  return values;
}

/// PEs come at different times, so that messages meet in different orders.
void come_late(Communicator& comm) {
  comm.compute(Ticks{(comm.rank() * 37) % 11 * 100'000});
}

std::vector<TopologyPtr> topologies_to_try() {
  return {ring(5),     ring(8),      torus(4, 4), torus(3, 5),
          torus(3, 3), hypercube(3), complete(5), parse_topology("hier:complete:2/complete:3")};
}
/// For algorithms that fit none of these.
TopologyPtr topology_else() {
  return torus(8, 8);
}

/// On how many networks that it takes an algorithm is tried: to a sanitizer one is like another.
constexpr int kNetworks = core::kSanitized ? 2 : 1000;

/// What the algorithm takes on this topology: from root 2, or from 0 if it keeps the order of ranks
/// from there only. A reduction adds doubles, and is asked for an operator that does not commute,
/// too; one that takes integers alone adds these.
std::vector<Workload> workloads_to_try(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                                       const Topology& topology, const Parameters& machine) {
  std::vector<Workload> all;
  for (const Operands operands : {Operands::rounded, Operands::affine, Operands::sum})
    for (const Rank root : {2, 0}) {
      if (operands == Operands::sum && !all.empty()) break;
      const Workload workload{.bytes = 72, .root = root, .operands = operands, .staggered = true};
      if (operands != Operands::rounded && !operation.traits.combines) break;
      if (algorithm.refusal(operation.question(topology, machine, workload))) continue;
      all.push_back(workload);
      break;
    }
  return all;
}

/// Data, books and events of this case are those of the plainest host on every host.
void expect_the_same_everywhere(const collectives::Operation& operation, const AlgorithmInfo& algorithm,
                                const TopologyPtr& topology, const Parameters& machine,
                                const Workload& workload) {
  const Verdict expected = operation.verify(algorithm, topology, machine, execution_on({}), workload);
  for (const Host& host : hosts()) {
    const Verdict found = operation.verify(algorithm, topology, machine, execution_on(host), workload);
    EXPECT_EQ(found.digests, expected.digests) << host;
    EXPECT_EQ(everything(found.report), everything(expected.report)) << host;
  }
}

/// With one port, or with two if it refuses one.
Parameters machine_for(const collectives::Operation& operation, const AlgorithmInfo& algorithm) {
  Parameters machine = machine_to_try();
  for (const TopologyPtr& topology : topologies_to_try())
    if (!workloads_to_try(operation, algorithm, *topology, machine).empty()) return machine;
  machine.ports = k_ports(2);
  return machine;
}

class DeterminismOf : public testing::TestWithParam<std::size_t> {};
INSTANTIATE_TEST_SUITE_P(Table, DeterminismOf, testing::Range(std::size_t{0}, collectives::operations().size()),
                         [](const auto& line) { return collectives::operations()[line.param].name; });

// Of doubles that are added: their last bits tell in which grouping. PEs come at different times,
// so that messages meet in different orders.
TEST_P(DeterminismOf, EveryAlgorithm) {
  const collectives::Operation& operation = collectives::operations()[GetParam()];
  for (const AlgorithmInfo* algorithm : operation.algorithms(builtin_catalogue())) {
    SCOPED_TRACE(algorithm->name);
    int networks = 0;
    const Parameters machine = machine_for(operation, *algorithm);
    const auto try_on = [&](const TopologyPtr& topology) {
      const std::vector<Workload> workloads = workloads_to_try(operation, *algorithm, *topology, machine);
      if (workloads.empty() || networks == kNetworks) return;
      ++networks;
      for (const Workload& workload : workloads) {
        SCOPED_TRACE(topology->name() + ", " + name_of(workload.operands));
        expect_the_same_everywhere(operation, *algorithm, topology, machine, workload);
      }
    };
    for (const TopologyPtr& topology : topologies_to_try()) try_on(topology);
    if (networks == 0) try_on(topology_else());
    EXPECT_GT(networks, 0) << "it fits none of the topologies of this law";
  }
}

// Whatever was added with what, all PEs of an allreduce end with the same bits.
TEST(Determinism, OfAnAllreduceOfDoublesOnAllPes) {
  const collectives::Operation& allreduce = collectives::operation("allreduce");
  for (const TopologyPtr& topology : topologies_to_try())
    for (const AlgorithmInfo* algorithm : allreduce.algorithms(builtin_catalogue()))
      for (const Workload& workload : workloads_to_try(allreduce, *algorithm, *topology, machine_to_try())) {
        const Verdict v = allreduce.verify(*algorithm, topology, machine_to_try(), execution_on({}), workload);
        EXPECT_EQ(std::set<std::uint64_t>(v.digests.begin(), v.digests.end()).size(), 1U)
            << algorithm->name << " on " << topology->name();
      }
}

// One collective after another, on groups, between the caller's own messages.
TEST(Determinism, OfAProgramOfManyCollectives) {
  expect_the_same_everywhere(torus(4, 4), [](Communicator& comm, std::vector<double>& data) {
    come_late(comm);
    std::vector<double> blocks(16);
    alltoall(comm, numbers(comm.rank(), 16), blocks);
    Communicator row = comm.line(1);
    Communicator odd = comm.split(comm.rank() % 3);
    reduce(row, 1, blocks);
    std::vector<double> passed(blocks.size());
    comm.sendrecv(comm.shift(0, 1), blocks, comm.shift(0, -1), passed);
    broadcast(odd, odd.size() - 1, passed);
    barrier(comm);
    data = passed;
    data.push_back(static_cast<double>(comm.random()() >> 11U));
  });
}

/// One machine for each port rule, switching mode and way to wait.
std::vector<Parameters> machines_to_try() {
  std::vector<Parameters> all;
  const auto add = [&](const char* name, auto&& change) {
    Parameters& machine = all.emplace_back(machine_to_try());
    machine.name = name;
    change(machine);
  };
  add("half", [](Parameters& m) { m.ports = half_port; });
  add("telephone", [](Parameters& m) { m.ports = telephone; });
  add("all", [](Parameters& m) { m.ports = all_ports; });
  add("store-and-forward", [](Parameters& m) { m.switching = Switching::store_and_forward; });
  add("wormhole", [](Parameters& m) { m.switching = Switching::wormhole; });
  add("wormhole, buffered, half", [](Parameters& m) {
    m.switching = Switching::wormhole;
    m.injection = Injection::buffered;
    m.ports = half_port;
  });
  add("wormhole, 4 channels, 1 buffer, eager", [](Parameters& m) {
    m.switching = Switching::wormhole;
    m.virtual_channels = 4;
    m.buffers = 1;
    m.eager = 16;
  });
  add("1 buffer", [](Parameters& m) { m.buffers = 1; });
  add("eager", [](Parameters& m) { m.eager = 0; });
  // the longest messages the fastest
  constexpr const char* kPieces = "16:ts=2us,tm=50ns,L=1us;64:ts=0s,tr=0s,tw=0s,L=0s";
  add("costs by size", [](Parameters& m) { m.pieces = parse_pieces(kPieces); });
  add("costs by size, stored", [](Parameters& m) {
    m.switching = Switching::store_and_forward;
    m.pieces = parse_pieces(kPieces);
  });
  add("costs by size, wormhole", [](Parameters& m) {
    m.switching = Switching::wormhole;
    m.pieces = parse_pieces(kPieces);
  });
  add("rendezvous", [](Parameters& m) {
    m.eager = 16;
    m.rendezvous = 300ns;
    m.pieces = parse_pieces("17:tw=1ns");
  });
  return all;
}

// Messages meet on links, some receives name no source, sends wait for receives.
TEST(Determinism, OfEveryKindOfMachine) {
  for (const Parameters& machine : machines_to_try()) {
    SCOPED_TRACE(machine.name);
    expect_the_same_everywhere(
        torus(3, 4),
        [](Communicator& comm, std::vector<double>& data) {
          come_late(comm);
          std::vector<double> blocks(12);
          alltoall(comm, numbers(comm.rank(), 12), blocks);
          data = blocks;
          std::vector<Request> requests;
          for (const int by : {5, 7})
            requests.push_back(comm.isend((comm.rank() + by) % comm.size(), blocks, by));
          for (int i = 0; i < 2; ++i) {
            std::vector<double> got;
            comm.adopt(any_source, got, any_tag);
            data.push_back(got[static_cast<std::size_t>(comm.rank())]);
          }
          comm.wait_all(std::span<Request>(requests));
        },
        machine);
  }
}

// Whatever watches: times, counts and waits are those of a run that nobody watches.
TEST(Determinism, IsNotDisturbedByObservers) {
  const auto report_of = [](const Parameters& machine, const Execution& execution) {
    Report report = Machine(torus(3, 4), machine, execution).run([](Communicator& comm) {
      come_late(comm);
      std::vector<double> blocks(12);
      alltoall(comm, numbers(comm.rank(), 12), blocks);
      reduce(comm, 2, blocks);
      comm.synchronize();
    });
    report.events.clear();
    report.spans.clear();
    report.critical_path.clear();
    return everything(report);
  };
  for (const Parameters& machine : machines_to_try()) {
    SCOPED_TRACE(machine.name);
    const std::string unwatched = report_of(machine, {.workers = 1});
    for (const Host& host : hosts()) {
      test::Observed sink;
      RunMonitor monitor;
      Execution watched = execution_on(host);
      watched.record_critical_path = true;
      watched.monitor = &monitor;
      watched.sink = &sink;
      EXPECT_EQ(report_of(machine, watched), unwatched) << host;
    }
  }
}

// The comparison can fail: another machine gives another text, other numbers other bits.
TEST(Determinism, WouldBeFoundToBeBroken) {
  const Program program = [](Communicator& comm, std::vector<double>& data) {
    data = numbers(comm.rank(), 4);
    reduce(comm, 0, data);
  };
  Parameters slower = preset("generic");
  slower.th = 51ns;

  const Outcome one = run(ring(6), preset("generic"), {}, program);
  const Outcome other = run(ring(6), slower, {}, program);

  EXPECT_NE(one.report, other.report);
  EXPECT_TRUE(same_bits(one.data, other.data));
  EXPECT_FALSE(same_bits(one.data, run(ring(6), slower, {}, [](Communicator& comm, std::vector<double>& data) {
                                     data = numbers(comm.rank() + 1, 4);
                                   }).data));
}

}  // namespace
}  // namespace toruscope
