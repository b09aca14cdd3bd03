// SPDX-License-Identifier: Apache-2.0
// Numbers and choices as a user writes them.

#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::cli {

/// "a,b,,c" is "a", "b", "", "c" where the separator is a comma.
std::vector<std::string> split(const std::string& text, char separator);
/// Errors    ConfigError naming `what` unless the text is a whole number from least to most.
std::int64_t parse_whole(std::string_view text, std::string_view what, std::int64_t least, std::int64_t most);
/// The same for seeds: 0 .. 2^64-1.
std::uint64_t parse_seed(std::string_view text, std::string_view what);
/// "3" or "3/2", not negative. Errors: ConfigError naming `what`.
struct Fraction {
  std::int64_t numerator = 1;
  std::int64_t denominator = 1;
};
Fraction parse_fraction(std::string_view text, std::string_view what);
/// "30s", "500ms": wall time. Errors: ConfigError if it has no unit or is below 1 ms.
std::chrono::milliseconds parse_wall_time(std::string_view text, std::string_view what);
/// begin, begin times factor, ... up to end. Precondition: begin <= end, factor >= 2.
std::vector<std::size_t> geometric(std::size_t begin, std::size_t end, std::size_t factor);
/// The index of the text in `known`. Errors: ConfigError with the known words and the nearest one.
std::size_t parse_word(std::string_view text, std::string_view kind, std::string_view plural,
                       const std::vector<std::string>& known);

}  // namespace toruscope::cli
