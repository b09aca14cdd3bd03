// SPDX-License-Identifier: Apache-2.0
// --require: exit code 1 and a sentence with what was asked and what was found.

#include "tests/cli/in_process.hpp"
#include "tests/support/source_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Words = std::vector<std::string>;

/// Paragon, 3 PEs: 2 startups of 75 us, 2 times 100 bytes of 11.1 ns.
Outcome verified(const Words& requirements) {
  Words words{"verify", "gather",  "-a",      "flat", "-t",     "complete:3",
              "-m",     "paragon", "--block", "100",  "--quiet"};
  for (const std::string& requirement : requirements) words.insert(words.end(), {"--require", requirement});
  return call(words, {});
}

TEST(Require, IsSilentWhereItHolds) {
  const Outcome outcome =
      verified({"T<=152.22us", "T >= 152.22us", "T=152.22us", "startups<3", "bytes==200", "link_conflicts=0",
                "efficiency>=0.98", "efficiency>98%", "totals.bytes=200", "predicted.ticks=152.22us", "T!=1s",
                "port_wait<1s", "busbw>1MB/s", "bytes<=1K", "bytes>=0.1KB", "algbw>=0", "busbw>0GB/s",
                "cost=456.66us", "scaling.cost_ticks<1ms"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
}

TEST(Require, SaysWhatWasFoundInSoManyDigitsThatItDiffers) {
  EXPECT_THAT(verified({"efficiency==0.98"}).err, HasSubstr("found efficiency = 0.9854\n"));
  EXPECT_THAT(verified({"efficiency==0.9854"}).err, HasSubstr("found efficiency = 0.98542\n"));
}

TEST(Require, EndsWithOneAndSaysWhatWasFound) {
  const Outcome outcome = verified({"T<=100us", "startups<=1", "efficiency>1"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_THAT(
      outcome.err,
      AllOf(HasSubstr("require: T<=100us was asked of gather by flat on complete:3, block of 100 bytes, "
                      "found T = 152.22 us\n"),
            HasSubstr("startups<=1 was asked"), HasSubstr("found critical_path.startups = 2\n"),
            HasSubstr("found efficiency = ")));
  EXPECT_THAT(outcome.out, HasSubstr("152.22 us"));
}

TEST(Require, IsNotMetByAFigureThatIsNotKnown) {
  for (const char* requirement : {"algbw>=0", "algbw>1KB/s"}) {
    const Outcome unknown = call({"verify", "scan", "-t", "ring:4", "--require", requirement, "--quiet"}, {});
    EXPECT_EQ(unknown.code, 1);
    EXPECT_THAT(unknown.err, HasSubstr("but bandwidth.algbw is not known here"));
  }
  const Outcome undeclared =
      call({"verify", "scan", "-t", "ring:4", "--require", "speed_up>=1", "--quiet"}, {});
  EXPECT_THAT(undeclared.err, HasSubstr("but scaling.speed_up is not known here"));
}

TEST(Require, CountsStepsOnAMachineOfSteps) {
  const auto code = [](const char* requirement) {
    return call({"verify", "broadcast", "-a", "recursive_doubling", "-t", "ring:8", "-m", "unit", "--quiet",
                 "--require", requirement},
                {})
        .code;
  };
  EXPECT_EQ(code("T=3"), 0);
  EXPECT_EQ(code("T<5/2"), 1);
  EXPECT_EQ(code("T<=2us"), 2);
}

TEST(Require, TakesANumberOfTicksWhereAFigureIsNamedSo) {
  const auto of = [](const char* requirement) {
    return call({"verify", "broadcast", "-a", "recursive_doubling", "-t", "ring:2", "--ts", "2ns", "--tw",
                 "0ns", "--th", "0ns", "--quiet", "--require", requirement},
                {});
  };
  for (const char* held : {"ticks=2000", "ticks<=2ns", "predicted.ticks==2000", "T=2ns"})
    EXPECT_EQ(of(held).code, 0) << held << of(held).err;
  EXPECT_EQ(of("ticks=2001").code, 1);
  EXPECT_THAT(of("ticks=2001").err, HasSubstr("found virtual_time.ticks = 2,000 ticks\n"));
  EXPECT_EQ(of("T=2000").code, 2);
}

TEST(Require, HoldsForEveryRowOfBenchAndForTheFastestOfCompare) {
  const Words bench{"bench", "broadcast", "-a", "flat", "-t",  "ring:4", "-b",
                    "8",     "-e",        "1K", "-f",   "128", "--quiet"};
  const auto of = [](Words words, const char* requirement) {
    words.insert(words.end(), {"--require", requirement});
    return call(words, {});
  };
  EXPECT_EQ(of(bench, "T<1ms").code, 0);
  const Outcome some = of(bench, "bytes<1000");
  EXPECT_EQ(some.code, 1);
  EXPECT_THAT(some.err,
              AllOf(HasSubstr("vector of 1,024 bytes"), testing::Not(HasSubstr("vector of 8 bytes"))));
  const Words compare{"compare", "broadcast", "-a", "flat,recursive_doubling", "-t", "ring:8", "--quiet"};
  EXPECT_EQ(of(compare, "startups<=3").code, 0);
  EXPECT_EQ(of(compare, "startups<=2").code, 1);
}

TEST(Require, SaysWhereInASweepItDoesNotHold) {
  for (const char* verb : {"bench", "compare"}) {
    const Outcome outcome = call({verb, "broadcast", "-a", "flat", "-t", "ring:4", "--sweep", "ts=1us,5us",
                                  "--require", "T<=10us", "--quiet"},
                                 {});
    EXPECT_EQ(outcome.code, 1) << verb;
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("vector of 8 bytes (with ts = 5us), found T = "),
                                   testing::Not(HasSubstr("ts = 1us"))));
  }
}

// Of all algorithms those that fit are meant; one that is named is to fit.
TEST(Require, IsNotMetByANamedAlgorithmThatRefuses) {
  const auto bench = [](const char* algorithms) {
    return call({"bench", "alltoall", "-a", algorithms, "--sweep", "topology=ring:4,torus:4x4", "--require",
                 "T<=1s", "--quiet"},
                {});
  };
  const Outcome all = bench("all");
  EXPECT_EQ(all.code, 0) << all.err;
  const Outcome named = bench("direct,ar1");
  EXPECT_EQ(named.code, 1);
  EXPECT_THAT(
      named.err,
      AllOf(HasSubstr("require: T<=1s was asked of ar1 on torus:4x4 with 8 bytes (topology = torus:4x4), "
                      "which refuses: it needs a ring"),
            testing::Not(HasSubstr("ring:4 with"))));
}

TEST(Require, HoldsForAProgramOfOnesOwn) {
  const auto program = [](Communicator& comm) { comm.compute(Ticks{2'000'000}); };
  EXPECT_EQ(call({"run", "-t", "ring:4", "--require", "T<=2us"}, program).code, 0);
  const Outcome slow = call({"run", "-t", "ring:4", "--require", "T<2us"}, program);
  EXPECT_EQ(slow.code, 1);
  EXPECT_THAT(slow.err, HasSubstr("T<2us was asked of program on ring:4, found T = 2 us"));
}

TEST(Require, RefusesWhatIsNoRequirement) {
  const auto refused = [](const char* requirement) {
    const Outcome outcome = verified({requirement});
    EXPECT_EQ(outcome.code, 2) << requirement;
    EXPECT_EQ(outcome.out, "") << requirement;
    return outcome.err;
  };
  EXPECT_THAT(refused("T"),
              HasSubstr("write a figure and what it must be, as T<=2ms or efficiency>=0.9, got T"));
  EXPECT_THAT(refused("startup<=2"), HasSubstr("Did you mean startups?"));
  EXPECT_THAT(refused("T<=fast"), HasSubstr("is not a time"));
  EXPECT_THAT(refused("efficiency>=good"), HasSubstr("a number such as 0.9 or 90 % is needed, got \"good\""));
  EXPECT_THAT(refused("busbw>=3"), HasSubstr("a bandwidth such as 10GB/s is needed"));
  EXPECT_THAT(refused("busbw>=0K"), HasSubstr("a bandwidth such as 10GB/s is needed"));
  EXPECT_THAT(refused("bytes<=1X"), HasSubstr("is not a size"));
  EXPECT_THAT(refused("T<="), HasSubstr("a value is needed"));
  EXPECT_THAT(refused("T<=2"), HasSubstr("a time needs its unit on machine paragon, got 2"));
  EXPECT_THAT(refused("startups<=50%"), HasSubstr("a number is needed, got \"50%\""));
  EXPECT_THAT(refused("efficiency!=nan"), HasSubstr("is needed, got \"nan\""));
  EXPECT_THAT(refused("efficiency<inf"), HasSubstr("is needed, got \"inf\""));
  EXPECT_EQ(call({"verify", "--all", "barrier", "--require", "T<1s"}, {}).code, 2);
}

TEST(Require, KnowsTheSpeedUpOfAnApplication) {
  const auto run = [](const char* requirement, const Words& more) {
    Words words{"run",     "fft",       "--input",  test::in_source("data/sunspots.csv"), "--flop", "1ns",
                "--quiet", "--require", requirement};
    words.insert(words.end(), more.begin(), more.end());
    return call(words, {});
  };
  for (const Words& machines : {Words{"-t", "ring:4"}, Words{"--scale", "p=2,4"}}) {
    EXPECT_EQ(run("speed_up>0", machines).code, 0) << run("speed_up>0", machines).err;
    EXPECT_EQ(run("speed_up>100", machines).code, 1);
  }
}

}  // namespace
}  // namespace toruscope
