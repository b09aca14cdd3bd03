// SPDX-License-Identifier: Apache-2.0
// The line of progress: what is done, how fast, how long the rest takes.

#include "cli/process/progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::cli {
namespace {

TEST(Progress, TellsRateAndRemainingTime) {
  EXPECT_EQ(progress_text(3, 24, "runs", 2), "3 of 24 runs, 1.5 per s, 14 s left");
  EXPECT_EQ(progress_text(2, 5, "runs", 60), "2 of 5 runs, 30.0 s each, 1 min 30 s left");
  EXPECT_EQ(progress_text(5, 5, "runs", 60), "5 of 5 runs, 12.0 s each");
  EXPECT_EQ(progress_text(0, 5, "runs", 60), "0 of 5 runs");
  EXPECT_EQ(progress_text(1500, 0, "runs", 3), "1,500 runs, 500.0 per s");
}

TEST(Progress, WritesDurationsInTwoUnits) {
  EXPECT_EQ(duration_text(0.2), "1 s");
  EXPECT_EQ(duration_text(59.9), "1 min 0 s");
  EXPECT_EQ(duration_text(3725), "1 h 2 min");
}

TEST(Progress, OfARunIsByThePredictedTime) {
  RunMonitor monitor;
  monitor.virtual_time = 250;
  monitor.messages = 1000;
  monitor.pes = 8;
  Parameters machine;  // counts steps, a tick each
  const std::string known = run_progress_text("barrier by tree", 4, monitor, machine, Ticks{1000});
  EXPECT_THAT(known, testing::HasSubstr(
                         "0 of 8 PEs ended, 1,000 messages (250 per s), 25 % of the predicted T, 12 s left"));
  EXPECT_THAT(run_progress_text("barrier by tree", 4, monitor, machine, std::nullopt),
              testing::EndsWith("(250 per s)"));
}

}  // namespace
}  // namespace toruscope::cli
