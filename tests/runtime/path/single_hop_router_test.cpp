// SPDX-License-Identifier: Apache-2.0
// Links of one PE each, served when it sends: the same grants, times and counts as hop by hop.

#include "runtime/engine/sanitizers.hpp"
#include "tests/runtime/path/random_traffic.hpp"

#include <toruscope/toruscope.hpp>

#include <atomic>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace toruscope {
namespace {

// Buffered messages wait for links that are busy longer than a startup takes.
TEST(SingleHopRouter, GrantsWhatTheHopRouterGrants) {
  for (const char* topology : {"complete:7", "ring:3", "hypercube:1"})
    for (const char* ports : {"one", "k=3", "half", "all"})
      for (const Injection injection : {Injection::direct, Injection::buffered})
        for (const Switching switching : {Switching::cut_through, Switching::store_and_forward}) {
          Parameters parameters = preset("unit");
          parameters.ts = Ticks{3};
          parameters.tw = Ticks{2};
          parameters.th = Ticks{1};
          parameters.ports = parse_ports(ports);
          parameters.injection = injection;
          parameters.switching = switching;
          expect_as_hop_by_hop(
              NetworkEngine::single, parse_topology(topology), parameters, random_traffic,
              fmt::format("ports {} {} {}", ports, to_string(injection), to_string(switching)));
        }
}

/// Messages of different lengths between all neighbours, now and then two at once; receives with and without a source.
void neighbours_talk(const Topology& topology, Communicator& comm) {
  std::vector<Rank> neighbours;
  for (Port port = 0; port < topology.ports(); ++port)
    if (const Node other = topology.neighbour(comm.rank(), port); other != kNoNode) neighbours.push_back(other);
  for (int round = 0; round < 6; ++round) {
    comm.compute(Ticks{(comm.rank() * 7 + round * 5) % 11});
    const std::vector<char> out(static_cast<std::size_t>((comm.rank() * 3 + round) % 9));
    std::vector<char> in(9);
    std::vector<Request> sends;
    for (const Rank other : neighbours)
      for (int again = 0; again <= round % 2; ++again) sends.push_back(comm.isend(other, out, round));
    for (std::size_t i = 0; i < sends.size(); ++i)
      comm.recv(round < 3 ? any_source : neighbours[i % neighbours.size()], in, round);
    comm.wait_all(sends);
  }
}

TEST(SingleHopRouter, ServesNeighboursOfAnyTopology) {
  for (const char* name : {"torus:3x4", "torus:2x2x3", "mesh:3x3", "ring:6", "hypercube:3", "torus:3x3"})
    for (const char* ports : {"one", "k=3", "half", "all", "bi"})
      for (const int th : {0, 1}) {
        const TopologyPtr whole = parse_topology(name);
        const TopologyPtr topology = whole->name() == "torus:3x3" ? with_failed_links(whole, {{0, 1}}) : whole;
        Parameters parameters = preset("unit");
        parameters.ts = Ticks{3};
        parameters.tw = Ticks{2};
        parameters.th = Ticks{th};
        parameters.injection = Injection::buffered;
        parameters.ports = parse_ports(ports);
        expect_as_hop_by_hop(
            NetworkEngine::single, topology, parameters,
            [&](Communicator& comm) { neighbours_talk(*topology, comm); },
            fmt::format("ports {} th {}", ports, th));
      }
}

TEST(SingleHopRouter, TakesNoMessageOverTwoLinks) {
  const auto program = [](Communicator& comm) {
    std::vector<int> value(1);
    comm.sendrecv(comm.shift(0, 1), value, comm.shift(0, -1), value);
    if (comm.rank() == 4) comm.compute(Ticks{1});
    if (comm.rank() == 4) comm.sendrecv(2, value, 2, value);
    if (comm.rank() != 1) return;
    EXPECT_THROW(comm.send(4, value), ConfigError);
    EXPECT_THROW(static_cast<void>(comm.isend(3, value)), ConfigError);
    comm.round([&](Round& r) { r.send(3, value); });
  };
  for (const int workers : {1, 2, 3}) {
    Machine machine(ring(6), preset("generic"), {.network = NetworkEngine::single, .workers = workers});
    EXPECT_THAT([&] { machine.run(program); },
                testing::ThrowsMessage<ConfigError>(testing::HasSubstr(
                    "send: PE 3 is 2 links away, and the network is served as single hops, between neighbours "
                    "and at once; leave the choice of how it is served (PE 1 at")));
  }
}

// A link of a dimension that costs more, and messages that nobody has asked for yet when they are there.
TEST(SingleHopRouter, KnowsWhatEachLinkCosts) {
  Parameters parameters = preset("unit");
  parameters.ts = Ticks{1};
  parameters.tw = Ticks{1};
  parameters.th = Ticks{1};
  const auto program = [](Communicator& comm) {
    std::vector<char> body(5);
    if (comm.rank() == 0)
      for (int i = 0; i < 3; ++i) comm.send(1, body);
    if (comm.rank() != 1) return;
    comm.compute(Ticks{100});
    for (int i = 0; i < 3; ++i) comm.recv(any_source, body);
  };
  const auto run = [&](NetworkEngine network) {
    return everything(
        Machine(complete(3), parameters, {.network = network, .record_events = true}).run(program));
  };
  const std::string equal = run(NetworkEngine::single);
  EXPECT_EQ(equal, run(NetworkEngine::hop));

  parameters.slow = {{.from = 0, .to = 1, .factor = 7}};
  EXPECT_EQ(run(NetworkEngine::single), run(NetworkEngine::hop));
  EXPECT_NE(run(NetworkEngine::single), equal);
}

TEST(SingleHopRouter, EndsEarlyAsTheHopRouterDoes) {
  const auto failing = [](Communicator& comm) {
    if (comm.rank() == 2) {
      comm.compute(Ticks{40});
      throw std::runtime_error("enough");
    }
    for (;;) random_traffic(comm);
  };
  for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads})
    for (const int workers : {1, 3}) {
      Machine machine(complete(5), preset("unit"),
                      {.engine = engine, .network = NetworkEngine::single, .workers = workers});
      try {
        machine.run(failing);
        ADD_FAILURE() << "no error";
      } catch (const ProgramError& e) {
        EXPECT_THAT(e.what(), testing::StartsWith("PE 2 threw at 40 steps: enough"));
      }
    }
}

