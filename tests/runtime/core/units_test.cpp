// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/duration.hpp"

#include <toruscope/error.hpp>
#include <toruscope/units.hpp>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace toruscope {
namespace {

using ::testing::ThrowsMessage;

TEST(Time, ReadsEveryUnitExactly) {
  EXPECT_EQ(Time::parse("7fs", "ts"), Time::femtoseconds(7));
  EXPECT_EQ(Time::parse("1ps", "ts"), 0.001ns);
  EXPECT_EQ(Time::parse("11.1ns", "ts"), 11.1ns);
  EXPECT_EQ(Time::parse("75us", "ts"), 75us);
  EXPECT_EQ(Time::parse("0.5ms", "ts"), 500us);
  EXPECT_EQ(Time::parse("2s", "ts"), 2000ms);
  EXPECT_EQ(Time::parse("75 us", "ts"), 75us);
  EXPECT_EQ(Time::parse("1.50000000000000000000000us", "ts"), 1.5us);
  EXPECT_EQ(Time::parse("9223s", "ts").value(), 9'223'000'000'000'000'000);
}

TEST(Time, ReadsABareNumberAsTicks) {
  EXPECT_EQ(Time::parse("3", "ts"), Time(Ticks{3}));
  EXPECT_EQ(Time::parse("1 tick", "ts"), Time(Ticks{1}));
  EXPECT_EQ(Time::parse("12 ticks", "ts"), Time(Ticks{12}));
  EXPECT_EQ(Time::parse("0", "ts"), Time(Ticks{0}));
}

TEST(Time, RefusesWhatIsNoTimeWithASentence) {
  const auto reading = [](const char* text) {
    return [text] { static_cast<void>(Time::parse(text, "--ts")); };
  };
  const std::string advice =
      " is not a time; write a number and fs, ps, ns, us, ms or s (75us, 11.1ns); for a step machine a whole "
      "number of ticks without a unit";

  for (const char* text :
       {"", "us", "75parsec", "75us1", "1e3ns", "1e400s", "7.us", ".5us", "1'000", "75 Us", " 75us"})
    EXPECT_THAT(reading(text), ThrowsMessage<ConfigError>("--ts: \"" + std::string(text) + "\"" + advice));
  EXPECT_THAT(reading("-3us"), ThrowsMessage<ConfigError>("--ts: a time is never negative, got -3us"));
  EXPECT_THAT(reading("1.5"),
              ThrowsMessage<ConfigError>(
                  "--ts: 1.5 has no unit; give it a unit, such as 1.5us; for a step machine a whole number of "
                  "ticks"));
  EXPECT_THAT([] { static_cast<void>(core::parse_duration("75 Us", "--limit")); },
              ThrowsMessage<ConfigError>("--limit: \"75 Us\" is not a time; write a number and fs, ps, ns, us, "
                                         "ms or s (75us, 11.1ns)"));
  EXPECT_THAT([] { static_cast<void>(core::parse_duration("1.5", "--limit")); },
              ThrowsMessage<ConfigError>("--limit: 1.5 has no unit; give it a unit, such as 1.5us"));
  EXPECT_THAT(reading("0.5fs"),
              ThrowsMessage<ConfigError>("--ts: 0.5fs is finer than 1fs, the finest time there is"));
  EXPECT_THAT(reading("9224s"), ThrowsMessage<ConfigError>("--ts: at most 9223s, got 9224s"));
  EXPECT_THAT(reading("9223372036854775808"),
              ThrowsMessage<ConfigError>("--ts: at most 9223372036854775807 ticks, got 9223372036854775808"));
}

TEST(Time, WritesTheShortestExactText) {
  EXPECT_EQ(to_string(75us), "75us");
  EXPECT_EQ(to_string(11.1ns), "11.1ns");
  EXPECT_EQ(to_string(1500ns), "1.5us");
  EXPECT_EQ(to_string(1001ns), "1001ns");
  EXPECT_EQ(to_string(1000ms), "1s");
  EXPECT_EQ(to_string(Time::femtoseconds(0)), "0s");
  EXPECT_EQ(to_string(Time{Ticks{0}}), "0");
  EXPECT_EQ(to_string(Ticks{0}), "0 ticks");
  EXPECT_EQ(to_string(Ticks{1}), "1 tick");
  EXPECT_EQ(to_string(Ticks{3}), "3 ticks");
}

RC_GTEST_PROP(Time, ReadsBackWhatItWrites, (bool is_physical)) {
  const auto value = *rc::gen::nonNegative<std::int64_t>();
  const Time time = is_physical ? Time::femtoseconds(value) : Time(Ticks{value});

  RC_ASSERT(Time::parse(to_string(time), "time") == time);
}

TEST(Bytes, ReadsSizesInPowersOf1024) {
  EXPECT_EQ(parse_bytes("0", "block"), 0U);
  EXPECT_EQ(parse_bytes("100", "block"), 100U);
  EXPECT_EQ(parse_bytes("100 B", "block"), 100U);
  EXPECT_EQ(parse_bytes("4KiB", "block"), 4096U);
  EXPECT_EQ(parse_bytes("4kib", "block"), 4096U);
  EXPECT_EQ(parse_bytes("4k", "block"), 4096U);
  EXPECT_EQ(parse_bytes("256 KiB", "block"), 262'144U);
  EXPECT_EQ(parse_bytes("1M", "block"), 1'048'576U);
  EXPECT_EQ(parse_bytes("1.5G", "block"), 1'610'612'736U);
  EXPECT_EQ(parse_bytes("2T", "block"), 2'199'023'255'552U);
}

TEST(Bytes, TellKbAndKibApart) {
  EXPECT_EQ(parse_bytes("64KB", "block"), 64'000U);
  EXPECT_EQ(parse_bytes("64 kB", "block"), 64'000U);
  EXPECT_EQ(parse_bytes("64KiB", "block"), 65'536U);
  EXPECT_EQ(parse_bytes("1.5MB", "block"), 1'500'000U);
  EXPECT_EQ(parse_bytes("2GB", "block"), 2'000'000'000U);
  EXPECT_EQ(parse_bytes("2TB", "block"), 2'000'000'000'000U);
}

TEST(Bytes, RefusesWhatIsNoSizeWithASentence) {
  const auto reading = [](const char* text) { return [text] { parse_bytes(text, "--block"); }; };
  const std::string advice =
      " is not a size; write a number of bytes, or one with K, M, G or T "
      "(K and KiB = 1024, KB = 1000)";

  for (const char* text : {"", "K", "12Q", "1e3", "4 KiBs", "1K2"})
    EXPECT_THAT(reading(text), ThrowsMessage<ConfigError>("--block: \"" + std::string(text) + "\"" + advice));
  EXPECT_THAT(reading("-1"), ThrowsMessage<ConfigError>("--block: a size is never negative, got -1"));
  EXPECT_THAT(reading("1.3"), ThrowsMessage<ConfigError>("--block: 1.3 is no whole number of bytes"));
  EXPECT_THAT(reading("0.1K"), ThrowsMessage<ConfigError>("--block: 0.1K is no whole number of bytes"));
  EXPECT_THAT(reading("99999999T"),
              ThrowsMessage<ConfigError>("--block: 99999999T is too large, or has too many digits"));
}

TEST(Bytes, WritesSizesToOneDecimal) {
  EXPECT_EQ(bytes_to_string(0), "0 B");
  EXPECT_EQ(bytes_to_string(100), "100 B");
  EXPECT_EQ(bytes_to_string(1023), "1023 B");
  EXPECT_EQ(bytes_to_string(262'144), "256 KiB");
  EXPECT_EQ(bytes_to_string(1'572'864), "1.5 MiB");
  EXPECT_EQ(bytes_to_string(1'048'575), "1 MiB");
  EXPECT_EQ(bytes_to_string(SIZE_MAX), "16777216 TiB");
}

}  // namespace
}  // namespace toruscope
