// SPDX-License-Identifier: Apache-2.0
// Where values stand on an axis, and which are written.

#include "picture/axis.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope::picture {
namespace {

std::vector<std::string> labels(const Axis& axis) {
  std::vector<std::string> all;
  for (const Axis::Tick& tick : axis.ticks())
    if (!tick.label.empty()) all.push_back(tick.label);
  return all;
}

TEST(Axis, PutsEqualRatiosAtEqualDistancesWhereItIsLogarithmic) {
  Axis axis(Quantity::bytes, true, 600, 50);
  axis.include(8);
  axis.include(8 << 20);

  const double step = axis.place(32) - axis.place(8);
  EXPECT_GT(step, 0);
  for (double value = 8; value < (8 << 20); value *= 4)
    EXPECT_NEAR(axis.place(4 * value) - axis.place(value), step, 1e-6);
  EXPECT_GE(axis.place(8), 0);
  EXPECT_LE(axis.place(8 << 20), 600);
}

TEST(Axis, WritesPowersOfTwoFromTheFirstValueOn) {
  Axis axis(Quantity::bytes, true, 600, 58);
  axis.include(8);
  axis.include(32768);
  EXPECT_THAT(labels(axis), testing::ElementsAre("8 B", "32 B", "128 B", "512 B", "2 KiB", "8 KiB", "32 KiB"));
}

TEST(Axis, WritesTimesWithTheirUnits) {
  Axis axis(Quantity::seconds, true, 400, 30);
  axis.include(900e-9);
  axis.include(2.5e-3);
  EXPECT_THAT(labels(axis), testing::IsSupersetOf({"1 us", "10 us", "100 us", "1 ms"}));
}

TEST(Axis, TakesOneTwoOrFiveWhereItIsEvenAndBeginsAtZero) {
  Axis axis(Quantity::number, false, 600, 100);
  axis.include(3);
  axis.include(913);
  EXPECT_THAT(labels(axis), testing::ElementsAre("0", "200", "400", "600", "800"));
  EXPECT_DOUBLE_EQ(axis.place(0), 0);
  EXPECT_NEAR(axis.place(400), 2 * axis.place(200), 1e-9);
}

TEST(Axis, KeepsLabelsApart) {
  for (const double most : {16.0, 1e3, 1e6, 1e9, 1e12}) {
    Axis axis(Quantity::bytes, true, 500, 60);
    axis.include(1);
    axis.include(most);
    double last = -1e9;
    for (const Axis::Tick& tick : axis.ticks())
      if (!tick.label.empty()) {
        EXPECT_GE(axis.place(tick.value) - last, 59.9) << tick.label << " of " << most;
        last = axis.place(tick.value);
      }
  }
}

TEST(Axis, HasRoomForOneValue) {
  for (const bool is_logarithmic : {true, false}) {
    Axis axis(Quantity::number, is_logarithmic, 100, 20);
    axis.include(7);
    EXPECT_GT(axis.place(7), 0);
    EXPECT_LT(axis.place(7), 100);
    EXPECT_FALSE(axis.ticks().empty());
  }
}

}  // namespace
}  // namespace toruscope::picture
