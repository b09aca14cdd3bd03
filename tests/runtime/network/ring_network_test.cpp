// SPDX-License-Identifier: Apache-2.0
// Ring by ring and hop by hop: the same grants, times and counts, in traffic that meets everywhere.

#include "tests/runtime/network/random_traffic.hpp"

#include <toruscope/toruscope.hpp>

#include <atomic>
#include <fmt/format.h>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace toruscope {
namespace {

TEST(RingRouter, GrantsWhatTheHopRouterGrants) {
  for (const char* topology :
       {"ring:9", "torus:5x4", "torus:3x2x4", "torus:2x2", "mesh:4x5", "line:7", "mesh:3x1x3"})
    for (const int ts : {0, 3})
      for (const int th : {0, 2}) {
        Parameters parameters = preset("unit");
        parameters.ts = Ticks{ts};
        parameters.tw = Ticks{1};
        parameters.th = Ticks{th};
        expect_as_hop_by_hop(NetworkEngine::ring, parse_topology(topology), parameters, random_traffic,
                             fmt::format("ts {} th {}", ts, th));
      }
}

// PE 1's first send has its receive already when its second one looks for one: it does not wait for
// the first to arrive.
//
//   PE 1   A [0,20] on its port   B: its receive is there at 30, port [30,60], link 1>2 at 40
//   PE 0   X asks for 1>2 at 110: behind B
TEST(RingRouter, MatchesSynchronousSendsAsTheHopRouterDoes) {
  Parameters parameters = preset("unit");
  parameters.ts = Ticks{10};
  parameters.tw = Ticks{1};
  parameters.th = Ticks{100};
  const auto program = [](Communicator& comm) {
    std::vector<char> a(20);
    std::vector<char> b(20);
    std::vector<char> x(5);
    if (comm.rank() == 0) comm.send(2, x);
    if (comm.rank() == 1) {
      comm.ssend(2, a);
      comm.ssend(2, b);
    }
    if (comm.rank() == 2) {
      std::vector<Request> first;
      first.push_back(comm.irecv(1, a));
      first.push_back(comm.irecv(1, b));
      Request other = comm.irecv(0, x);
      comm.wait_all(first);
      comm.wait(other);
    }
  };
  const auto run = [&](NetworkEngine network) {
    Machine machine(line(3), parameters, {.network = network, .workers = 1, .record_events = true});
    return test::everything(machine.run(program));
  };

  EXPECT_EQ(run(NetworkEngine::ring), run(NetworkEngine::hop));
}

/// One message after the other: no port rule is broken.
void in_turn(Communicator& comm) {
  const int p = comm.size();
  std::vector<char> body(3);
  for (int i = 1; i < p; ++i) {
    comm.sendrecv((comm.rank() + i) % p, body, (comm.rank() - i + p) % p, body);
    comm.synchronize();
  }
}

/// What ends the run of a program, and that the machine runs another one as if nothing had been.
std::string end_of(const Parameters& parameters, const Execution& execution, std::atomic<bool>& stop,
                   const std::function<void(Communicator&)>& program) {
  Machine machine(torus(4, 4), parameters, execution);
  std::string end;
  try {
    machine.run(program);
  } catch (const Error& e) {
    end = std::to_string(static_cast<int>(e.code())) + ": " + e.what();
  }
  stop = false;
  return end + "\n" + test::everything(machine.run(in_turn));
}

// Messages are under way when a PE fails, or breaks a port rule.
TEST(RingRouter, EndsEarlyAsTheHopRouterDoes) {
  Parameters parameters = preset("unit");
  parameters.ts = Ticks{3};
  parameters.tw = Ticks{1};
  parameters.th = Ticks{2};
  Parameters strict = parameters;
  strict.port_policy = PortPolicy::strict;
  const auto failing = [](Communicator& comm) {
    std::vector<char> body(5);
    std::vector<Request> sends;
    for (Rank to = 0; to < comm.size(); ++to) sends.push_back(comm.isend(to, body));
    if (comm.rank() == 2) {
      comm.compute(Ticks{40});
      throw std::runtime_error("enough");
    }
    comm.wait_all(sends);
    for (Rank from = 0; from < comm.size(); ++from) comm.recv(from, body);
  };
  std::atomic<bool> stop{false};
  const auto run = [&](const Parameters& machine, const Execution& execution, const auto& program) {
    return end_of(machine, execution, stop, program);
  };
  const Execution hop{.network = NetworkEngine::hop, .workers = 1};
  const std::string failed = run(parameters, hop, failing);
  const std::string violated = run(strict, hop, random_traffic);
  EXPECT_THAT(failed, testing::StartsWith("7: PE 2 threw at 85 steps: enough"));
  EXPECT_THAT(violated, testing::StartsWith("4: "));

  for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads})
    for (const int workers : {1, 4}) {
      const Execution ring{.engine = engine, .network = NetworkEngine::ring, .workers = workers};
      EXPECT_EQ(run(parameters, ring, failing), failed);
      EXPECT_EQ(run(strict, ring, random_traffic), violated);
    }
}

TEST(RingRouter, EndsWhenInterrupted) {
  for (const PeEngine engine : {PeEngine::fibers, PeEngine::threads})
    for (const int workers : {1, 4}) {
      std::atomic<bool> stop{false};
      const Execution ring{
          .engine = engine, .network = NetworkEngine::ring, .workers = workers, .interrupt = &stop};
      const auto stopping = [&](Communicator& comm) {
        for (int i = 0;; ++i) {
          if (i == 3 && comm.rank() == 5) stop = true;
          random_traffic(comm);
        }
      };
      const std::string end = end_of(preset("unit"), ring, stop, stopping);
      const Execution plain{.network = NetworkEngine::ring, .workers = 1};
      EXPECT_THAT(end, testing::StartsWith("130: interrupted at "));
      EXPECT_THAT(end, testing::EndsWith(end_of(preset("unit"), plain, stop, in_turn)));
    }
}

TEST(RingRouter, IsRefusedWithTheReasonWhereItCannotServe) {
  const auto refusal = [](const char* topology, const Parameters& parameters) {
    return toruscope::refusal(topology, parameters, NetworkEngine::ring);
  };
  Parameters worms = preset("unit");
  worms.switching = Switching::wormhole;

  EXPECT_THAT(refusal("hypercube:3", preset("unit")),
              testing::HasSubstr("links of hypercube:3 are no rings or lines"));
  EXPECT_THAT(refusal("torus:4x4", worms), testing::HasSubstr("the switching is wormhole, not cut-through"));
  EXPECT_EQ(refusal("torus:4x4", preset("unit")), "");
}

}  // namespace
}  // namespace toruscope
