// SPDX-License-Identifier: Apache-2.0

#include "labs/labs.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <string>

namespace toruscope::labs {
namespace {

TEST(LabTable, IsInOrder) {
  EXPECT_TRUE(std::is_sorted(all_labs().begin(), all_labs().end(),
                             [](const Lab& a, const Lab& b) { return a.name < b.name; }));
}

TEST(LabTable, RubricsHaveAHundredPointsAndItemsThatExist) {
  for (const Lab& lab : all_labs()) {
    int points = 0;
    std::set<std::string> before{""};
    for (const Item& item : lab.rubric) {
      points += item.points;
      EXPECT_TRUE(before.contains(item.needs))
          << lab.name << ": " << item.id << " needs an item that stands below it, or none";
      EXPECT_TRUE(before.insert(item.id).second) << lab.name << ": two items " << item.id;
      EXPECT_FALSE(item.title.empty()) << lab.name;
    }
    EXPECT_EQ(points, 100) << lab.name;
    EXPECT_FALSE(lab.functions.empty()) << lab.name;
  }
}

TEST(LabTable, FindsALabByNumberNameAndFile) {
  const Lab* const first = find_lab("01-ring-broadcast");
  ASSERT_NE(first, nullptr);
  for (const char* name : {"1", "01", "01-anna.cpp", "01.cpp", "1_b.cpp"})
    EXPECT_EQ(find_lab(name), first) << name;
  for (const char* name : {"", "x", "00", "77", "01x", "0110", "anna-01.cpp"})
    EXPECT_EQ(find_lab(name), nullptr) << name;
}

}  // namespace
}  // namespace toruscope::labs
