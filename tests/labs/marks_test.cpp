// SPDX-License-Identifier: Apache-2.0

#include "labs/support/marks.hpp"

#include "labs/grader/verdict.hpp"

#include <gtest/gtest.h>

namespace toruscope::labs {
namespace {

TEST(Marks, AreWhatTheyWereAfterTheirJson) {
  const Marks marks{{std::nullopt, Fault{"ring:3", "3 rounds \"instead\" of 2\n", "think", 7, {0x1a2b, 3}}},
                    "<html>",
                    "too large",
                    1};

  EXPECT_EQ(marks_from_json(to_json(marks), 2), marks);
  EXPECT_EQ(to_json(marks).find('\n'), std::string::npos);
}

TEST(Marks, OfAnotherRubricAreNone) {
  EXPECT_EQ(marks_from_json(to_json(Marks{{std::nullopt}, ""}), 2), std::nullopt);
  EXPECT_EQ(marks_from_json(to_json(Marks{{std::nullopt}, "<html>", "", 1}), 1), std::nullopt);
}

TEST(Marks, AreNotMadeOfOtherTexts) {
  for (const char* text : {"", "{", "[]", "{}", R"({"faults":[1],"view":""})", R"({"faults":[{}],"view":""})",
                           R"({"faults":[null]})"})
    EXPECT_EQ(marks_from_json(text, 1), std::nullopt) << text;
}

TEST(Verdict, AddsThePointsOfItemsWithoutFault) {
  const Lab lab{.name = "01-test", .rubric = {{"one", 60, "", ""}, {"two", 40, "", ""}}};
  Verdict verdict{.lab = &lab, .marks = {{Fault{}, std::nullopt}, ""}};

  EXPECT_EQ(verdict.points_of(0), 0);
  EXPECT_EQ(verdict.points(), 40);
  EXPECT_EQ(verdict.most(), 100);
  EXPECT_FALSE(verdict.is_full());
  verdict.marks.faults = {std::nullopt, std::nullopt};
  EXPECT_TRUE(verdict.is_full());
}

TEST(Verdict, HasNoPointsUnlessAllChecksHaveRun) {
  const Lab lab{.name = "01-test", .rubric = {{"one", 100, "", ""}}};
  for (const auto ending : {Verdict::Ending::not_built, Verdict::Ending::stopped, Verdict::Ending::foul})
    EXPECT_EQ((Verdict{.lab = &lab, .ending = ending, .marks = {{std::nullopt}, ""}}.points()), 0);
}

}  // namespace
}  // namespace toruscope::labs
