// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/decimal.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(Grouped, PutsACommaBeforeEveryThirdDigit) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1'000), "1,000");
  EXPECT_EQ(grouped(294'912), "294,912");
  EXPECT_EQ(grouped(-999), "-999");
  EXPECT_EQ(grouped(-123'456), "-123,456");
  EXPECT_EQ(grouped(INT64_MAX), "9,223,372,036,854,775,807");
}

TEST(Decimal, ShiftsThePointAndDropsNeedlessZeros) {
  EXPECT_EQ(decimal(0, 3), "0");
  EXPECT_EQ(decimal(11'970, 3), "11.97");
  EXPECT_EQ(decimal(12'000, 3), "12");
  EXPECT_EQ(decimal(7, 3), "0.007");
  EXPECT_EQ(decimal(7, 0), "7");
  EXPECT_EQ(decimal(-7, 1), "-0.7");
}

TEST(DecimalProduct, IsExactBeyond64Bits) {
  EXPECT_EQ(decimal_product(3, 5, 1), "1.5");
  EXPECT_EQ(decimal_product(0, 5, 1), "0");
  EXPECT_EQ(decimal_product(-3, 5, 0), "-15");
  EXPECT_EQ(decimal_product(INT64_MAX, 1'000, 3), "9223372036854775807");
  EXPECT_EQ(decimal_product(INT64_MAX, INT64_MAX, 0), "85070591730234615847396907784232501249");
}

TEST(Numeral, IsTakenApartWithoutNeedlessZeros) {
  const auto numeral = read_numeral("11.10 ns");

  ASSERT_TRUE(numeral);
  EXPECT_EQ(numeral->whole, "11");
  EXPECT_EQ(numeral->fraction, "1");
  EXPECT_EQ(numeral->rest, "ns");
}

TEST(Numeral, NeedsDigitsOnBothSidesOfItsPoint) {
  EXPECT_FALSE(read_numeral(""));
  EXPECT_FALSE(read_numeral("ns"));
  EXPECT_FALSE(read_numeral(".5"));
  EXPECT_FALSE(read_numeral("5."));
}

TEST(Scale, TellsExactFromInexactAndTooLarge) {
  EXPECT_EQ(scale(*read_numeral("11.1"), 3).value, 11'100);
  EXPECT_EQ(scale(*read_numeral("11.1"), 0).kind, Scaled::Kind::inexact);
  EXPECT_EQ(scale(*read_numeral("9223372036854775807"), 0).value, INT64_MAX);
  EXPECT_EQ(scale(*read_numeral("9223372036854775808"), 0).kind, Scaled::Kind::too_large);
}

TEST(FixedProduct, RoundsHalfUpAndWritesAllDigits) {
  EXPECT_EQ(fixed_product(1'234'567, 1, 3, 1), "1,234.6");
  EXPECT_EQ(fixed_product(1'234'549, 1, 3, 1), "1,234.5");
  EXPECT_EQ(fixed_product(5, 3, 1, 0), "2");
  EXPECT_EQ(fixed_product(14, 1, 1, 0), "1");
  EXPECT_EQ(fixed_product(12, 1, 0, 2), "12.00");
  EXPECT_EQ(fixed_product(0, 1, 6, 3), "0.000");
  EXPECT_EQ(fixed_product(-1'500, 1, 3, 1), "-1.5");
  EXPECT_EQ(fixed_product(1'000'000'000'000'000, 1'000'000'000'000'000, 15, 0), "1,000,000,000,000,000");
}

}  // namespace
}  // namespace toruscope::core
