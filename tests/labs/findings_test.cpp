// SPDX-License-Identifier: Apache-2.0

#include "labs/grader/findings.hpp"

#include "runtime/core/source_place.hpp"

#include <csignal>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::labs {

using namespace sandbox;
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Findings found(const std::string& channel, const std::string& output = "") {
  return findings_of({.how = Ended::How::exited, .number = 0, .output = output, .channel = channel}, "s3", 1);
}

TEST(Findings, HaveTheTrialThatBeganLast) {
  const Findings findings = found("s3 case 1 data ring:2, root 0\ns3 case 2 any ring:3\n");

  EXPECT_EQ(findings.run, 2);
  EXPECT_EQ(findings.item, "any");
  EXPECT_EQ(findings.label, "ring:3");
  EXPECT_FALSE(findings.is_forged);
}

TEST(Findings, WhileItIsLoadedHaveNoItem) {
  const Findings findings = found("s3 case 0  while it is loaded\n");

  EXPECT_EQ(findings.item, "");
  EXPECT_EQ(findings.label, "while it is loaded");
}

TEST(Findings, HaveWhatWasPrintedInEachRun) {
  const Findings findings = found("", "first\n\ns3 1\none\n\ns3 2\ntwo\n\ns3 0\nlast\n");

  EXPECT_THAT(findings.printed, ElementsAre("first\nlast\n", "one\n", "two\n"));
}

TEST(Findings, ShowALittleOfMuchOutput) {
  std::string much;
  for (int i = 0; i < 1000; ++i) much += "line\n";

  const Findings findings = found("", "\ns3 1\n" + much);

  ASSERT_EQ(findings.printed.size(), 2U);
  EXPECT_LT(findings.printed[1].size(), 200U);
  EXPECT_THAT(findings.printed[1], HasSubstr("line\n...\n"));
}

TEST(Findings, HaveWhatPesPrintedInTheOrderOfTime) {
  const Findings findings =
      found("",
            "\ns3 1\nI am he\ns3 print 7 0 [7 steps, PE 0] late\nre\n\ns3 print 3 2 [3 steps, PE 2]  b\n"
            "\ns3 print 3 1 [3 steps, PE 1] a\n");

  EXPECT_THAT(findings.printed, ElementsAre("",
                                            "I am he\nre\n[3 steps, PE 1] a\n[3 steps, PE 2]  b\n"
                                            "[7 steps, PE 0] late\n"));
}

TEST(Findings, ShareTheRoomBetweenBothKindsOfLines) {
  const auto printed = [](int others, int of_machine) {
    std::string output = "\ns3 1\n";
    for (int i = 0; i < others; ++i) output += "o\n";
    for (int i = 0; i < of_machine; ++i) output += "\ns3 print 0 0 m\n";
    return found("", output).printed.at(1);
  };
  const auto text = [](int others, const char* end, int of_machine, const char* last) {
    std::string all;
    for (int i = 0; i < others; ++i) all += "o\n";
    all += end;
    for (int i = 0; i < of_machine; ++i) all += "m\n";
    return all + last;
  };

  EXPECT_EQ(printed(10, 10), text(10, "", 10, ""));
  EXPECT_EQ(printed(30, 30), text(10, "...\n", 10, "...\n"));
  EXPECT_EQ(printed(30, 3), text(17, "...\n", 3, ""));
  EXPECT_EQ(printed(3, 30), text(3, "", 17, "...\n"));
  EXPECT_EQ(printed(21, 0), text(20, "...\n", 0, ""));
}

TEST(Findings, OfOtherWordsAreForged) {
  EXPECT_TRUE(found("marks {}\n").is_forged);
  EXPECT_TRUE(found("x").is_forged);
  EXPECT_FALSE(found("s").is_forged);
}

TEST(Findings, TellAnErrorOfTheChecks) {
  const Findings findings = found("s3 case 2 data ring:2\ns3 lab its rubric has no item rond\n");

  EXPECT_EQ(findings.of_lab, "its rubric has no item rond");
  EXPECT_FALSE(findings.is_forged);
  EXPECT_EQ(found("lab its rubric has no item rond\n").of_lab, std::nullopt);
}

TEST(FaultOfEnd, SaysHowFarARunCame) {
  const Findings findings = found("s3 case 4 any ring:3\ns3 end 24 61440 4228 0\n");

  const Fault fault = fault_of_end(findings, {.how = Ended::How::out_of_time, .number = SIGXCPU}, {});

  EXPECT_THAT(fault.found, HasSubstr("61,440 messages by tick 4,228"));
  EXPECT_EQ(fault.run, 4);
}

TEST(FaultOfEnd, OfTooMuchMemoryIsAFaultOfItsTrial) {
  const Findings findings = found("s3 case 4 any ring:3\ns3 end 0 0 0 0 77\n");

  const Fault fault =
      fault_of_end(findings, {.how = Ended::How::signalled, .number = findings.end->signal}, {});

  EXPECT_THAT(fault.found, HasSubstr("more memory than the 1024 MiB"));
  EXPECT_EQ(fault.trial, "ring:3");
  EXPECT_THAT(fault.frames, ElementsAre(77));
}

TEST(FaultOfEnd, OfAnExitIsAFaultOfItsTrial) {
  const Findings findings = found("s3 case 4 any ring:37\n");
  const auto ended_with = [](int code) { return Ended{.how = Ended::How::exited, .number = code}; };

  const Fault fault = fault_of_end(findings, ended_with(7), {});  // by exit()

  EXPECT_EQ(fault.found, "ends the whole process, in which all PEs run");
  EXPECT_EQ(fault.trial, "ring:37");
  EXPECT_EQ(fault.run, 4);
  EXPECT_EQ(fault_of_end(findings, ended_with(0), {}).found, "ends the whole process with exit code 0");
}

TEST(FaultOfEnd, CallsADivisionWhatIsOne) {
  const Ended ended{.how = Ended::How::signalled, .number = SIGFPE};

  EXPECT_THAT(fault_of_end(found("s3 end 8 0 0 1 77\n"), ended, {}).found, HasSubstr("divided by zero"));
  EXPECT_THAT(fault_of_end(found("s3 end 8 0 0 0 77\n"), ended, {}).found,
              HasSubstr("wrote where it should not"));
}

TEST(SourcePlace, IsTheFileAndLineOfAnAnswerOfAddr2line) {
  EXPECT_EQ(core::source_place("src/heat.c:41 (discriminator 2)"), "heat.c:41");
  EXPECT_EQ(core::source_place("heat.c:7"), "heat.c:7");
  for (const char* unknown : {"??:0", "??:?", "/a/heat.c:?", "", "heat.c"})
    EXPECT_EQ(core::source_place(unknown), "") << unknown;
}

}  // namespace
}  // namespace toruscope::labs
