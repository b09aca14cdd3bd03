// SPDX-License-Identifier: Apache-2.0
// Polls that take time, questions about several requests, waits with a deadline (T14; reading z of
// docs/readings.md), worked out by hand. Complete graphs, ts = 4, th = 1, x = 5 for 5 bytes: what
// is sent at s, 5 bytes long, is at the mailbox at s + 10.

#include "tests/support/reference_network.hpp"
#include "tests/support/timeline.hpp"

#include <gtest/gtest.h>
#include <stdexcept>

namespace toruscope::test {
namespace {

using Network = MachineDescription::Network;

MachineDescription with_polls(std::int64_t poll, int p = 2) {
  return {.network = Network::complete, .sides = {p}, .ts = 4, .tw = 1, .th = 1, .poll = poll};
}

// --- the timelines of T14 ----------------------------------------------------------------------

TEST(ReferencePolls, TakeLongerAndLongerUntilWhatTheyAskForArrives) {
  expect_clocks(with_polls(3), {{irecv(0, 1), test(0, 0)}, {compute(30), send(0, 5)}},
                {{0, 3, 9, 18, 30, 40}, {30, 39}});
}

TEST(ReferencePolls, LetAPeGoOnThatWouldWaitForEverIfTheyWereFree) {
  const Program program{{irecv(0, 1, 1), irecv(1, 1, 2), test(0), test(1), send(1, 5), wait({0}), wait({1})},
                        {recv(0), send(0, 5, 1), send(0, 5, 2)}};

  expect_clocks(with_polls(3), program, {{0, 0, 3, 9, 18, 29, 38}, {19, 28, 37}});
  expect_deadlock(with_polls(0), program, {{0, 0, 0}, {}});
}

TEST(ReferencePolls, EndWithAnyArrivalAndBeginAnewAfterWork) {
  expect_clocks(
      with_polls(8, 3),
      {{irecv(0, 2), test(0, 3), compute(1), test(0, 2), recv(1)}, {send(0, 5)}, {compute(40), send(0, 5)}},
      {{0, 8, 10, 34, 35, 43, 50, 59}, {9}, {40, 49}});
}

TEST(ReferencePolls, HaveDeadlinesInTimeAndInThePast) {
  expect_clocks(
      with_polls(3),
      {{irecv(0, 1), irecv(1, 1), wait_until(0, 30), wait_until(0, 10), wait_until(1, -20), wait({1})},
       {compute(30), send(0, 5), compute(20), send(0, 5)}},
      {{0, 0, 30, 40, 43, 69}, {30, 39, 59, 68}});
}

TEST(ReferencePolls, AskAboutSeveralRequestsAtOnce) {
  expect_clocks(with_polls(3, 4),
                {{irecv(0, 1), irecv(1, 2), irecv(2, 3), test_any({0, 1, 2}), wait_some({0, 1, 2}),
                  test_all({0, 1, 2}, 0)},
                 {send(0, 5)},
                 {send(0, 5)},
                 {compute(20), send(0, 5)}},
                {{0, 0, 0, 3, 19, 22, 28, 30}, {9}, {9}, {20, 29}});
}

constexpr std::size_t kPollsBefore = 9'999;          // the next is without hope
constexpr std::int64_t kHopelessFrom = 49'995'000;   // 1 + 2 + ... + 9,999
constexpr std::int64_t kFirstHopeless = 50'005'000;  // its end

/// PE 0 polls for what PE 1 does not send: clocks of PE 0, the receive's first.
Outcome without_hope(std::vector<Operation> other) {
  return reference_run(with_polls(1, 3), {{irecv(0, 1), test(0, 0)}, std::move(other), {}});
}

TEST(ReferencePolls, WithoutHopeAreADeadlock) {
  const Outcome outcome = without_hope({compute(100)});

  EXPECT_TRUE(outcome.is_deadlock);
  EXPECT_EQ(outcome.finish, kHopelessFrom);
  ASSERT_EQ(outcome.clocks[0].size(), 1 + kPollsBefore);
  EXPECT_EQ(outcome.clocks[0].back(), kHopelessFrom);
}

TEST(ReferencePolls, WithoutHopeEndAsLongAsSomethingIsUnderWay) {
  for (const std::int64_t work : {kFirstHopeless, kFirstHopeless + 5'000}) {
    const Outcome outcome = without_hope({compute(work)});

    EXPECT_TRUE(outcome.is_deadlock);
    EXPECT_EQ(outcome.finish, work);
    ASSERT_EQ(outcome.clocks[0].size(), 2 + kPollsBefore);
    EXPECT_EQ(outcome.clocks[0].back(), kFirstHopeless);
  }
  // 5 bytes for PE 2, which does not take them, are under way until the very tick
  const Outcome message = without_hope({compute(kFirstHopeless - 10), send(2, 5)});
  EXPECT_EQ(message.clocks[0].size(), 2 + kPollsBefore);
  EXPECT_EQ(message.finish, kFirstHopeless);
  const Outcome earlier = without_hope({compute(kFirstHopeless - 11), send(2, 5)});
  EXPECT_EQ(earlier.clocks[0].size(), 1 + kPollsBefore);
  EXPECT_EQ(earlier.finish, kFirstHopeless - 2);  // the send is over at s + 9
}

TEST(ReferencePolls, WithoutHopeAreAnsweredIfSomebodySendsAfterAll) {
  const Outcome outcome = without_hope({compute(kFirstHopeless + 100), send(0, 5)});

  EXPECT_FALSE(outcome.is_deadlock);
  EXPECT_EQ(outcome.clocks[0].back(), kFirstHopeless + 110);
}

// The row of PE 0 is at its 10,000th poll; it gives up after that one, which ends while PE 1 works.
TEST(ReferencePolls, WithoutHopeMayBeGivenUp) {
  const Outcome outcome =
      reference_run(with_polls(1), {{irecv(0, 1), test(0, kPollsBefore + 1), send(1, 5), wait({0})},
                                    {compute(kFirstHopeless), recv(0), send(0, 5)}});

  EXPECT_FALSE(outcome.is_deadlock);
  EXPECT_EQ(outcome.finish, kFirstHopeless + 20);
}

TEST(ReferencePolls, WhoseDeadlineIsToComeAreNoDeadlock) {
  const Outcome outcome =
      reference_run(with_polls(1, 3), {{irecv(0, 1), test(0, 0)},
                                       {irecv(0, 2), wait_until(0, kFirstHopeless + 1), send(0, 5), wait({0})},
                                       {recv(1), send(1, 5)}});

  EXPECT_TRUE(outcome.is_deadlock);  // of PEs 1 and 2
  EXPECT_EQ(outcome.clocks[0].back(), kFirstHopeless + 11);
}

// --- arrivals ----------------------------------------------------------------------------------

TEST(ReferencePolls, FindWhatIsThereWhenTheyBeginOrEnd) {
  expect_clocks(with_polls(10), {{irecv(0, 1), test(0)}, {send(0, 5)}}, {{0, 10}, {9}});
  expect_clocks(with_polls(9), {{irecv(0, 1), test(0), test(0)}, {send(0, 5)}}, {{0, 9, 10}, {9}});
  expect_clocks(with_polls(10), {{irecv(0, 1), compute(10), test(0)}, {send(0, 5)}}, {{0, 10, 10}, {9}});
  expect_clocks(with_polls(10), {{probe(1), take(1)}, {send(0, 5)}}, {{10, 10}, {9}});
}

// Nothing costs anything but polls. PE 0 is answered before PE 1, whose message comes in the same
// tick.
TEST(ReferencePolls, EndAtOnceWithWhatArrivesInZeroTime) {
  MachineDescription machine{.network = Network::complete, .sides = {3}, .poll = 5};

  expect_clocks(machine, {{irecv(0, 1), test(0)}, {recv(any_source), send(0, 0)}, {send(1, 0)}},
                {{0, 0}, {0, 0}, {0}});
  expect_clocks(machine,
                {{irecv(0, 2), test(0), wait({0}), recv(1)},
                 {recv(any_source), send(0, 0)},
                 {send(1, 0), compute(4), send(0, 0)}},
                {{0, 0, 4, 4}, {0, 0}, {0, 4, 4}});
}

//   port   |0: 10 bytes to 1 14|-- 5 bytes to 2 23|
TEST(ReferencePolls, AboutSendsEndWithEachOfThem) {
  expect_clocks(with_polls(30), {{isend(0, 1, 50), test(0, 0)}, {recv(0)}}, {{4, 34, 54}, {55}});
  expect_clocks(with_polls(30, 3),
                {{isend(0, 1, 10), isend(1, 2, 5), test_all({0, 1}, 0)}, {recv(0)}, {recv(0)}},
                {{4, 8, 14, 23}, {15}, {24}});
}

// PE 1's send waits for its receive, and PE 0 knows of it at 6.
TEST(ReferencePolls, EndWhenTheyKnowOfASendThatWaits) {
  MachineDescription machine = with_polls(30, 3);
  machine.eager = 0;

  expect_clocks(
      machine,
      {{irecv(0, 2), test(0), recv(1), wait({0})}, {compute(6), send(0, 5)}, {compute(50), send(0, 5)}},
      {{0, 6, 16, 60}, {6, 15}, {50, 59}});
}

// --- in a row ----------------------------------------------------------------------------------

TEST(ReferencePolls, ThatSeeAMessageDoNotBeginAnew) {
  expect_clocks(with_polls(3),
                {{send(0, 1, 5), irecv(0, 1, 1), test(0), probe(0, 5), compute(0), test(0), recv(0, 5), test(0),
                  wait({0})},
                 {compute(100), send(0, 5, 1)}},
                {{0, 0, 3, 3, 3, 9, 9, 12, 110}, {100, 109}});
}

TEST(ReferencePolls, ThatCompleteARequestBeginAnew) {
  expect_clocks(with_polls(3),
                {{irecv(0, 1, 1), irecv(1, 1, 2), test(1), test(0), test(0), test(1), wait({1})},
                 {send(0, 5, 1), compute(50), send(0, 5, 2)}},
                {{0, 0, 3, 9, 10, 13, 69}, {9, 59, 68}});
}

TEST(ReferencePolls, OfAllKindsAndRequestsAreOneRow) {
  expect_clocks(with_polls(1),
                {{irecv(0, 1, 1), irecv(1, 1, 2), test(0), probe(1, 3), test_any({0, 1}), test_all({0, 1}),
                  wait_until(0, 0), probe_until(1, 0, 3), wait({0, 1})},
                 {compute(100), send(0, 5, 1), send(0, 5, 2)}},
                {{0, 0, 1, 3, 6, 10, 15, 21, 119}, {100, 109, 118}});
}

// --- several requests, deadlines ---------------------------------------------------------------

//   at the mailbox: from 2 at 10, from 1 at 30
TEST(ReferencePolls, CompleteWhatWasCompleteFirst) {
  const auto after_40 = [](Operation question) {
    const Outcome outcome = reference_run(
        with_polls(3, 3), {{irecv(0, 1), irecv(1, 2), compute(40), std::move(question), wait({0, 1})},
                           {compute(20), send(0, 5)},
                           {send(0, 5)}});
    EXPECT_EQ(outcome.clocks[0][3], 40);
    return outcome.seen[0][3];
  };

  EXPECT_EQ(after_40(test_any({0, 1})).index, 1);
  EXPECT_EQ(after_40(wait_some({0, 1})).indices, (std::vector<int>{1, 0}));
  EXPECT_EQ(after_40(test_all({0, 1})).got.size(), 2U);
}

TEST(ReferencePolls, OfAllCompleteNothingIfOneIsMissing) {
  expect_clocks(with_polls(3, 3),
                {{irecv(0, 1), irecv(1, 2), compute(15), test_all({0, 1}), wait({0}), wait({1})},
                 {send(0, 5)},
                 {compute(90), send(0, 5)}},
                {{0, 0, 15, 18, 18, 100}, {9}, {90, 99}});
}

TEST(ReferencePolls, WithADeadlineReceiveBeyondItWhatIsThereInTime) {
  expect_clocks(with_polls(3, 3),
                {{irecv(0, 1), irecv(1, 2), wait({0}), wait_until(1, 5)}, {send(0, 5)}, {send(0, 5)}},
                {{0, 0, 10, 19}, {9}, {9}});
}

TEST(ReferencePolls, ProbeUntilADeadline) {
  expect_clocks(with_polls(3), {{probe_until(1, 7), probe_until(1, 3), take(1)}, {send(0, 5)}},
                {{7, 10, 10}, {9}});
}

TEST(ReferencePolls, OfNoCostKeepTheirRule) {
  expect_clocks(with_polls(0),
                {{irecv(0, 1), test_any({0}), test_all({0}), wait_until(0, 5)}, {compute(30), send(0, 5)}},
                {{0, 0, 40}, {30, 39}});
}

TEST(ReferencePolls, BeyondTheLongestTimeAreRefused) {
  const std::int64_t cost = std::int64_t{1} << 60;  // the second would end at 3 cost
  EXPECT_THROW(reference_run(with_polls(cost), {{irecv(0, 1), test(0, 2)}, {}}), std::runtime_error);
}

}  // namespace
}  // namespace toruscope::test
