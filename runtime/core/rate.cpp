// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/rate.hpp"

#include "runtime/core/byte_prefix.hpp"
#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>

namespace toruscope::detail {

namespace {

constexpr std::int64_t kFemtosecondsPerSecond = 1'000'000'000'000'000;
constexpr std::int64_t kBitsPerByte = 8;
constexpr std::size_t kMostDigits = 12;

struct RateUnit {
  std::int64_t size = 1;  ///< bits or bytes
  bool counts_bits = false;
};

/// "GB/s", "Gbit/s", "Gbps", "MiB/s".
std::optional<RateUnit> rate_unit(std::string_view text) {
  RateUnit unit;
  const char prefix = text.empty() ? ' ' : text.front();
  const bool is_binary = text.substr(std::min<std::size_t>(1, text.size())).starts_with('i');
  const std::int64_t multiple = multiple_of_prefix(prefix == 'k' ? 'K' : prefix, is_binary ? 1024 : 1000);
  if (multiple != 0) {
    unit.size = multiple;
    text.remove_prefix(is_binary ? 2 : 1);
  }
  for (const std::string_view second : {"/s", "/sec", "ps"}) {
    if (!text.ends_with(second)) continue;
    const std::string_view what = text.substr(0, text.size() - second.size());
    unit.counts_bits = what == "b" || what == "bit" || what == "bits";
    if (unit.counts_bits || what == "B") return unit;
  }
  return std::nullopt;
}

/// "10GB/s" of "10 GB", "10Gb/s (bits) or 10GB/s (bytes)" of "10gb/s"; nothing if the text has no unit of that kind.
std::optional<std::string> nearest_rate(std::string_view text) {
  const auto numeral = read_numeral(text);
  if (!numeral) return std::nullopt;
  const auto lower = [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); };
  std::string unit(numeral->rest);
  for (const std::string_view second : {"/sec", "/s", "ps"})
    if (unit.ends_with(second)) {
      unit.resize(unit.size() - second.size());
      break;
    }
  std::string prefix;
  if (!unit.empty() && std::string_view("kmgt").find(lower(unit.front())) != std::string_view::npos) {
    prefix = static_cast<char>(std::toupper(static_cast<unsigned char>(unit.front())));
    unit.erase(0, 1);
    if (!unit.empty() && lower(unit.front()) == 'i') {
      prefix += 'i';
      unit.erase(0, 1);
    }
  }
  const bool is_capital = unit.starts_with('B');
  std::transform(unit.begin(), unit.end(), unit.begin(), lower);
  const bool counts_bytes = (unit == "b" && is_capital) || unit == "byte" || unit == "bytes";
  const bool counts_bits = (unit == "b" && !is_capital) || unit == "bit" || unit == "bits";
  if (!counts_bytes && !counts_bits) return std::nullopt;
  std::string_view digits = text.substr(0, text.size() - numeral->rest.size());
  digits = digits.substr(0, digits.find_last_not_of(' ') + 1);
  if (unit == "b" && counts_bits) return fmt::format("{0}{1}b/s (bits) or {0}{1}B/s (bytes)", digits, prefix);
  return fmt::format("{}{}{}/s", digits, prefix, counts_bytes ? "B" : "b");
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

}  // namespace toruscope::detail
