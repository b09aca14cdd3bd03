// SPDX-License-Identifier: Apache-2.0
// One unit for a column.

#include "cli/tables/column_units.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::cli {
namespace {

using testing::ElementsAre;

std::vector<VirtualTime> times(const Parameters& machine, const std::vector<std::int64_t>& ticks) {
  std::vector<VirtualTime> all;
  for (const std::int64_t count : ticks) all.emplace_back(Ticks{count}, machine);
  return all;
}

std::vector<std::string> texts(const std::vector<VirtualTime>& all) {
  return TimeUnit(all).texts({all.begin(), all.end()});
}

TEST(TimeUnit, IsOneForTheWholeColumn) {
  const auto all = times({}, {752'796'000, 2'915'484'000, 3'000'000'000});  // ticks of 1 ps

  EXPECT_EQ(TimeUnit(all).name(), "us");
  EXPECT_THAT(texts(all), ElementsAre("752.796", "2,915.484", "3,000.000"));
}

TEST(TimeUnit, IsLargerWhereTheLargestWouldHaveTooManyDigits) {
  const auto all = times({}, {50'000, 10'000'000'000});

  EXPECT_EQ(TimeUnit(all).name(), "us");
  EXPECT_THAT(texts(all), ElementsAre("0.05", "10,000.00"));
}

TEST(TimeUnit, RoundsToSixDecimals) {
  Parameters fine;
  fine.tick = Time::femtoseconds(1);
  const auto all = times(fine, {1'234'567'891'234});

  EXPECT_EQ(TimeUnit(all).name(), "ms");
  EXPECT_THAT(texts(all), ElementsAre("1.234568"));
}

TEST(TimeUnit, CountsSteps) {
  const auto all = times(with_lambda(preset("postal"), 5, 2), {2, 7, 3'000});

  EXPECT_EQ(TimeUnit(all).name(), "steps");
  EXPECT_THAT(texts(all), ElementsAre("1", "7/2", "1,500"));
}

TEST(TimeUnit, IsThatOfEachTextWhereStepsAndSecondsAreMixed) {
  auto all = times({}, {1'000'000});
  all.push_back(times(preset("unit"), {4}).front());

  EXPECT_EQ(TimeUnit(all).name(), "");
  EXPECT_THAT(texts(all), ElementsAre("1 us", "4 steps"));
}

TEST(TimeUnit, OfNothingIsSomeUnit) {
  EXPECT_THAT(texts(times({}, {0})), ElementsAre("0"));
  EXPECT_THAT(TimeUnit(std::vector<VirtualTime>()).texts(std::vector<std::optional<VirtualTime>>(1)),
              ElementsAre("-"));
}

TEST(RateUnit, IsChosenByTheLargest) {
  EXPECT_EQ(RateUnit({2.5e9}).name(), "GB/s");
  EXPECT_EQ(RateUnit({2.5e9}).text(1.25e6), "0.001");
  EXPECT_EQ(RateUnit({90e6}).name(), "MB/s");
  EXPECT_EQ(RateUnit({90e6}).text(90.09e6), "90.090");
  EXPECT_EQ(RateUnit({5}).name(), "B/s");
}

TEST(RateUnit, GivesTheLeastTwoDigits) {
  EXPECT_EQ(RateUnit({7.44e6, 2.5e9}).text(7.44e6), "0.0074");
  EXPECT_EQ(RateUnit({7.44e6, 2.5e9}).text(2.5e9), "2.5000");
  EXPECT_EQ(RateUnit({1, 2.5e9}).text(1), "0.000000");
}

}  // namespace
}  // namespace toruscope::cli
