// SPDX-License-Identifier: Apache-2.0
// Where a message that waits holds something: the same grants, times and counts on any number of
// workers, in traffic that meets everywhere; and on which machines all workers serve links.

#include "tests/runtime/network/random_traffic.hpp"
#include "tests/support/whole_report.hpp"

#include <toruscope/toruscope.hpp>

#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace toruscope {
namespace {

struct Case {
  std::string name;
  std::string topology;
  Parameters parameters;
};

std::ostream& operator<<(std::ostream& out, const Case& of) {
  return out << of.name << " on " << of.topology;
}

Parameters machine_with(Switching switching) {
  Parameters parameters = preset("unit");
  parameters.switching = switching;
  parameters.ts = Ticks{3};
  parameters.tw = Ticks{1};
  parameters.th = Ticks{2};
  return parameters;
}

std::vector<Case> cases() {
  std::vector<Case> all;
  const auto add = [&](const char* name, Switching switching, const auto& change) {
    for (const char* topology :
         {"ring:9", "torus:5x4", "torus:3x2x4", "mesh:4x5", "hypercube:4", "complete:7", "fattree:4"}) {
      Case& one = all.emplace_back(Case{name, topology, machine_with(switching)});
      change(one.parameters);
    }
  };
  using enum Switching;
  add("worms", wormhole, [](Parameters&) {});
  add("worms on 4 channels from 2 ports", wormhole, [](Parameters& m) {
    m.virtual_channels = 4;
    m.ports = k_ports(2);
  });
  add("worms, ts = 0", wormhole, [](Parameters& m) { m.ts = Ticks{}; });
  add("worms, th = 0", wormhole, [](Parameters& m) { m.th = Ticks{}; });
  add("worms, a buffer", wormhole, [](Parameters& m) { m.buffers = 1; });
  add("a buffer", cut_through, [](Parameters& m) { m.buffers = 1; });
  add("two buffers", cut_through, [](Parameters& m) { m.buffers = 2; });
  add("two buffers, ts = 0", cut_through, [](Parameters& m) {
    m.buffers = 2;
    m.ts = Ticks{};
  });
  add("a buffer, messages are stored", store_and_forward, [](Parameters& m) { m.buffers = 1; });
  return all;
}

/// Columns of a torus whose links differ.
std::vector<Case> cases_with_links_that_differ() {
  Case worms{"worms", "torus:5x4", machine_with(Switching::wormhole)};
  worms.parameters.th_of = {Ticks{2}, Ticks{4}};
  Case odd = worms;
  odd.parameters.th_of = {Ticks{3}, Ticks{2}};
  Case slow = worms;
  slow.parameters.slow = {{.from = 0, .to = 1, .factor = 7}};
  Case buffers{"a buffer", "torus:5x4", machine_with(Switching::cut_through)};
  buffers.parameters.buffers = 1;
  buffers.parameters.th_of = {Ticks{2}, Ticks{3}};
  return {worms, odd, slow, buffers};
}

using Program = std::function<void(Communicator&)>;

/// With a seed the workers meet after every window, however few events it has.
Report run(const Case& of, const Program& program, int workers, std::optional<std::uint64_t> seed) {
  return Machine(parse_topology(of.topology), of.parameters,
                 {.workers = workers, .perturb = seed, .record_events = true, .record_spans = true})
      .run(program);
}

void expect_the_same_on_all_workers(const Case& of, const Program& program = random_traffic) {
  const std::string expected = test::everything(run(of, program, 1, std::nullopt));
  for (const int workers : {2, 3, 5})
    for (const std::optional<std::uint64_t> seed :
         {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(workers)})
      EXPECT_EQ(test::everything(run(of, program, workers, seed)), expected)
          << of << " workers " << workers << (seed ? ", all windows shared" : "");
}

/// Shifts of messages of one length over all distances; PEs are late by different times.
Program shifts(std::size_t bytes) {
  return [bytes](Communicator& comm) {
    const int p = comm.size();
    std::vector<char> body(bytes);
    for (int i = 1; i < p; ++i) {
      comm.compute(Ticks{(comm.rank() * 7 + i * 3) % 11});
      comm.sendrecv((comm.rank() + i) % p, body, (comm.rank() + p - i) % p, body);
    }
  };
}

TEST(WaitingNetwork, GrantsTheSameOnAnyNumberOfWorkers) {
  for (const Case& of : cases()) expect_the_same_on_all_workers(of);
}

TEST(WaitingNetwork, GrantsTheSameWhereLinksDiffer) {
  for (const Case& of : cases_with_links_that_differ()) expect_the_same_on_all_workers(of);
}

// The shorter the time in which a grant matters elsewhere, the shorter the windows: with th = 5 and
// x = 3 n it is, for n = 1 to 5, 5, 1, 4, 2 and 5 ticks.
TEST(WaitingNetwork, HasWindowsForMessagesOfEachLength) {
  for (const char* topology : {"ring:9", "torus:5x4", "hypercube:4"}) {
    Case worms{"worms, th = 5", topology, machine_with(Switching::wormhole)};
    worms.parameters.tw = Ticks{3};
    worms.parameters.th = Ticks{5};
    for (std::size_t bytes = 0; bytes <= 12; ++bytes) expect_the_same_on_all_workers(worms, shifts(bytes));
  }
}

TEST(WaitingNetwork, IsServedByAllWorkersWhereGrantsMatterElsewhereLater) {
  const auto crossings = [](const char* name) {
    for (const Case& of : cases())
      if (of.name == name && of.topology == "torus:5x4")
        return run(of, random_traffic, 2, std::nullopt).host.crossings;
    return std::int64_t{-1};
  };

  EXPECT_GT(crossings("worms"), 0);
  EXPECT_GT(crossings("two buffers"), 0);
  EXPECT_GT(crossings("a buffer, messages are stored"), 0);
  EXPECT_EQ(crossings("worms, th = 0"), 0) << "a header crosses the network in no time";
  EXPECT_EQ(crossings("worms, ts = 0"), 0) << "a PE goes on within the tick";
  EXPECT_EQ(crossings("worms, a buffer"), 0) << "a slot is taken at both ends of a link";
}

// Each PE of a ring with one channel sends a long worm to its second neighbour.
TEST(WaitingNetwork, ReportsTheSameDeadlockOnAnyNumberOfWorkers) {
  Parameters parameters = machine_with(Switching::wormhole);
  parameters.virtual_channels = 1;
  const auto report = [&](int workers) -> std::string {
    Machine machine(ring(9), parameters, {.workers = workers});
    try {
      machine.run([](Communicator& comm) {
        std::vector<char> body(40);
        comm.sendrecv((comm.rank() + 2) % 9, body, (comm.rank() + 7) % 9, body);
      });
    } catch (const DeadlockError& e) {
      return e.what();
    }
    return "no deadlock";
  };
  const std::string expected = report(1);

  EXPECT_NE(expected.find("9 messages wait in the network"), std::string::npos) << expected;
  for (const int workers : {2, 3}) EXPECT_EQ(report(workers), expected);
}

}  // namespace
}  // namespace toruscope
