// SPDX-License-Identifier: Apache-2.0

#include "cli/process/progress.hpp"

#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace toruscope::cli {
namespace {

TEST(Watchdog, LetsARunEndInOrderWhenNoPeRuns) {
  Execution execution;
  execution.time_limit = std::chrono::milliseconds(1);
  const Watchdog watchdog("a run", execution, {}, false);
  ASSERT_EQ(execution.monitor->running[0].load(), 0);
  std::this_thread::sleep_for(
      std::chrono::milliseconds(700));  // longer than a PE that runs may do without a call
}

}  // namespace
}  // namespace toruscope::cli
