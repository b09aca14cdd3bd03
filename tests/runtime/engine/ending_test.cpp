// SPDX-License-Identifier: Apache-2.0
// What a run throws in the end, and what it tells if ending it ends the process.

#include "runtime/engine/ending.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdexcept>

namespace toruscope::core {
namespace {

using testing::HasSubstr;
using testing::StrEq;
using testing::ThrowsMessage;

RunFailure lost_at(Ticks when) {
  return {when, 3, "", std::make_exception_ptr(ProgramError("PE 3 threw: lost", 3, when))};
}

TEST(Ending, OfARunThatFinishedIsNoError) {
  Ending ending;
  EXPECT_EQ(ending.why(), Ending::Why::not_yet);
  ending.end_well();
  EXPECT_EQ(ending.error(), nullptr);
  EXPECT_NO_THROW(ending.throw_error(std::nullopt));
}

TEST(Ending, ThrowsTheEarliestFailure) {
  Ending ending;
  ending.end_by_failure(lost_at(Ticks{5}));
  EXPECT_THAT([&] { ending.throw_error(std::nullopt); },
              ThrowsMessage<ProgramError>(StrEq("PE 3 threw: lost")));
}

TEST(Ending, InDeadlockTellsWhoWaits) {
  Ending ending;
  ending.end_in_deadlock(DeadlockError::Where::network, Ticks{7}, "deadlock at 7 steps");
  EXPECT_THAT([&] { ending.throw_error(std::nullopt); },
              ThrowsMessage<DeadlockError>(StrEq("deadlock at 7 steps")));
  try {
    ending.throw_error(std::nullopt);
  } catch (const DeadlockError& error) {
    EXPECT_EQ(error.where(), DeadlockError::Where::network);
  }
}

// The program has thrown, and a destructor on the way out waits for what never comes.
TEST(Ending, InDeadlockNamesTheErrorThatLedToIt) {
  Ending ending;
  ending.end_in_deadlock(DeadlockError::Where::program, Ticks{7}, "deadlock at 7 steps");
  EXPECT_THAT([&] { ending.throw_error(lost_at(Ticks{5})); },
              ThrowsMessage<ProgramError>(StrEq(
                  "PE 3 threw: lost\nas this left the program, a destructor waited: deadlock at 7 steps")));
}

TEST(Ending, FromOutsideHasAnErrorUnderWayInItsReport) {
  Ending ending;
  ending.end_early(Ending::Why::limit, "time limit");
  EXPECT_THAT([&] { ending.throw_error(lost_at(Ticks{5})); },
              ThrowsMessage<HostLimitError>(StrEq("time limit\nPE 3 threw: lost")));
  ending.end_early(Ending::Why::interrupt, "interrupted");
  EXPECT_THAT([&] { ending.throw_error(std::nullopt); }, ThrowsMessage<InterruptedError>(StrEq("interrupted")));
}

TEST(Ending, ByTheHostThrowsWhatTheHostRefused) {
  Ending ending;
  ending.end_by_host(std::make_exception_ptr(std::bad_alloc()));
  EXPECT_THROW(ending.throw_error(std::nullopt), std::bad_alloc);
}

TEST(Ending, HasLastWordsUntilItForgetsThem) {
  Ending ending;
  ending.prepare_last_words();
  EXPECT_EQ(ending.last_words(), nullptr);
  ending.end_early(Ending::Why::limit, "time limit");
  ending.prepare_last_words();
  ASSERT_NE(ending.last_words(), nullptr);
  EXPECT_THAT(ending.last_words()->report(), HasSubstr("time limit"));
  EXPECT_EQ(ending.last_words()->code(), ExitCode::host_limit);
  ending.forget_last_words();
  EXPECT_EQ(ending.last_words(), nullptr);
}

}  // namespace
}  // namespace toruscope::core
