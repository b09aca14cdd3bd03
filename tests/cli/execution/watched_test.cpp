// SPDX-License-Identifier: Apache-2.0
// --time-limit is for the whole command.

#include "cli/execution/runs.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::cli {
namespace {

using namespace std::chrono_literals;

TEST(TimeLeft, IsWhatTheRunsBeforeHaveNotUsed) {
  Settings settings;
  settings.execution.time_limit = 1h;
  settings.start -= 40min;

  EXPECT_LE(time_left("a run", settings), 20min);
  EXPECT_GT(time_left("a run", settings), 0min);
}

TEST(TimeLeft, IsNothingForARunThatCouldNotEvenStart) {
  Settings settings;
  settings.execution.time_limit = 1h;
  settings.start -= 2h;

  EXPECT_THAT([&] { time_left("the second run", settings); },
              testing::ThrowsMessage<HostLimitError>(
                  testing::HasSubstr("3600000 ms had passed before the second run could start")));
}

TEST(TimeLeft, IsWithoutEndIfThereIsNoLimit) {
  Settings settings;
  settings.start -= 2h;

  EXPECT_FALSE(time_left("a run", settings));
}

}  // namespace
}  // namespace toruscope::cli