// Two PEs that never stop to send to each other keep no one from ending the run.
TEST(SingleHopRouter, EndsWhenInterrupted) {
  for (const int workers : {1, 2}) {
    std::atomic<bool> stop{false};
    Machine machine(complete(4), preset("unit"),
                    {.network = NetworkEngine::single, .workers = workers, .interrupt = &stop});
    const auto endless = [&](Communicator& comm) {
      for (int i = 0;; ++i) {
        if (i == 1000 && comm.rank() == 1) stop = true;
        int value[1] = {i};
        comm.sendrecv(comm.rank() ^ 1, value, comm.rank() ^ 1, value);
      }
    };
    EXPECT_THROW(machine.run(endless), InterruptedError);
  }
}

TEST(SingleHopRouter, ServesOnlyIfAskedFor) {
  EXPECT_EQ(Machine(complete(2), preset("generic")).run([](Communicator&) {}).host.network, "hop");
}

// Policy strict remembers the windows of what may still meet others.
TEST(SingleHopRouter, ForgetsWhatIsOverInLongStrictRuns) {
  Parameters strict = preset("generic");
  strict.port_policy = PortPolicy::strict;
  const auto program = [](Communicator& comm) {
    for (int i = 0; i < 4000; ++i) {
      int value[1] = {i};
      if ((i + comm.rank()) % 2 == 0)
        comm.send(1 - comm.rank(), value);
      else
        comm.recv(1 - comm.rank(), value);
    }
  };
  const auto finish = [&](NetworkEngine network) {
    return Machine(ring(2), strict, {.network = network}).run(program).finish.time;
  };
  EXPECT_EQ(finish(NetworkEngine::single), finish(NetworkEngine::hop));
}

// Two PEs that never stop to wake each other keep neither a third from going on nor its error from ending the run.
TEST(SingleHopRouter, GoesOnWithEverybody) {
  constexpr int kRounds = detail::kSanitized ? 5'000 : 100'000;
  const auto program = [](Communicator& comm) {
    std::vector<char> data(16);
    for (int i = 0;; ++i) {
      if (comm.rank() == 0) comm.recv(1, data);
      if (comm.rank() == 0 && i == kRounds) throw std::runtime_error("enough");
      if (comm.rank() == 1) comm.send(0, data);
      if (comm.rank() != 0) comm.sendrecv(3 - comm.rank(), data, 3 - comm.rank(), data);
    }
  };
  for (const int workers : {1, 2}) {
    Machine machine(complete(3), preset("unit"), {.network = NetworkEngine::single, .workers = workers});
    EXPECT_THAT([&] { machine.run(program); },
                testing::ThrowsMessage<ProgramError>(testing::HasSubstr("PE 0 threw at")));
  }
}

// What such a send finds depends on what is under way.
TEST(SingleHopRouter, TakesNoSendThatWaitsForItsReceive) {
  Machine machine(complete(2), preset("generic"), {.network = NetworkEngine::single});
  const auto program = [](Communicator& comm) {
    const int value[1] = {1};
    if (comm.rank() == 0) comm.ssend(1, value);
  };
  EXPECT_THAT([&] { machine.run(program); },
              testing::ThrowsMessage<ConfigError>(testing::HasSubstr(
                  "ssend: it waits for its receive, and the network is served as single hops")));
}

