// SPDX-License-Identifier: Apache-2.0
// Whole numbers, fractions and lists as a user writes them.

#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace toruscope::core {

/// Splits: "a,b,,c" by commas is "a", "b", "", "c".
std::vector<std::string> split(std::string_view text, char separator);
/// The number that the whole text is, as std::from_chars reads it; nothing for any other text.
template <class Number>
std::optional<Number> read_number(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}
/// Errors    ConfigError naming `what` unless the text is a whole number from least to most.
std::int64_t parse_whole(std::string_view text, std::string_view what, std::int64_t least, std::int64_t most);
/// Reads a seed: 0 .. 2^64-1. Errors: ConfigError naming `what`.
std::uint64_t parse_seed(std::string_view text, std::string_view what);
/// Reads "3" or "3/2", not negative. Errors: ConfigError naming `what`.
struct Fraction {
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;
};
Fraction parse_fraction(std::string_view text, std::string_view what);

}  // namespace toruscope::core
