// SPDX-License-Identifier: Apache-2.0
// This computer refuses the command line the thread that watches a run.

#include "tests/cli/in_process.hpp"
#include "tests/support/refusing_allocation.hpp"

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
  EXPECT_THAT(refused.err, testing::HasSubstr("threads: this computer refuses another"));
  EXPECT_EQ(call(words, {}).code, 0);
}

}  // namespace
}  // namespace toruscope
