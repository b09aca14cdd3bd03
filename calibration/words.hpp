// SPDX-License-Identifier: Apache-2.0
// Lines of tables without what launchers and clocks have written before them, and the numbers in
// them.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::calibration {

/// Errors    ConfigError: "FILE:LINE: WHY".
[[noreturn]] void refuse(std::string_view file, std::size_t line, const std::string& why);

/// The line without escape codes, blanks at its ends, and prefixes: "0: ", "[1,0]<stdout>:",
/// "[n01:7] ", clocks and dates.
std::string plain_line(std::string_view line);

/// Parts between blanks and tabs.
std::vector<std::string_view> words_of(std::string_view line);
/// Parts between tabs and two or more blanks, as headings have them: "Latency (us)" is one.
std::vector<std::string_view> columns_of(std::string_view heading);
/// Parts between separators, without the blanks around them.
std::vector<std::string_view> fields_of(std::string_view line, char separator);

/// A decimal number, nan and inf among them; nothing if the word is something else.
std::optional<double> number(std::string_view word);
inline constexpr double kMostBytes = 999'999'999'999'999;
/// A whole number of bytes, at most kMostBytes.
std::optional<double> bytes(std::string_view word);

/// A time, a rate or a count as it must be: above 0 and finite.
/// Errors    ConfigError with file and line, and `what` the number is.
double positive(std::string_view file, std::size_t line, std::string_view what, double value);

bool begins_with_digit(std::string_view word);

/// Refuses a word where a number is needed that would be one with a point in place of its comma.
void refuse_decimal_comma(std::string_view file, std::size_t line, std::string_view word);

}  // namespace toruscope::calibration
