// SPDX-License-Identifier: Apache-2.0
// Critical paths that can be calculated by hand, event by event. ts = 4, tr = 2, x = 5 for 5 bytes,
// th = 1, unless said.

#include "tests/support/path_check.hpp"

#include <toruscope/machine.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using Lines = std::vector<std::string>;

const Parameters kCosts{.ts = Ticks{4}, .tr = Ticks{2}, .tw = Ticks{1}, .th = Ticks{1}, .tick = Time{}};

/// "0..4 startup 0 1": begin, end, kind, PE or node, the other; what has no length without its
/// cost.
Lines path(const TopologyPtr& topology, const Parameters& costs,
           const std::function<void(Communicator&)>& program, PeEngine engine = PeEngine::fibers) {
  Execution execution{.engine = engine, .workers = 2, .record_events = true};
  execution.record_critical_path = true;
  const Report report = Machine(topology, costs, execution).run(program);
  EXPECT_EQ(test::path_fault(report), "");
  Lines lines;
  for (const PathEvent& e : report.critical_path) {
    if (e.begin == e.end && e.kind < PathEvent::Kind::port_wait) continue;
    lines.push_back(fmt::format("{}..{} {} {} {}{}", e.begin.count, e.end.count, to_string(e.kind), e.pe,
                                e.peer, e.receives ? " received" : ""));
  }
  return lines;
}

TEST(CriticalPath, FollowsAMessageOverItsLinks) {
  const auto program = [](Communicator& comm) {
    std::vector<char> body(5);
    if (comm.rank() == 0) comm.compute(Ticks{3});
    if (comm.rank() == 0) comm.send(2, body);
    if (comm.rank() == 2) comm.recv(0, body);
  };
  const Lines expected{"0..3 compute 0 -1", "3..7 startup 0 2",       "7..8 hop 0 1",
                       "8..9 hop 1 2",      "9..14 transmission 0 2", "14..16 receive 2 0"};
  EXPECT_EQ(path(ring(8), kCosts, program), expected);
  EXPECT_EQ(path(ring(8), kCosts, program, PeEngine::threads), expected);
}

TEST(CriticalPath, TransmitsOnEachLinkWhereMessagesAreStored) {
  Parameters costs = kCosts;
  costs.switching = Switching::store_and_forward;
  costs.latency = Ticks{10};
  const Lines expected{
      "0..4 startup 0 2",        "4..5 hop 0 1",       "5..10 transmission 0 2", "10..11 hop 1 2",
      "11..16 transmission 0 2", "16..26 latency 0 2", "26..28 receive 2 0"};
  EXPECT_EQ(path(ring(8), costs,
                 [](Communicator& comm) {
                   std::vector<char> body(5);
                   if (comm.rank() == 0) comm.send(2, body);
                   if (comm.rank() == 2) comm.recv(0, body);
                 }),
            expected);
}

/// PE 1's message is in the link 1 -> 2 when PE 0's asks for it: [4, 9), and PE 0's asks at 5.
TEST(CriticalPath, TellsWaitsForLinks) {
  const Lines expected{"0..4 startup 0 3",  "4..5 hop 0 1",   "5..9 link wait 1 2",
                       "9..10 hop 1 2",     "10..11 hop 2 3", "11..16 transmission 0 3",
                       "16..18 receive 3 0"};
  EXPECT_EQ(path(ring(8), kCosts,
                 [](Communicator& comm) {
                   std::vector<char> body(5);
                   if (comm.rank() == 0) comm.send(3, body);
                   if (comm.rank() == 1) comm.send(2, body);
                   if (comm.rank() == 2) comm.recv(1, body);
                   if (comm.rank() == 3) comm.recv(0, body);
                 }),
            expected);
}

/// PE 1's worm of 15 bytes is in the link 1 -> 2 in [4, 19), PE 0's behind it: its tail leaves PE 0
/// at 19 + 5 - 1. It waits for no link from PE 0 to PE 2, as there is none.
TEST(CriticalPath, TellsTheWaitsOfAWormThatHoldsItsPort) {
  Parameters costs = kCosts;
  costs.switching = Switching::wormhole;
  Execution execution;
  execution.record_critical_path = true;
  const Report report = Machine(ring(8), costs, execution).run([](Communicator& comm) {
    std::vector<char> short_one(5), long_one(15);
    if (comm.rank() == 0) comm.send(2, short_one);
    if (comm.rank() == 0) comm.compute(Ticks{100});
    if (comm.rank() == 1) comm.send(2, long_one);
    if (comm.rank() == 2) comm.recv(1, long_one);
    if (comm.rank() == 2) comm.recv(0, short_one);
  });

  EXPECT_EQ(test::path_fault(report), "");
  Lines told;
  for (const PathEvent& e : report.critical_path)
    told.push_back(fmt::format("{} {}..{} {} {} of {}", to_string(e.kind), e.begin.count, e.end.count, e.pe,
                               e.peer, e.count));
  EXPECT_EQ(told, (Lines{"startup 0..4 0 2 of 1", "link wait 4..18 0 2 of 2", "transmission 18..23 0 2 of 1",
                         "compute 23..123 0 -1 of 1"}));
}

