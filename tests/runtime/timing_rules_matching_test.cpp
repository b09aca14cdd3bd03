// SPDX-License-Identifier: Apache-2.0
// Which message a receive gets (T10, named receives), and programs that wait for ever. That it is the right message
// is seen by its bytes, which the runner of programs checks.

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
