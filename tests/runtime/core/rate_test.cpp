// SPDX-License-Identifier: Apache-2.0
#include "runtime/core/rate.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr Time kPicosecond = Time::femtoseconds(1'000);

std::int64_t femtoseconds(const char* text, Time tick = kPicosecond) {
  const auto rate = Rate::parse(text, "tw");
  EXPECT_TRUE(rate) << text;
  return rate ? rate->per_byte(tick).value() : 0;
}

TEST(Rate, IsTheTimeOfAByte) {
  EXPECT_EQ(femtoseconds("10GB/s"), 100'000);
  EXPECT_EQ(femtoseconds("1 GB/s"), 1'000'000);
  EXPECT_EQ(femtoseconds("1TB/s"), 1'000);
  EXPECT_EQ(femtoseconds("90MB/s", Time::femtoseconds(1)), 11'111'111);
  EXPECT_EQ(femtoseconds("12.5GB/s"), 80'000);
}

TEST(Rate, TellsBitsFromBytesAndPowersOf1000FromThoseOf1024) {
  for (const char* text : {"100Gb/s", "100 Gbit/s", "100Gbps", "100Gbits/s", "0.1Tb/s"})
    EXPECT_EQ(femtoseconds(text), 80'000) << text;
  EXPECT_EQ(femtoseconds("8Gb/s"), femtoseconds("1GB/s"));
  EXPECT_EQ(femtoseconds("1GiB/s", Time::femtoseconds(1)), 931'323);
  EXPECT_EQ(femtoseconds("1KiB/s"), 976'562'500'000);
}

// 1 / 11.1 GB/s = 90.09009... ps
TEST(Rate, SaysHowFarTheNearestTickIsOff) {
  const Rate rate = *Rate::parse("11.1GB/s", "tw");
  EXPECT_NEAR(rate.error(kPicosecond), 1e-3, 1e-6);
  EXPECT_NEAR(rate.error(Time::femtoseconds(100)), 1.1e-4, 1e-6);
  EXPECT_NEAR(rate.error(Time::femtoseconds(10)), 1e-6, 1e-7);
  EXPECT_EQ(rate.per_byte(Time::femtoseconds(10)).value(), 90'090);
  EXPECT_EQ(Rate::parse("10GB/s", "tw")->error(kPicosecond), 0);
}

TEST(Rate, TakesNoTickWhereTheTickIsFarTooLong) {
  const Time tick = Time::femtoseconds(std::int64_t{1} << 49U);  // with 2^39 TiB/s beyond 128 bits
  EXPECT_EQ(femtoseconds("549755813888TiB/s", tick), 0);
  EXPECT_EQ(Rate::parse("549755813888TiB/s", "tw")->error(tick), 1);
}

TEST(Rate, IsNotWhatHasNoUnitOfOne) {
  for (const char* text : {"", "10", "10ns", "10ps", "GB/s", "10GB", "10gB/s", "10/s", "10GX/s", "-1GB/s"})
    EXPECT_FALSE(Rate::parse(text, "tw")) << text;
}

TEST(Rate, IsGuessedFromOtherSpellings) {
  const auto told = [](const char* text) { return Rate::how_to_write(text); };
  EXPECT_EQ(told("10gb/s"), "10GB/s, 100Gb/s; did you mean 10Gb/s (bits) or 10GB/s (bytes)?");
  EXPECT_EQ(told("10 MB"), "10GB/s, 100Gb/s; did you mean 10MB/s?");
  EXPECT_EQ(told("1.5gibyte/s"), "10GB/s, 100Gb/s; did you mean 1.5GiB/s?");
  for (const char* text : {"", "fast", "1e9GB/s", "10", "10ns", "GB/s"})
    EXPECT_EQ(told(text), "10GB/s, 100Gb/s") << text;
}

TEST(Rate, IsRefusedIfItIsZeroOrHasTooManyDigits) {
  EXPECT_THAT([] { (void)Rate::parse("0GB/s", "tw"); },
              ThrowsMessage<ConfigError>(HasSubstr("tw: a rate is above 0")));
  EXPECT_THAT([] { (void)Rate::parse("1.2345678901234GB/s", "tw"); },
              ThrowsMessage<ConfigError>(HasSubstr("tw: a rate has at most 12 digits")));
}

}  // namespace
}  // namespace toruscope::core
