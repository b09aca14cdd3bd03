// SPDX-License-Identifier: Apache-2.0

#include "labs/support/data.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace toruscope::labs {
namespace {

TEST(LabNumbers, AreTheSameForOneSeedAndRankAndDifferElse) {
  EXPECT_EQ(numbers(1, 2, 10), numbers(1, 2, 10));
  EXPECT_NE(numbers(1, 2, 10), numbers(1, 3, 10));
  EXPECT_NE(numbers(1, 2, 10), numbers(2, 2, 10));
}

TEST(LabNumbers, AreWholeAndNeverZero) {
  for (const double x : numbers(7, 0, 1000)) {
    EXPECT_EQ(x, static_cast<double>(static_cast<int>(x)));
    EXPECT_GE(x, 1);
    EXPECT_LE(x, 1000);
  }
}

TEST(LabDifference, NamesTheFirstPlace) {
  EXPECT_EQ(difference(3, {1, 2}, {1, 2}), std::nullopt);
  EXPECT_EQ(difference(3, {1, 0}, {1, 2}), "PE 3 ends with 0 at index 1, and it should be 2");
  EXPECT_EQ(difference(3, {1}, {1, 2}), "PE 3 ends with 1 value instead of 2");
  EXPECT_EQ(difference({{1}, {5}}, {{1}, {6}}), "PE 1 ends with 5 at index 0, and it should be 6");
}

}  // namespace
}  // namespace toruscope::labs
