// SPDX-License-Identifier: Apache-2.0
// This computer refuses the command line the thread that watches a run.

#include "tests/cli/in_process.hpp"
#include "tests/support/refusing_allocation.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope {
namespace {

TEST(RefusedThreads, ThatOfTheWatchdogIsALimitOfThisComputer) {
  const std::vector<std::string> words{"verify", "broadcast", "--topology", "ring:4", "-j", "1"};
  refusing::grant_threads(0);
  const Outcome refused = call(words, {});
  refusing::grant_threads(-1);
  EXPECT_EQ(refused.code, 6) << refused.err;
  EXPECT_THAT(refused.err, testing::AllOf(testing::HasSubstr("threads: this computer refuses another"),
                                          testing::HasSubstr("(ulimit -u), or take fewer threads: -j 1")));
  EXPECT_EQ(call(words, {}).code, 0);
}

/// A sweep goes on in those that there are.
TEST(RefusedThreads, AreNotMissedByASweep) {
  const std::vector<std::string> words{"verify", "--all", "barrier", "-j", "4", "--format", "csv"};
  const Outcome all = call(words, {});
  refusing::grant_threads(1);
  const Outcome outcome = call(words, {});
  refusing::grant_threads(-1);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, all.out);
}

/// Every run wants a thread that watches it, too.
TEST(RefusedThreads, EndRunsSideBySideWithARowForTheOneThatFailed) {
  const std::vector<std::string> words{"bench", "broadcast", "-a",      "flat",           "-t",       "ring:4",
                                       "-j",    "3",         "--sweep", "ts=1us,2us,5us", "--format", "csv"};
  for (const int threads : {0, 1}) {
    refusing::grant_threads(threads);
    const Outcome outcome = call(words, {});
    refusing::grant_threads(-1);
    EXPECT_EQ(outcome.code, 6) << outcome.err;
    EXPECT_THAT(outcome.err, testing::HasSubstr("what was to follow was not run"));
    EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 2) << outcome.out;
  }
  const Outcome outcome = call(words, {});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(std::count(outcome.out.begin(), outcome.out.end(), '\n'), 4) << outcome.out;
}

}  // namespace
}  // namespace toruscope
