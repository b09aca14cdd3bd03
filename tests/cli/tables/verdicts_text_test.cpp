// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/document.hpp"
#include "cli/tables/verb_texts.hpp"
#include "labs/grader/gradescope.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::cli {
namespace {

using labs::Fault;
using labs::Verdict;
using testing::HasSubstr;

const labs::Lab& lab_1() {
  static const labs::Lab lab{.name = "01-test",
                             .rubric = {{"data", 60, "data", ""}, {"rounds", 40, "rounds", "data"}}};
  return lab;
}
const labs::Lab& lab_2() {
  static const labs::Lab lab{.name = "02-test", .rubric = {{"all", 100, "all", ""}}};
  return lab;
}

std::vector<Verdict> term() {
  const Fault fault{.trial = "ring:3", .found = "3 rounds", .hint = "think", .printed = "v = 7\n"};
  return {{.submission = "01-anna.cpp", .student = "anna", .lab = &lab_1(), .marks = {{std::nullopt, fault}}},
          {.submission = "02-anna.cpp", .student = "anna", .lab = &lab_2(), .marks = {{std::nullopt}}},
          {.submission = "old/01-anna.cpp", .student = "anna", .lab = &lab_1(), .marks = {{fault, fault}}},
          {.submission = "01-ben.cpp",
           .student = "ben",
           .lab = &lab_1(),
           .ending = Verdict::Ending::not_built,
           .reason = "does not compile",
           .hint = "look"}};
}

TEST(VerdictsCsv, HasStudentsPointsOfItemsAndHints) {
  const std::string csv = csv_text(verdicts_document(term(), {}, {}, false));

  EXPECT_THAT(
      csv,
      HasSubstr(
          "submission,student,lab,points,of,ending,lost,reason,hint,items.data,items.rounds,items.all\r\n"));
  EXPECT_THAT(
      csv, HasSubstr("01-anna.cpp,anna,01-test,60,100,graded,rounds,rounds: 3 rounds,rounds: think,60,0,\r\n"));
  EXPECT_THAT(csv, HasSubstr("ben,01-test,0,100,not built,data; rounds,does not compile,look,0,0,\r\n"));
}

TEST(VerdictsCsv, HasNoFormulasOfStrangers) {
  std::vector<Verdict> verdicts;
  for (const char* name : {"=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "a=1", "-"})
    verdicts.push_back({.submission = std::string(name) + ".cpp",
                        .student = name,
                        .lab = &lab_2(),
                        .ending = Verdict::Ending::stopped,
                        .reason = "=1+1",
                        .hint = "x"});

  const std::string csv = csv_text(without_formulas(verdicts_document(verdicts, {}, {}, false)));

  EXPECT_THAT(
      csv, HasSubstr("\n'=cmd|' /C calc'!A0.cpp,'=cmd|' /C calc'!A0,02-test,0,100,stopped,all,'=1+1,x,0\r\n"));
  for (const char* row :
       {"\n'+1.cpp,'+1,", "\n'-1.cpp,'-1,", "\n'@SUM(A1).cpp,'@SUM(A1),", "\na=1.cpp,a=1,", "\n'-.cpp,'-,"})
    EXPECT_THAT(csv, HasSubstr(row));
  EXPECT_EQ(csv_text(without_formulas(totals_document({verdicts[2]}))),
            "student,labs.02,points\r\n'-1,0,0\r\n");  // numbers stay numbers
}

TEST(VerdictsJson, HasWhatWasPrintedAndWhatWasPassedOver) {
  const auto json = verdicts_document(term(), {"not graded: x.txt: no C++ source"}, {}, true);

  EXPECT_EQ(json["results"][0]["items"][1]["printed"], "v = 7\n");
  EXPECT_TRUE(json["results"][0]["items"][0]["printed"].is_null());
  EXPECT_EQ(json["passed_over"].size(), 1U);
}

TEST(Totals, AddUpTheBestFileOfEachLab) {
  EXPECT_EQ(csv_text(totals_document(term())),
            "student,labs.01,labs.02,points\r\nanna,60,100,160\r\nben,0,,0\r\n");
}

TEST(Gradescope, TellsAStudentWhyNothingWasGraded) {
  const auto refusal = labs::gradescope_refusal("nothing was graded: there is no file");

  EXPECT_EQ(refusal["score"], 0);
  EXPECT_EQ(refusal["output"], "nothing was graded: there is no file");
}

TEST(Gradescope, ShowsOutputAndWhatElseThereWas) {
  const auto one = term().front();
  const auto json = labs::gradescope_document({one}, {"not graded: helper.h: no C++ source"});

  EXPECT_EQ(json["score"], 60);
  EXPECT_THAT(json["output"].get<std::string>(), HasSubstr("helper.h"));
  EXPECT_THAT(json["tests"][1]["output"].get<std::string>(), HasSubstr("printed in this run:\nv = 7"));
}

TEST(Gradescope, CountsNoneOfTwoFilesForALab) {
  const auto json = labs::gradescope_document({term()[0], term()[2]}, {});

  EXPECT_EQ(json["score"], 0);
  EXPECT_THAT(json["output"].get<std::string>(), HasSubstr("one file for lab 01-test"));
}

}  // namespace
}  // namespace toruscope::cli
