// SPDX-License-Identifier: Apache-2.0
// When a row agrees, when it differs for a reason, and that nothing else is let through.

#include "reproduce/errata.hpp"
#include "reproduce/item.hpp"
#include "tests/support/source_folder.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <iterator>
#include <set>

namespace toruscope::reproduce {
namespace {

Row row_with(const char* printed, const char* formula, const char* measured) {
  Row row{.place = "Table 1", .subject = "x on y", .quantity = "startups", .measured = measured};
  if (printed != nullptr) row.printed = printed;
  if (formula != nullptr) row.formula = formula;
  return row;
}

TEST(Row, AgreesIfAllThatItHasAreEqual) {
  EXPECT_EQ(outcome(row_with("4", "4", "4")), Outcome::agrees);
  EXPECT_EQ(outcome(row_with("4", nullptr, "4")), Outcome::agrees);
  EXPECT_EQ(outcome(row_with(nullptr, "4", "4")), Outcome::agrees);
  EXPECT_EQ(verdict(row_with("4", "4", "4")), "agrees");
}

TEST(Row, ThatDiffersWithoutAnErratumIsWrong) {
  EXPECT_EQ(outcome(row_with("4", "4", "5")), Outcome::unexplained);
  EXPECT_EQ(outcome(row_with("5", "4", "5")), Outcome::unexplained);
  EXPECT_EQ(outcome(row_with("4", "5", "5")), Outcome::unexplained);
  EXPECT_EQ(outcome(row_with(nullptr, nullptr, "5")), Outcome::unexplained) << "nothing was compared";
}

TEST(Row, DiffersForAReasonOnlyIfTheErratumGivesWhatWasMeasured) {
  Row row = row_with(nullptr, "6", "4");
  row.erratum = "exchange-2";
  EXPECT_EQ(outcome(row), Outcome::unexplained) << "no corrected value";
  row.corrected = "5";
  EXPECT_EQ(outcome(row), Outcome::unexplained);
  EXPECT_THAT(verdict(row), testing::HasSubstr("exchange-2 gives 5, which was not measured"));
  row.corrected = "4";
  EXPECT_EQ(outcome(row), Outcome::differs);
  EXPECT_THAT(verdict(row), testing::StartsWith("differs because rings of two PEs"));
}

TEST(Row, WithAnErratumWhereNothingDiffersIsWrong) {
  Row row = row_with("4", "4", "4");
  row.erratum = "exchange-2";
  row.corrected = "4";
  EXPECT_EQ(outcome(row), Outcome::unexplained);
}

TEST(Errata, AreAllExplainedInTheirPage) {
  std::ifstream file(test::in_source("docs/errata.md"));
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  std::set<std::string> names;
  for (const Erratum& e : errata()) {
    EXPECT_TRUE(names.insert(e.name).second) << e.name;
    EXPECT_THAT(page, testing::HasSubstr("### " + e.name + " ")) << "docs/errata.md";
  }
}

}  // namespace
}  // namespace toruscope::reproduce
