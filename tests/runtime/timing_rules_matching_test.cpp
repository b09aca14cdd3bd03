// SPDX-License-Identifier: Apache-2.0
// Which message a receive gets and when a question is answered (T10), and programs that wait for
// ever. That it is the right message is seen by its bytes, which the runner of programs checks.

#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {
namespace {

// ts = 10, one tick a byte: 100 bytes are there at 110, then 1 byte at 121.
MachineDescription pair() {
  return {.network = MachineDescription::Network::complete, .sides = {2}, .ts = 10, .tw = 1};
}

//   port of PE 1   ......|110 tag 2 121|--- tag 1 ---|231
TEST(Matching, GoesByTag) {
  expect_timeline(pair(), {{send(1, 100, 1), send(1, 1, 2)}, {recv(0, 2), recv(0, 1)}},
                  {{110, 121}, {121, 231}});
}

TEST(Matching, DoesNotLetMessagesOfOneTagOvertake) {
  expect_timeline(pair(), {{send(1, 100), send(1, 1)}, {recv(0), recv(0)}}, {{110, 121}, {110, 121}});
}

TEST(Matching, GivesTheFirstMessageToTheReceivePostedFirst) {
  expect_timeline(pair(), {{send(1, 100), send(1, 1)}, {irecv(0, 0), recv(0), wait({0})}},
                  {{110, 121}, {0, 121, 231}});
}

TEST(Matching, GoesByTheOrderOfPostingHoweverRequestsAreWaitedFor) {
  expect_timeline(pair(), {{send(1, 100), send(1, 1)}, {irecv(0, 0), irecv(1, 0), wait({1}), wait({0})}},
                  {{110, 121}, {0, 0, 121, 231}});
}

TEST(Matching, GoesByTheOrderOfNamingInARound) {
  expect_timeline(pair(), {{round({to(1, 100, 1), to(1, 1, 1)}, {})}, {round({}, {from(0, 1), from(0, 1)})}},
                  {{121}, {121}});
}

TEST(Matching, KeepsMessagesUntilTheirTagIsAskedFor) {
  expect_timeline(
      pair(),
      {{send(1, 0, 3), send(1, 0, 2), send(1, 0, 1)}, {compute(50), recv(0, 1), recv(0, 2), recv(0, 3)}},
      {{10, 20, 30}, {50, 50, 50, 50}});
}

//   PE 1            10|- ts -|x 5|25
//   PE 2       |- ts -|-- x 15 --|25       both at PE 0's mailbox at 25
//   PE 0's port   |- from 1 -|25------ from 2 ------50   from 2 first: free at 25 + 15 = 40
TEST(Matching, GivesTheLowestSourceOfTwoArrivalsAtOneTickToAReceiveWithoutASource) {
  MachineDescription machine = pair();
  machine.sides = {3};

  expect_timeline(machine, {{recv(any_source), recv(any_source)}, {compute(10), send(0, 5)}, {send(0, 15)}},
                  {{25, 50}, {10, 25}, {25}});
}

//   PE 2   |- ts -|x 5|15
//   PE 1            20|- ts -|- x 10 -|40
//   PE 0   |no |waits 15: no |waits until 40: yes |receives it: [20, 40) |receives PE 2's: [40, 55)
TEST(Matching, LetsTheSecondProbeAtOneClockWaitForTheNextArrival) {
  MachineDescription machine = pair();
  machine.sides = {3};

  expect_timeline(machine,
                  {{probe(1), probe(1), probe(1), recv(1), recv(2)}, {compute(20), send(0, 10)}, {send(0, 5)}},
                  {{0, 15, 40, 40, 55}, {20, 40}, {15}});
}

//   PE 0   send    |- ts -|- x 10 -|20
//          receive |- ts -|- x 10 -|20 - tr 7 -|27
//   The send is complete at the tick at which PE 1's message arrives: it goes first.
TEST(Matching, LetsWaitAnyCompleteTheSendBeforeTheReceiveOfOneTick) {
  MachineDescription machine = pair();
  machine.tr = 7;

  expect_timeline(machine,
                  {{isend(0, 1, 10), irecv(1, 1), wait_any({1, 0}), wait_any({1, 0})}, {send(0, 10), recv(0)}},
                  {{10, 10, 20, 27}, {20, 27}});
}

TEST(Deadlock, IsFoundWhereTwoPesWaitForEachOther) {
  expect_deadlock(pair(), {{recv(1), send(1, 1)}, {recv(0), send(0, 1)}}, {{}, {}});
}

TEST(Deadlock, IsFoundWhereNobodySends) {
  expect_deadlock(pair(), {{compute(5)}, {compute(3), recv(0)}}, {{5}, {3}});
}

TEST(Deadlock, IsFoundWhereTheTagIsAnother) {
  expect_deadlock(pair(), {{send(1, 1, 1)}, {recv(0, 2)}}, {{11}, {}});
}

TEST(Deadlock, IsFoundWhereAPeWaitsForItsOwnLaterMessage) {
  expect_deadlock(pair(), {{recv(0), send(0, 1)}, {compute(1)}}, {{}, {1}});
}

TEST(Deadlock, IsFoundWhereOneSynchronizesAndTheOtherWaitsForIt) {
  expect_deadlock(pair(), {{synchronize(), send(1, 1)}, {recv(0), synchronize()}}, {{}, {}});
}

}  // namespace
}  // namespace toruscope::test
