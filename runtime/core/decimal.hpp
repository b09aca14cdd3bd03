// SPDX-License-Identifier: Apache-2.0
// Whole numbers and exact decimal fractions as text, without floating point.

#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace toruscope::core {

/// Writes 294912 as "294,912".
std::string grouped(std::int64_t number);
/// Writes a number with its noun: "12 PEs", "1 PE".
std::string counted(std::int64_t number, const char* noun);
// Sizes of containers, too.
template <std::unsigned_integral Size>
std::string grouped(Size number) {
  return grouped(static_cast<std::int64_t>(number));
}
template <std::unsigned_integral Size>
std::string counted(Size number, const char* noun) {
  return counted(static_cast<std::int64_t>(number), noun);
}

/// number / 10^places, exactly, without needless zeros: decimal(11970, 3) is "11.97".
std::string decimal(std::int64_t number, int places);

/// a * b / 10^places, exactly, without needless zeros, also if the product exceeds 64 bits.
std::string decimal_product(std::int64_t a, std::int64_t b, int places);

/// a * b / 10^places, grouped, rounded half up to exactly `digits` digits behind the point:
/// fixed_product(1'234'567, 1, 3, 1) is "1,234.6".
std::string fixed_product(std::int64_t a, std::int64_t b, int places, int digits);

/// A decimal numeral taken apart: "11.10" is whole "11", fraction "1".
struct Numeral {
  std::string_view whole;
  std::string_view fraction;  ///< without zeros at its end
  std::string_view rest;      ///< what follows the numeral, without the blanks between
};

/// Reads a numeral at the beginning of the text, if any: digits, or digits, a point and digits.
std::optional<Numeral> read_numeral(std::string_view text);

/// The value times 10^places, if that is a whole number of at most 63 bits.
struct Scaled {
  enum class Kind { exact, inexact, too_large };
  Kind kind = Kind::exact;
  std::int64_t value = 0;
};
Scaled scale(const Numeral& numeral, int places);

}  // namespace toruscope::core
