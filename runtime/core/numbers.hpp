// SPDX-License-Identifier: Apache-2.0
// Whole numbers, fractions and lists as a user writes them.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

/// Splits: "a,b,,c" by commas is "a", "b", "", "c".
std::vector<std::string> split(std::string_view text, char separator);
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
