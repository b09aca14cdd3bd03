// SPDX-License-Identifier: Apache-2.0

#include "calibration/words.hpp"

#include "runtime/core/lines.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/core.h>

namespace toruscope::calibration {

void refuse(std::string_view file, std::size_t line, const std::string& why) {
  throw ConfigError(fmt::format("{}:{}: {}", core::escaped(file), line, why));
}

namespace {

constexpr std::string_view kBlanks = " \t\r\f\v";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_all_of(std::string_view word, std::string_view characters) {
  return !word.empty() && word.find_first_not_of(characters) == word.npos;
}

/// "12:01:02", "12:01:02.123", "2024-05-01", "2024-05-01T12:01:02Z": what a clock writes.
bool is_clock(std::string_view word) {
  if (!begins_with_digit(word) || word.find_first_not_of("0123456789:.,-+TZ/") != word.npos) return false;
  const auto colons = std::count(word.begin(), word.end(), ':');
  const auto dashes = std::count(word.begin(), word.end(), '-');
  return colons >= 2 || (dashes == 2 && word.find('-') == 4);
}

/// Length of a prefix at the beginning of the line; 0: none.
std::size_t prefix_length(std::string_view line) {
  if (line.starts_with('[')) {
    const std::size_t end = line.find(']');
    if (end == line.npos) return 0;
    std::size_t length = end + 1;
    for (const std::string_view more : {"<stdout>", "<stderr>"})
      if (line.substr(length).starts_with(more)) length += more.size();
    if (line.substr(length).starts_with(':')) ++length;
    return length;
  }
  const std::string_view word = line.substr(0, line.find_first_of(kBlanks));
  if (word.size() == line.size()) return 0;
  const bool is_rank =
      word.size() > 1 && word.ends_with(':') && is_all_of(word.substr(0, word.size() - 1), "0123456789");
  return is_rank || is_clock(word) ? word.size() : 0;
}

/// The text without the codes with which programs colour what they print.
std::string without_escapes(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] != '\x1b') {
      text += line[i];
      continue;
    }
    if (i + 1 < line.size() && line[i + 1] == '[')
      for (i += 2; i < line.size() && (line[i] < '@' || line[i] > '~');) ++i;
  }
  return text;
}

template <class IsSeparator>
std::vector<std::string_view> parts(std::string_view text, IsSeparator ends_at) {
  std::vector<std::string_view> all;
  for (std::size_t at = 0; at < text.size();) {
    at = text.find_first_not_of(kBlanks, at);
    if (at == text.npos) break;
    std::size_t end = at;
    while (end < text.size() && !ends_at(text, end)) ++end;
    all.push_back(text.substr(at, end - at));
    at = end;
  }
  return all;
}

bool is_blank(char c) {
  return kBlanks.find(c) != kBlanks.npos;
}

}  // namespace

void refuse_decimal_comma(std::string_view file, std::size_t line, std::string_view word) {
  std::string with_point(word);
  const std::size_t comma = with_point.find(',');
  if (comma == std::string::npos) return;
  with_point[comma] = '.';
  if (number(with_point))
    refuse(
        file, line,
        fmt::format("\"{}\" has a comma; write {} if it is the decimal point", core::shown(word), with_point));
}

bool begins_with_digit(std::string_view word) {
  return !word.empty() && is_digit(word.front());
}

std::string plain_line(std::string_view line) {
  const std::string text = without_escapes(line);
  std::string_view rest = core::trimmed(text);
  while (const std::size_t length = prefix_length(rest)) rest = core::trimmed(rest.substr(length));
  return std::string(rest);
}

std::vector<std::string_view> words_of(std::string_view line) {
  return parts(line, [](std::string_view text, std::size_t at) { return is_blank(text[at]); });
}

std::vector<std::string_view> columns_of(std::string_view heading) {
  return parts(heading, [](std::string_view text, std::size_t at) {
    return text[at] == '\t' || (is_blank(text[at]) && (at + 1 == text.size() || is_blank(text[at + 1])));
  });
}

std::vector<std::string_view> fields_of(std::string_view line, char separator) {
  std::vector<std::string_view> all;
  for (;;) {
    const std::size_t end = line.find(separator);
    all.push_back(core::trimmed(line.substr(0, end)));
    if (end == line.npos) return all;
    line.remove_prefix(end + 1);
  }
}

std::optional<double> number(std::string_view word) {
  if (word.starts_with('+')) word.remove_prefix(1);
  double value = 0;
  const char* const end = word.data() + word.size();
  const auto [at, error] = std::from_chars(word.data(), end, value);
  if (error == std::errc::result_out_of_range && at == end) return HUGE_VAL;
  if (error != std::errc() || at != end) return std::nullopt;
  return value;
}

std::optional<double> bytes(std::string_view word) {
  constexpr std::size_t kMostDigits = 15;  // of kMostBytes
  if (!is_all_of(word, "0123456789") || word.size() > kMostDigits) return std::nullopt;
  return number(word);
}

double positive(std::string_view file, std::size_t line, std::string_view what, double value) {
  constexpr double kMost = 1e18;
  if (value >= kMost) refuse(file, line, fmt::format("{} is too large: {}", what, value));
  if (!(value > 1 / kMost)) refuse(file, line, fmt::format("{} must be a number above 0, got {}", what, value));
  return value;
}

}  // namespace toruscope::calibration
