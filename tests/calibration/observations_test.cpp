// SPDX-License-Identifier: Apache-2.0
#include "calibration/observations.hpp"

#include "tests/calibration/tables.hpp"

#include <gtest/gtest.h>

namespace toruscope::calibration {
namespace {

/// The tables of both texts.
std::vector<Table> tables_of(std::string_view one, std::string_view other) {
  std::vector<Table> tables = reading_of(one).tables;
  for (Table& table : reading_of(other).tables) tables.push_back(std::move(table));
  return tables;
}

constexpr const char* kWindowsOf64 =
    "# OSU MPI Bandwidth Test v7.4\n# Size      Bandwidth (MB/s)\n1000  64.00\n2000  64.00\n";

TEST(Spread, IsNotOfWindowsOfOtherLength) {
  // 64 messages of 1000 bytes take 1 ms, 16 of them a quarter of it, or less than a quarter
  for (const char* windows_of_16 : {"test,size,count,answer,seconds\nwindow,1000,16,0,0.25e-3\n",
                                    "test,size,count,answer,seconds\nwindow,1000,16,4,0.1e-3\n"})
    EXPECT_EQ(spread_of(tables_of(kWindowsOf64, windows_of_16), calibration::Test::window), "");
}

TEST(Spread, IsNotOfWindowsWithOtherAnswers) {
  EXPECT_EQ(spread_of(tables_of(kWindowsOf64, "test,size,count,answer,seconds\nwindow,1000,64,1000,2e-3\n"),
                      calibration::Test::window),
            "");
}

TEST(Spread, IsOfWindowsOfOneLength) {
  EXPECT_EQ(spread_of(tables_of(kWindowsOf64, "test,size,count,answer,seconds\nwindow,1000,64,4,3e-3\n"),
                      calibration::Test::window),
            "2 window tables, 0.50 to 1.50 times their median; in 2 groups (1 up to 0.50, 1 up to 1.50), which "
            "may be distances");
}

TEST(Observations, OfRoundTripsHaveNoAnswer) {
  const std::vector<Observation> all = observations_of(
      tables_of("# OSU MPI Latency Test v7.4\n# Size  Latency (us)\n8  1.00\n64  2.00\n",
                "test,size,count,answer,seconds\nping-pong,8,1,8,3e-6\nping-pong,64,1,64,4e-6\n"));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].bytes, 8);
  EXPECT_EQ(all[0].answer, 0);
  EXPECT_EQ(all[0].repeats, 2);
  EXPECT_DOUBLE_EQ(all[0].seconds, 2e-6);
  EXPECT_DOUBLE_EQ(all[1].seconds, 3e-6);
}

}  // namespace
}  // namespace toruscope::calibration