// PE 5's first two messages come over slow links at the same time; PE 4's come first, but that is no violation.
TEST(SingleHopRouter, FindsTheFirstViolationOfPortsWhereLinksAreSlow) {
  Parameters parameters = preset("unit");
  parameters.ts = Ticks{4};
  parameters.tw = Ticks{1};
  parameters.port_policy = PortPolicy::strict;
  parameters.slow = {{.from = 0, .to = 5, .factor = 12}, {.from = 1, .to = 5, .factor = 12}};
  const auto program = [](Communicator& comm) {
    std::vector<char> body(2);
    const Rank to = comm.rank() < 2 ? 5 : 4;
    if (comm.rank() == 2 || comm.rank() == 3) comm.compute(Ticks{20});
    if (comm.rank() < 4) comm.send(to, body);
    if (comm.rank() == 4)
      for (Rank from = 2; from < 4; ++from) comm.recv(from, body);
    if (comm.rank() == 5)
      for (Rank from = 0; from < 2; ++from) comm.recv(from, body);
  };
  const auto violation = [&](NetworkEngine network, int workers) {
    try {
      Machine(complete(6), parameters, {.network = network, .workers = workers}).run(program);
    } catch (const PortViolationError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  const std::string expected = violation(NetworkEngine::hop, 1);
  EXPECT_THAT(expected, testing::HasSubstr("ports: PE"));
  for (const int workers : {1, 2, 3}) EXPECT_EQ(violation(NetworkEngine::single, workers), expected);
}

// A receive without a source gets what is there before the report.
TEST(SingleHopRouter, TellsADeadlockAsTheHopRouterDoes) {
  const auto program = [](Communicator& comm) {
    int value[1] = {0};
    int other[1] = {0};
    if (comm.rank() == 0)
      comm.round([&](Round& r) {
        r.recv(any_source, value, 1);
        r.recv(2, other, 2);
      });
    if (comm.rank() != 1) return;
    comm.send(0, value, 1);
    comm.compute(Ticks{50});
    comm.send(0, value, 3);
  };
  const auto report = [&](NetworkEngine network, int workers) {
    try {
      Machine(complete(3), preset("unit"), {.network = network, .workers = workers}).run(program);
    } catch (const DeadlockError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  const std::string expected = report(NetworkEngine::hop, 1);
  EXPECT_THAT(expected, testing::HasSubstr("PE 0  round from 2, tag 2"));
  for (const int workers : {1, 2, 3}) EXPECT_EQ(report(NetworkEngine::single, workers), expected);
}

// What others print later than that is there by chance.
TEST(SingleHopRouter, KeepsTheLinesUpToAnError) {
  const auto program = [](Communicator& comm) {
    if (comm.rank() == 2) {
      comm.compute(Ticks{40});
      throw std::runtime_error("enough");
    }
    for (int i = 0; i < 100; ++i) {
      int value[1] = {i};
      comm.sendrecv(1 - comm.rank(), value, 1 - comm.rank(), value);
      comm.print(std::to_string(i));
    }
  };
  const auto lines = [&](NetworkEngine network, int workers) {
    Machine machine(complete(3), preset("unit"), {.network = network, .workers = workers});
    EXPECT_THROW(machine.run(program), ProgramError);
    std::string text;
    for (const PrintedLine& line : machine.output_of_failed_run())
      text += std::to_string(line.time.count) + " ";
    return text;
  };
  const std::string expected = lines(NetworkEngine::hop, 1);
  EXPECT_THAT(expected, testing::EndsWith("40 40 "));
  for (const int workers : {1, 2, 3}) EXPECT_EQ(lines(NetworkEngine::single, workers), expected);
}

TEST(SingleHopRouter, IsRefusedWithTheReasonWhereItCannotServe) {
  const auto refusal = [](const char* topology, const Parameters& parameters) {
    return toruscope::refusal(topology, parameters, NetworkEngine::single);
  };
  Parameters worms = preset("unit");
  worms.switching = Switching::wormhole;
  Parameters free = preset("unit");
  free.ts = Ticks{};
  Parameters eager = preset("unit");
  eager.eager = 8;

  EXPECT_EQ(refusal("complete:4", preset("unit")), "");
  EXPECT_EQ(
      refusal("tree:4", preset("unit")),
      "network: cannot be served as single hops, for not every node of tree:4 has a PE; use hop, or leave "
      "the choice");
  EXPECT_EQ(refusal("torus:3x3", preset("unit")), "");
  EXPECT_THAT(refusal("complete:4", worms), testing::HasSubstr("messages that wait hold what others need"));
  EXPECT_THAT(refusal("complete:4", free), testing::HasSubstr("a startup takes no time"));
  EXPECT_THAT(refusal("complete:4", eager), testing::HasSubstr("sends may wait for their receives"));
}

}  // namespace
}  // namespace toruscope