TEST(CriticalPath, NamesWhoHeldASendPort) {
  const Lines expected{"0..4 startup 0 1", "4..9 transmission 0 1",   "9..9 port wait 0 1", "9..13 startup 0 2",
                       "13..14 hop 0 2",   "14..19 transmission 0 2", "19..21 receive 2 0"};
  EXPECT_EQ(path(complete(3), kCosts,
                 [](Communicator& comm) {
                   std::vector<char> body(5);
                   if (comm.rank() == 0) {
                     Request first = comm.isend(1, body);
                     Request second = comm.isend(2, body);
                     comm.wait_all(first, second);
                   } else {
                     comm.recv(0, body);
                   }
                 }),
            expected);
}

/// Two messages are at PE 0's mailbox at 10; the second takes its port for ts + x after the first.
TEST(CriticalPath, NamesWhoHeldAReceivePort) {
  const Lines expected{"0..4 startup 1 0",
                       "4..5 hop 1 0",
                       "5..10 transmission 1 0",
                       "10..10 port wait 0 1 received",
                       "10..14 startup 0 2 received",
                       "14..19 transmission 0 2 received",
                       "19..21 receive 0 2"};
  EXPECT_EQ(path(complete(3), kCosts,
                 [](Communicator& comm) {
                   std::vector<char> one(5), two(5);
                   if (comm.rank() == 0)
                     comm.round([&](Round& round) {
                       round.recv(1, one);
                       round.recv(2, two);
                     });
                   else
                     comm.send(0, one);
                 }),
            expected);
}

TEST(CriticalPath, KeepsTheGapBetweenSends) {
  Parameters costs = kCosts;
  costs.gap = Ticks{20};
  const Lines expected{"0..20 gap 0 2",  "20..20 port wait 0 1",    "20..24 startup 0 2",
                       "24..25 hop 0 2", "25..30 transmission 0 2", "30..32 receive 2 0"};
  EXPECT_EQ(path(complete(3), costs,
                 [](Communicator& comm) {
                   std::vector<char> body(5);
                   if (comm.rank() == 0) {
                     comm.send(1, body);
                     comm.send(2, body);
                   } else {
                     comm.recv(0, body);
                   }
                 }),
            expected);
}

/// Rule half: PE 0's send waits for g after the beginning of its reception [1, 10), so not for its
/// end.
TEST(CriticalPath, GoesOnFromTheBeginningOfAReception) {
  Parameters costs = kCosts;
  costs.ports = half_port;
  costs.tr = Ticks{};
  costs.gap = Ticks{20};
  const Lines expected{"0..1 hop 1 0",       "1..21 gap 0 2",  "21..21 port wait 0 1 received",
                       "21..25 startup 0 2", "25..26 hop 0 2", "26..31 transmission 0 2"};
  EXPECT_EQ(path(complete(3), costs,
                 [](Communicator& comm) {
                   std::vector<char> body(5);
                   if (comm.rank() == 0) {
                     comm.recv(1, body);
                     comm.send(2, body);
                   } else if (comm.rank() == 1) {
                     comm.send(0, body);
                   } else {
                     comm.recv(0, body);
                   }
                 }),
            expected);
}

TEST(CriticalPath, FollowsWhoWasWaitedFor) {
  Parameters costs = kCosts;
  costs.tr = Ticks{};
  const Lines expected{"0..30 compute 1 -1",      "30..30 synchronize 0 1", "30..37 compute 0 -1",
                       "37..37 receive wait 1 0", "37..41 startup 1 0",     "41..42 hop 1 0",
                       "42..47 transmission 1 0"};
  EXPECT_EQ(path(complete(2), costs,
                 [](Communicator& comm) {
                   std::vector<char> body(5);
                   if (comm.rank() == 1) comm.compute(Ticks{30});
                   comm.synchronize();
                   if (comm.rank() == 1) {
                     comm.ssend(0, body);
                   } else {
                     comm.compute(Ticks{7});
                     comm.recv(1, body);
                   }
                 }),
            expected);
}

/// The second test at 0 waits for the arrival at 10.
TEST(CriticalPath, FollowsWhatATestWaitedFor) {
  const Lines expected{"0..4 startup 1 0", "4..5 hop 1 0", "5..10 transmission 1 0", "10..10 partner wait 0 1",
                       "10..12 receive 0 1"};
  EXPECT_EQ(path(complete(2), kCosts,
                 [](Communicator& comm) {
                   std::vector<char> body(5);
                   if (comm.rank() == 1) {
                     comm.send(0, body);
                   } else {
                     Request request = comm.irecv(1, body);
                     while (!comm.test(request)) continue;
                   }
                 }),
            expected);
}

TEST(CriticalPath, IsEmptyUnlessItIsAskedFor) {
  const Report report = Machine(ring(2), kCosts).run([](Communicator& comm) { comm.compute(Ticks{5}); });
  EXPECT_TRUE(report.critical_path.empty());
  EXPECT_EQ(report.finish.path, nullptr);
}

}  // namespace
}  // namespace toruscope
