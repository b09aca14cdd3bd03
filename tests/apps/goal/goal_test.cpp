// SPDX-License-Identifier: Apache-2.0
#include "tests/apps/app_run.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace toruscope {
namespace {

using test::content_of;
using test::message_of;
using test::refusal_of;
using test::run_app;
using test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class GoalRun : public testing::Test {
 protected:
  /// ts = 1 us, tw = 1 ns, th = 50 ns.
  AppRequest request(const std::string& text, const char* topology = "complete:2") {
    AppRequest made = test::request_for(folder_.file("a.goal", text), topology);
    made.parameters = preset("generic");
    return made;
  }
  /// T in ns.
  std::int64_t nanoseconds(const std::string& text, const char* topology = "complete:2") {
    const AppResult result = run_app("goal", request(text, topology));
    EXPECT_TRUE(result.verified) << result.check;
    EXPECT_EQ(result.report.finish.time.count % 1000, 0);
    return result.report.finish.time.count / 1000;
  }
  [[nodiscard]] const TemporaryFolder& folder() const { return folder_; }

 private:
  TemporaryFolder folder_;
};

TEST_F(GoalRun, SendsReceivesAndWorksOneAfterTheOther) {
  EXPECT_EQ(nanoseconds("num_ranks 2\nrank 0 {\ns: send 100b to 1\n}\n"
                        "rank 1 {\nr: recv 100b from 0\nc: calc 250\nc requires r\n}\n"),
            1000 + 50 + 100 + 250);
}

TEST_F(GoalRun, DoesSideBySideWhatNothingRequires) {
  EXPECT_EQ(nanoseconds("num_ranks 2\nrank 0 {\nsend 100b to 1\n}\nrank 1 {\nrecv 100b from 0\ncalc 250\n}\n"),
            1150);
  EXPECT_EQ(nanoseconds("num_ranks 2\nrank 0 {\nsend 100b to 1\n}\nrank 1 {\nrecv 100b from 0\ncalc 2500\n}\n"),
            2500);
}

TEST_F(GoalRun, BeginsWithWhatIsIrequired) {
  // The work begins with the receive, before the message comes; required, it begins behind it.
  const std::string before =
      "num_ranks 2\nrank 0 {\nc: calc 3000\ns: send 100b to 1\ns requires c\n}\nrank 1 {\nr: recv 100b from "
      "0\nw: calc 4000\nw ";
  EXPECT_EQ(nanoseconds(before + "irequires r\n}\n"), 4150);
  EXPECT_EQ(nanoseconds(before + "requires r\n}\n"), 8150);
}

TEST_F(GoalRun, TakesMessagesOfAnyPeAndAnyTag) {
  EXPECT_EQ(nanoseconds("num_ranks 3\nrank 0 {\nsend 8b to 2 tag 1\n}\nrank 1 {\nc: calc 500\ns: send 8b to 2 "
                        "tag 9\ns requires c\n}\n"
                        "rank 2 {\na: recv 8b from -1 tag 9\nb: recv 8b from -1 tag -1\nb requires a\n}\n",
                        "complete:3"),
            500 + 1058 + 1008);  // one port: the reception of the first message follows
}

TEST_F(GoalRun, CountsWorkInTheUnitThatIsGiven) {
  AppRequest asked = request("num_ranks 1\nrank 0 {\ncalc 3\n}\n", "ring:1");
  asked.options["unit"] = "10us";
  EXPECT_EQ(run_app("goal", asked).report.finish.time.count, 30'000'000);

  asked.options["unit"] = "0.0001ns";
  EXPECT_THAT(refusal_of("goal", asked),
              HasSubstr("a.goal:3: work of 3 times 100fs is no whole number of ticks"));
  asked.options["unit"] = "7";
  EXPECT_THAT(refusal_of("goal", asked),
              HasSubstr("is no time of this machine, whose tick has a length; give --unit"));
  asked.parameters = preset("unit");
  EXPECT_EQ(run_app("goal", asked).report.finish.time.count, 21);
  asked.options.clear();
  EXPECT_EQ(run_app("goal", asked).report.finish.time.count, 3);
}

TEST_F(GoalRun, LeavesFurtherPesIdleAndRefusesTooFew) {
  const std::string text = "num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}\n";

  EXPECT_THAT(run_app("goal", request(text, "ring:5")).findings, Contains(HasSubstr("PEs 2 .. 4 are idle")));
  EXPECT_THAT(refusal_of("goal", request(text, "ring:1")),
              HasSubstr("goal: the input has 2 ranks, and ring:1 has 1 PEs; give a topology with as many"));
}

TEST_F(GoalRun, WritesWhatEachRankDidAndWhenItEnded) {
  AppRequest asked = request("num_ranks 2\nrank 0 {\nsend 100b to 1\n}\nrank 1 {\nrecv 200b from 0\n}\n");
  asked.output = folder() / "ends.csv";

  (void)run_app("goal", asked);

  EXPECT_EQ(content_of(*asked.output),
            "pe,operations,messages_sent,bytes_sent,messages_received,end_ticks\n"
            "0,1,1,100,0,1100000\n1,1,0,0,1,1150000\n");
}

TEST_F(GoalRun, ReportsRanksThatWaitForEachOther) {
  const std::string text =
      "num_ranks 2\nrank 0 {\nr: recv 8b from 1\ns: send 8b to 1\ns requires r\n}\n"
      "rank 1 {\nr: recv 8b from 0\ns: send 8b to 0\ns requires r\n}\n";

  EXPECT_THAT(message_of<DeadlockError>([&] { (void)run_app("goal", request(text)); }),
              AllOf(HasSubstr("deadlock"), HasSubstr("a.goal:3: a receive of 8 bytes from PE 1, tag 0"),
                    HasSubstr("a.goal:8: a receive of 8 bytes from PE 0, tag 0")));
}

TEST_F(GoalRun, NamesSomeOfManyOperationsInADeadlock) {
  std::string zero = "num_ranks 2\nrank 0 {\n";
  std::string one = "rank 1 {\n";
  for (int i = 0; i < 9; ++i) {
    zero += fmt::format("s{0}: send 8b to 1 tag {0}\nr{0}: recv 8b from 1 tag {0}\ns{0} requires r{0}\n", i);
    one += fmt::format("s{0}: send 8b to 0 tag {0}\nr{0}: recv 8b from 0 tag {0}\ns{0} requires r{0}\n", i);
  }

  EXPECT_THAT(
      message_of<DeadlockError>([&] { (void)run_app("goal", request(zero + "}\n" + one + "}\n")); }),
      AllOf(HasSubstr(".goal:13: a receive"), Not(HasSubstr(".goal:16:")), HasSubstr("... and 5 more")));
}

// Which message such a receive takes is known in the run alone.
TEST_F(GoalRun, RefusesMessagesLongerThanTheirReceivesFromAnyRank) {
  const std::string text = "num_ranks 2\nrank 0 {\nsend 9b to 1\n}\nrank 1 {\nrecv 8b from -1\n}\n";

  EXPECT_THAT(message_of<ProgramError>([&] { (void)run_app("goal", request(text)); }),
              HasSubstr("the message has 9"));
}

TEST_F(GoalRun, RefusesMeasuredWork) {
  AppRequest asked = request("num_ranks 1\nrank 0 {\ncalc 3\n}\n", "ring:1");
  asked.execution.measure_compute = true;

  EXPECT_THAT(refusal_of("goal", asked), HasSubstr("--measure-compute would not charge"));
}

/// The allreduce of three ranks in a ring: 4 steps, in two of which 4 bytes are combined in 2 ns.
TEST_F(GoalRun, RunsAnAllreduceOnARing) {
  std::string text = "num_ranks 3\n";
  for (int r = 0; r < 3; ++r) {
    const std::string next = std::to_string((r + 1) % 3);
    const std::string before = std::to_string((r + 2) % 3);
    text += "rank " + std::to_string(r) + " {\n";
    for (int i = 0; i < 4; ++i) {
      const std::string step = std::to_string(i);
      text += "s" + step + ": send 4b to " + next + " tag " + step + "\n";
      text += "r" + step + ": recv 4b from " + before + " tag " + step + "\n";
      if (i < 2) text += "c" + step + ": calc 2\nc" + step + " requires r" + step + "\n";
      if (i == 0) continue;
      const std::string last = std::to_string(i - 1);
      text += "s" + step + " requires " + (i <= 2 ? "c" : "r") + last + "\n";
      text += "s" + step + " requires s" + last + "\nr" + step + " requires r" + last + "\n";
    }
    text += "}\n";
  }

  EXPECT_EQ(nanoseconds(text, "ring:3"), 4 * (1000 + 50 + 4) + 2 * 2);
}

/// Down a binomial tree: a rank sends to those that differ from it in one bit above its own
/// highest.
std::string broadcast_as_goal(int ranks, const std::string& bytes) {
  std::string text = "num_ranks " + std::to_string(ranks) + "\n";
  for (int r = 0; r < ranks; ++r) {
    int bit = 1;
    while (bit <= r) bit *= 2;
    text += "rank " + std::to_string(r) + " {\n";
    if (r > 0) text += "r: recv " + bytes + "b from " + std::to_string(r - bit / 2) + "\n";
    for (; r + bit < ranks; bit *= 2) {
      const std::string label = "s" + std::to_string(bit);
      text += label + ": send " + bytes + "b to " + std::to_string(r + bit) + "\n";
      if (r > 0) text += label + " requires r\n";
    }
    text += "}\n";
  }
  return text;
}

/// Finishing times of LogGOPSim 76451de with its default costs: L 2500, o 1500, g 1000, G 6.
TEST_F(GoalRun, TakesTheTimeOfLogGopSim) {
  const auto nanoseconds_by_log_gp = [&](int ranks, const std::string& bytes) {
    const std::string network = "complete:" + std::to_string(ranks);
    AppRequest asked = request(broadcast_as_goal(ranks, bytes), network.c_str());
    Parameters& machine = asked.parameters;
    machine.ts = machine.tr = 1500ns;
    machine.latency = 2494ns;
    machine.gap = 1us;
    machine.tw = 6ns;
    machine.th = 0ns;
    return run_app("goal", asked).report.finish.time.count / 1000;
  };

  EXPECT_EQ(nanoseconds_by_log_gp(8, "100"), 18282);
  EXPECT_EQ(nanoseconds_by_log_gp(32, "1"), 27500);
  EXPECT_EQ(nanoseconds_by_log_gp(128, "1024"), 81466);
  EXPECT_EQ(nanoseconds_by_log_gp(64, "4096"), 180420);
}

/// As in LogGOPSim, which compares source and tag and not sizes.
TEST_F(GoalRun, GivesAReceiveOfAnythingTheFirstMessageWhateverItsSize) {
  const std::string text =
      "num_ranks 3\n"
      "rank 0 {\na: recv 8b from -1 tag -1\nb: recv 8b from -1 tag -1\n"
      "c: recv 1b from 1 tag 3\nc requires a\nc requires b\n}\n"
      "rank 1 {\ns: send 8b to 0 tag 1\nt: send 1b to 0 tag 3\nt requires s\n}\n"
      "rank 2 {\nw: calc 100000\ns: send 8b to 0 tag 2\ns requires w\n}\n";

  const std::string message =
      message_of<DeadlockError>([&] { (void)run_app("goal", request(text, "complete:3")); });

  EXPECT_THAT(message, HasSubstr("PE 0  wait_any from 1, tag 3"));
  EXPECT_THAT(message, HasSubstr("2 -> 0, tag 2, 8 bytes"));
}

// --- cpus ----------------------------------------------------------------------------------------

TEST_F(GoalRun, WorksOnSeveralCpusSideBySide) {
  const auto of_work = [&](const char* lines) {
    return nanoseconds(std::string("num_ranks 1\nrank 0 {\n") + lines + "}\n");
  };
  EXPECT_EQ(of_work("calc 1000\ncalc 500\n"), 1500);
  EXPECT_EQ(of_work("calc 1000\ncalc 500 cpu 1\n"), 1000);
  EXPECT_EQ(of_work("calc 1000 cpu 7\ncalc 500 cpu 255\ncalc 300 cpu 7\n"), 1300);
  EXPECT_EQ(of_work("a: calc 1000\nb: calc 500 cpu 1\nb requires a\n"), 1500);
  EXPECT_EQ(of_work("a: calc 1000\nb: calc 500 cpu 1\nb irequires a\n"), 1000);
}

TEST_F(GoalRun, BeginsWorkBeforeAnotherCpuSends) {
  EXPECT_EQ(
      nanoseconds("num_ranks 2\nrank 0 {\nsend 100b to 1 cpu 1\ncalc 5000\n}\nrank 1 {\nrecv 100b from 0\n}\n"),
      5000);
}

TEST_F(GoalRun, SendsFromACpuWhileAnotherWorks) {
  const auto with_cpu = [](const char* cpu) {
    return fmt::format(
        "num_ranks 2\nrank 0 {{\ncalc 9000\na: calc 500 {}\ns: send 100b to 1 tag 3 {}\ns requires a\n}}\n"
        "rank 1 {{\nr: recv 100b from 0 tag 3\nc: calc 70\nc requires r\n}}\n",
        cpu, cpu);
  };
  EXPECT_EQ(run_app("goal", request(with_cpu("cpu 1"))).report.pes[1].finish.time.count,
            (500 + 1000 + 50 + 100 + 70) * 1000);
  EXPECT_EQ(nanoseconds(with_cpu("cpu 1")), 9000);
  EXPECT_EQ(nanoseconds(with_cpu("")), 9000 + 500 + 1000 + 50 + 100 + 70);
}

TEST_F(GoalRun, TakesAMessageWhenItsCpuDoesNotWork) {
  // The message is there at 1150. Its cpu works until 4000, or another does.
  const auto with_cpu = [](const char* cpu) {
    return fmt::format(
        "num_ranks 2\nrank 0 {{\nsend 100b to 1\n}}\n"
        "rank 1 {{\ncalc 4000\nr: recv 100b from 0 {}\nc: calc 7000 {}\nc requires r\n"
        "calc 10 cpu 2\n}}\n",
        cpu, cpu);
  };
  EXPECT_EQ(nanoseconds(with_cpu("cpu 1")), 1150 + 7000);
  EXPECT_EQ(nanoseconds(with_cpu("")), 4000 + 7000);
}

}  // namespace
}  // namespace toruscope
