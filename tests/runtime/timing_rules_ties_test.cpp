// SPDX-License-Identifier: Apache-2.0
// What asks at one tick, or while something else waits: which send goes first, and which reception
// (T5, T8, T11; readings q and v of docs/readings.md). Each timeline is worked out by hand above
// its test, for the reference and the Machine alike.

#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

MachineDescription worms(PortRule rule, std::int64_t th) {
  return {.network = MachineDescription::Network::line,
          .sides = {3},
          .ts = 1,
          .tw = 1,
          .th = th,
          .port_rule = rule,
          .switching = SwitchingMode::wormhole};
}

// Startups and hops take no time. PE 1's empty message was posted before its long one, which waits
// for its receive, so it starts as tick 0 begins and crosses link 1>2 in no time; PE 0's waits for
// its receive and starts when the tick is quiet.
//   link 1>2   0 empty | [0, 1) PE 0's | [1, 3) PE 1's long one, whose receive is posted at 1
TEST(Ties, ASendPostedBeforeOneThatWaitsStartsAsTheTickBegins) {
  MachineDescription machine = worms(PortRule::k, 0);
  machine.ts = 0;
  machine.eager = 0;

  const Report report = expect_timeline(
      machine,
      {{send(2, 1)}, {isend(0, 2, 0), send(2, 2), wait({0})}, {irecv(0, 0), recv(1), wait({0}), recv(1)}},
      {{1}, {0, 3, 3}, {0, 0, 1, 3}});

  EXPECT_EQ(report.totals.link_conflicts, 0);
}

// PE 0's worm to 2: header on 0>1 at 1, on 1>2 at 3, so that r_0 = 4 is known at 3. What PE 0 sends
// itself needs no port, so it comes to the meeting at 1 and lets PE 1 send from 1 on: header on 1>0
// at 2, at the mailbox at 2 + 2 + 1 = 5, through PE 0's one port [4, 6).
TEST(Ties, AMessageToOneselfWaitsForNoSendUnderHalf) {
  expect_timeline(worms(PortRule::half, 2),
                  {{isend(0, 2, 3), sendrecv(0, 1, 0), synchronize(), recv(1), wait({0})},
                   {synchronize(), send(0, 1)},
                   {synchronize(), recv(0)}},
                  {{1, 1, 1, 6, 6}, {1, 3}, {1, 8}});
}

// PE 1's long worm has link 1>2 for [1, 21), PE 0's stands behind it and leaves at 21 + 5 - 1 = 25.
// A reception from the PE that it is sent to, 2, may go on beside it: [2, 4). So all meet at 4, and
// PE 2 sends to 1 from 4 on: there at 5 + 1 + 1 = 7. PE 2's own receptions: from 1 [2, 23), for its
// send to 0 ends at 2; from 0, at the mailbox at 27, [23, 29).
TEST(Ties, AReceptionWaitsForNoSendToTheSamePartnerUnderTelephone) {
  expect_timeline(worms(PortRule::telephone, 1),
                  {{isend(0, 2, 5), recv(2), synchronize(), wait({0})},
                   {isend(0, 2, 20), synchronize(), recv(2), wait({0})},
                   {send(0, 1), synchronize(), send(1, 1), recv(1), recv(0)}},
                  {{1, 4, 4, 25}, {1, 4, 7, 21}, {2, 4, 6, 23, 29}});
}

// PE 1's worm has link 1>2 for [1, 31), PE 0's stands behind it and has the one port until 31 + 5 -
// 1 = 35. PE 2's message is there at 4 and asks for the port then; the send to PE 1 asks when its
// receive is posted, at 20, and comes after it.
//   PE 0's port   |0 to 2 -------------- 35|35 from 2 37|37 to 1 43|
TEST(Ties, AReceptionKeepsItsPlaceBeforeASendThatAsksLater) {
  expect_timeline(worms(PortRule::half, 1),
                  {{isend(0, 2, 5), issend(1, 1, 5), recv(2), wait({0, 1})},
                   {isend(0, 2, 30), compute(19), recv(0), wait({0})},
                   {send(0, 1), recv(1), recv(0)}},
                  {{1, 2, 37, 43}, {1, 20, 44, 44}, {2, 33, 39}});
}

// PE 3 posts its receive at 10, long after PE 0's message is known to it, at 1; PE 1 has its
// message at 10. The questions of tick 10 in the order of ranks: PE 1 goes on, and its message has
// links 1>2, 2>3, 3>4 for [10, 11). Then PE 3's receive gets PE 0's message, which starts at 10 and
// waits for link 1>2 until 11.
TEST(Ties, AReceiveGetsNoMessageBeforeItsOwnPosting) {
  MachineDescription machine = worms(PortRule::k, 0);
  machine.sides = {5};
  machine.switching = SwitchingMode::cut_through;
  machine.injection = Injection::buffered;
  machine.ts = 0;
  machine.eager = 4;

  expect_timeline(machine,
                  {{recv(2), send(3, 8)},
                   {recv(any_source), send(4, 1)},
                   {send(0, 1), compute(9), send(1, 1)},
                   {compute(10), recv(any_source)},
                   {recv(1)}},
                  {{1, 10}, {10, 10}, {0, 9, 9}, {10, 19}, {11}});
}

// PE 1's first message is at the mailbox at 1 + 5 + 10 = 16. PE 0's first receive names it and
// comes before the one without a source, so the second message needs not wait for that: it asks at
// 1, has the port at 6, is there at 18.
TEST(Ties, AReceiveBeforeAllWithoutASourceHasItsMessageAsSoonAsBothArePosted) {
  MachineDescription machine = worms(PortRule::k, 0);
  machine.switching = SwitchingMode::cut_through;
  machine.latency = 10;
  machine.eager = 1000;

  expect_timeline(
      machine,
      {{irecv(0, 1), recv(any_source, 3), wait({0})}, {isend(0, 0, 5, 3), issend(1, 0, 1), wait({0, 1})}, {}},
      {{0, 16, 18}, {1, 2, 8}, {}});
}

// The second probe of PE 1 waits for the next arrival, or for a send that becomes known to it: at
// 3, although that send, for which there is a receive, starts at that very tick and its message is
// on its way until 4.
TEST(Ties, AProbeGoesOnWhenASendBecomesKnown) {
  MachineDescription machine = worms(PortRule::k, 0);
  machine.switching = SwitchingMode::cut_through;
  machine.ts = 0;
  machine.eager = 1000;

  expect_timeline(machine, {{compute(3), ssend(1, 1)}, {irecv(0, 0), probe(any_source, 1, 2), wait({0})}, {}},
                  {{3, 4}, {0, 0, 3, 4}, {}});
}

// All at tick 0. The first test is unsuccessful, the second waits; then PE 1's receive gets the
// message, which starts, and is taken over by the router at once: the end of its send, for which
// the test waits, is at 0.
TEST(Ties, ATestOfASendEndsAtTheTickAtWhichTheSendDoes) {
  MachineDescription machine = worms(PortRule::k, 0);
  machine.switching = SwitchingMode::cut_through;
  machine.injection = Injection::buffered;
  machine.ts = 0;
  machine.eager = 1000;

  expect_timeline(machine, {{issend(0, 1, 1), test(0, 2)}, {recv(any_source)}, {}}, {{0, 0, 0}, {1}, {}});
}

}  // namespace
}  // namespace toruscope::test
