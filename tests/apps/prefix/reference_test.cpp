// SPDX-License-Identifier: Apache-2.0
#include "apps/prefix/reference.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace toruscope::apps {
namespace {

PrefixJob job_of(PrefixOperator op, std::vector<double> b, std::vector<double> a = {}, double start = 0) {
  return {.deal = collectives::EvenDeal(b.size(), 1),
          .op = op,
          .a = std::move(a),
          .b = std::move(b),
          .start = start};
}
bool is_right(const PrefixJob& job, const std::vector<double>& values) {
  return check_prefix(job, values).is_right;
}

TEST(ReferencePrefix, IsTheDefinition) {
  using Values = std::vector<long double>;

  EXPECT_EQ(reference_prefix(job_of(PrefixOperator::sum, {3, -1, 4})).values, (Values{3, 2, 6}));
  EXPECT_EQ(reference_prefix(job_of(PrefixOperator::max, {3, -1, 4})).values, (Values{3, 3, 4}));
  EXPECT_EQ(reference_prefix(job_of(PrefixOperator::min, {3, -1, 4})).values, (Values{3, -1, -1}));
  // 2 x + 1 from 5: 11; -1 x + 0: -11; 0 x + 3: 3.
  EXPECT_EQ(reference_prefix(job_of(PrefixOperator::recurrence, {1, 0, 3}, {2, -1, 0}, 5)).values,
            (Values{11, -11, 3}));
}

TEST(CheckPrefix, AcceptsRoundingAndNothingMore) {
  const PrefixJob sum = job_of(PrefixOperator::sum, {0.1, 0.2, 0.3});
  const double three = 0.1 + 0.2 + 0.3;

  EXPECT_TRUE(is_right(sum, {0.1, 0.1 + 0.2, three}));
  EXPECT_TRUE(is_right(sum, {0.1, 0.1 + 0.2, std::nextafter(three, 0.0)}));
  EXPECT_FALSE(is_right(sum, {0.1, 0.1 + 0.2, three + 1e-14}));
  EXPECT_FALSE(is_right(sum, {std::nextafter(0.1, 1.0), 0.1 + 0.2, three}));
  EXPECT_FALSE(is_right(sum, {0.1, std::numeric_limits<double>::quiet_NaN(), three}));
  EXPECT_FALSE(is_right(sum, {0.1, 0.1 + 0.2}));
}

TEST(CheckPrefix, TakesNoRoundingForExtremes) {
  const PrefixJob max = job_of(PrefixOperator::max, {0.1, 0.3});

  EXPECT_TRUE(is_right(max, {0.1, 0.3}));
  EXPECT_FALSE(is_right(max, {0.1, std::nextafter(0.3, 1.0)}));
}

TEST(CheckPrefix, NamesTheFirstWrongPrefix) {
  const PrefixCheck check = check_prefix(job_of(PrefixOperator::sum, {1, 2, 3}), std::vector<double>{1, 3, 7});

  EXPECT_EQ(check.text, "prefix 3 is 7, but a serial loop in long double gives 6");
}

TEST(LargestProduct, IsThatOfFactorsThatFollowEachOther) {
  EXPECT_EQ(largest_product_log2(std::vector<double>{0.5, 2, -4, 0.5, 2, 8, 0.25}), 6);
  EXPECT_EQ(largest_product_log2(std::vector<double>{4, 0, 2}), 2);
  EXPECT_EQ(largest_product_log2(std::vector<double>{0.5, 0.1}), 0);
  EXPECT_EQ(largest_product_log2({}), 0);
}

}  // namespace
}  // namespace toruscope::apps
