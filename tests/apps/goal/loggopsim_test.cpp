// SPDX-License-Identifier: Apache-2.0
// Where LogGOPSim (commit 76451de) counts otherwise: docs/classical_models.md, "LogGOPSim". What it
// says stands beside each file.

#include "tests/apps/app_run.hpp"

#include <gtest/gtest.h>

namespace toruscope {
namespace {

/// Times in ns; a byte takes G ns.
struct LogGops {
  std::int64_t latency, overhead, gap, per_byte;  // L, o, g, G
};

Time nanoseconds(std::int64_t n) {
  return Time::femtoseconds(n * 1'000'000);
}

Report run_goal(const std::string& text, const LogGops& costs) {
  const test::TemporaryFolder folder;
  AppRequest request = test::request_for(folder.file("a.goal", text), "complete:3");
  request.parameters = preset("generic");
  request.parameters.ts = request.parameters.tr = nanoseconds(costs.overhead);
  request.parameters.latency = nanoseconds(costs.latency - costs.per_byte);
  request.parameters.gap = nanoseconds(costs.gap);
  request.parameters.tw = nanoseconds(costs.per_byte);
  request.parameters.th = Time{};
  const AppResult result = test::run_app("goal", request);
  EXPECT_TRUE(result.verified) << result.check;
  return result.report;
}

std::int64_t nanoseconds(const Stamp& end) {
  EXPECT_EQ(end.time.count % 1000, 0);
  return end.time.count / 1000;
}

TEST(LogGopSim, ServesMessagesWhenTheyArriveAndNotWhenTheyAreReceived) {
  const Report report = run_goal(
      "num_ranks 3\n"
      "rank 0 {\nl1: send 1b to 2\nl2: send 1b to 2\nl2 requires l1\nl3: recv 1b from 1 tag 0\nl3 requires l2\n"
      "l4: recv 1b from 1 tag 1\nl4 requires l2\n}\n"
      "rank 1 {\nsend 1b to 0 tag 0\nsend 1b to 0 tag 1\n}\n"
      "rank 2 {\nrecv 1b from 0\nrecv 1b from 0\n}\n",
      {.latency = 10, .overhead = 0, .gap = 100, .per_byte = 0});
  EXPECT_EQ(nanoseconds(report.finish), 200) << "LogGOPSim: 110";
}

TEST(LogGopSim, PaysTheOverheadOfASendWhenItStartsAndNotWhenItIsPosted) {
  const Report report = run_goal(
      "num_ranks 3\n"
      "rank 0 {\nsend 1b to 1 tag 0\nsend 1b to 1 tag 1\nrecv 1b from 2\n}\n"
      "rank 1 {\nrecv 1b from 0 tag 0\nrecv 1b from 0 tag 1\n}\n"
      "rank 2 {\nl1: calc 11\nl2: send 1b to 0\nl2 requires l1\n}\n",
      {.latency = 20, .overhead = 10, .gap = 40, .per_byte = 0});
  EXPECT_EQ(nanoseconds(report.pes[0].finish), 51) << "LogGOPSim: 60";
}

TEST(LogGopSim, KeepsTheProcessorOfAReceiverForTheWholeMessage) {
  const Report report = run_goal(
      "num_ranks 3\n"
      "rank 0 {\nsend 100b to 1\n}\n"
      "rank 1 {\nrecv 100b from 0\nl2: calc 50\nl3: send 1b to 2\nl3 requires l2\n}\n"
      "rank 2 {\nrecv 1b from 1\n}\n",
      {.latency = 10, .overhead = 0, .gap = 1, .per_byte = 1});
  EXPECT_EQ(nanoseconds(report.finish), 109) << "LogGOPSim: 159";
}

TEST(LogGopSim, KeepsItInARelayToo) {
  std::string first, second, third;
  for (int i = 0; i < 4; ++i) {
    const std::string n = std::to_string(i);
    first += "send 1024b to 1 tag " + n + "\n";
    second += "r" + n + ": recv 1024b from 0 tag " + n + "\ns" + n + ": send 1024b to 2 tag " + n + "\ns" + n +
              " requires r" + n + "\n";
    third += "recv 1024b from 1 tag " + n + "\n";
  }
  const Report report =
      run_goal("num_ranks 3\nrank 0 {\n" + first + "}\nrank 1 {\n" + second + "}\nrank 2 {\n" + third + "}\n",
               {.latency = 2500, .overhead = 1500, .gap = 1000, .per_byte = 6});
  EXPECT_EQ(nanoseconds(report.finish), 46208) << "LogGOPSim: 56828";
}

}  // namespace
}  // namespace toruscope
