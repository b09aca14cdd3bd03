// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/numbers.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::core {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    words.emplace_back(text.substr(from, end - from));
    from = end + 1;
  }
  return words;
}

std::int64_t parse_whole(std::string_view text, std::string_view what, std::int64_t least, std::int64_t most) {
  const auto number = read_number<std::int64_t>(text);
  if (!number || *number < least || *number > most)
    throw ConfigError(
        fmt::format("{}: a whole number from {} to {} is needed, got \"{}\"", what, least, most, text));
  return *number;
}

std::uint64_t parse_seed(std::string_view text, std::string_view what) {
  const auto number = read_number<std::uint64_t>(text);
  if (!number)
    throw ConfigError(
        fmt::format("{}: a whole number from 0 to {} is needed, got \"{}\"", what, UINT64_MAX, text));
  return *number;
}

Fraction parse_fraction(std::string_view text, std::string_view what) {
  const std::size_t slash = text.find('/');
  const auto numerator = read_number<std::int64_t>(text.substr(0, slash));
  const auto denominator = slash == std::string_view::npos ? std::optional<std::int64_t>(1)
                                                           : read_number<std::int64_t>(text.substr(slash + 1));
  if (!numerator || !denominator || *numerator < 0 || *denominator < 1)
    throw ConfigError(
        fmt::format("{}: a whole number or a fraction such as 3/2 is needed, got \"{}\"", what, text));
  return {*numerator, *denominator};
}

}  // namespace toruscope::core
