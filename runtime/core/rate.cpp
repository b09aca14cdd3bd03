// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/rate.hpp"

#include "runtime/core/byte_prefix.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/small_letters.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace toruscope::core {

namespace {

constexpr std::int64_t kFemtosecondsPerSecond = 1'000'000'000'000'000;
constexpr std::int64_t kBitsPerByte = 8;
constexpr std::size_t kMostDigits = 12;

constexpr std::array<std::string_view, 3> kPerSecond{"/sec", "/s", "ps"};

struct RateUnit {
  std::int64_t size = 1;  ///< bits or bytes
  bool counts_bits = false;
};

/// Unit of a rate: "GB/s", "Gbit/s", "Gbps", "MiB/s".
std::optional<RateUnit> rate_unit(std::string_view text) {
  RateUnit unit;
  const char prefix = text.empty() ? ' ' : text.front();
  const bool is_binary = text.substr(std::min<std::size_t>(1, text.size())).starts_with('i');
  const std::int64_t multiple = multiple_of_prefix(prefix == 'k' ? 'K' : prefix, is_binary ? 1024 : 1000);
  if (multiple != 0) {
    unit.size = multiple;
    text.remove_prefix(is_binary ? 2 : 1);
  }
  for (const std::string_view second : kPerSecond) {
    if (!text.ends_with(second)) continue;
    const std::string_view what = text.substr(0, text.size() - second.size());
    unit.counts_bits = what == "b" || what == "bit" || what == "bits";
    if (unit.counts_bits || what == "B") return unit;
  }
  return std::nullopt;
}

/// Suggests "10GB/s" for "10 GB", "10Gb/s (bits) or 10GB/s (bytes)" for "10gb/s"; or nothing.
std::optional<std::string> nearest_rate(std::string_view text) {
  const auto numeral = read_numeral(text);
  if (!numeral) return std::nullopt;
  std::string_view unit = numeral->rest;
  for (const std::string_view second : kPerSecond)
    if (unit.ends_with(second)) {
      unit.remove_suffix(second.size());
      break;
    }
  std::string_view digits = text.substr(0, text.size() - numeral->rest.size());
  digits = digits.substr(0, digits.find_last_not_of(' ') + 1);
  for (const char* prefix : {"", "K", "M", "G", "T", "Ki", "Mi", "Gi", "Ti"}) {
    const auto is = [&](const char* word) { return is_same_word(unit, std::string(prefix) + word); };
    if (is("b") && unit.back() == 'b')
      return fmt::format("{0}{1}b/s (bits) or {0}{1}B/s (bytes)", digits, prefix);
    if (is("b") || is("byte") || is("bytes")) return fmt::format("{}{}B/s", digits, prefix);
    if (is("bit") || is("bits")) return fmt::format("{}{}b/s", digits, prefix);
  }
  return std::nullopt;
}

}  // namespace

std::string Rate::how_to_write(std::string_view text) {
  const auto nearest = nearest_rate(text);
  return "10GB/s, 100Gb/s" + (nearest ? fmt::format("; did you mean {}?", *nearest) : "");
}

std::optional<Rate> Rate::parse(std::string_view text, std::string_view what) {
  const auto numeral = read_numeral(text);
  const auto unit = numeral ? rate_unit(numeral->rest) : std::nullopt;
  if (!unit) return std::nullopt;
  const std::size_t digits = numeral->whole.size() + numeral->fraction.size();
  if (digits > kMostDigits)
    throw ConfigError(fmt::format("{}: a rate has at most {} digits, got {}", what, kMostDigits, text));
  const auto places = static_cast<int>(numeral->fraction.size());
  const std::int64_t value = scale(*numeral, places).value;
  if (value == 0)
    throw ConfigError(
        fmt::format("{}: a rate is above 0, got {}; leave the cost out where bytes are free", what, text));
  Rate rate;
  rate.numerator_ = Wide{kFemtosecondsPerSecond} * (unit->counts_bits ? kBitsPerByte : 1);
  for (int i = 0; i < places; ++i) rate.numerator_ *= 10;
  rate.denominator_ = Wide{value} * unit->size;
  return rate;
}

double Rate::bytes_per_second() const {
  return static_cast<double>(kFemtosecondsPerSecond) * static_cast<double>(denominator_) /
         static_cast<double>(numerator_);
}

Time Rate::per_byte(Time tick) const {
  Wide unit = 0;
  if (__builtin_mul_overflow(denominator_, Wide{tick.value()}, &unit))
    return Time::femtoseconds(0);  // far below a tick
  const Wide ticks = (numerator_ + unit / 2) / unit;
  const Wide femtoseconds = ticks * tick.value();
  return Time::femtoseconds(femtoseconds > INT64_MAX ? INT64_MAX : static_cast<std::int64_t>(femtoseconds));
}

double Rate::error(Time tick) const {
  const Wide off = numerator_ - denominator_ * per_byte(tick).value();
  return static_cast<double>(off < 0 ? -off : off) / static_cast<double>(numerator_);
}

}  // namespace toruscope::core
