// SPDX-License-Identifier: Apache-2.0

#include "cli/options/numbers.hpp"

#include "runtime/core/nearest.hpp"

#include <toruscope/error.hpp>
#include <toruscope/units.hpp>

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <optional>

namespace toruscope::cli {

namespace {

template <class Number>
std::optional<Number> read(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> words;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(separator, from), text.size());
    words.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return words;
}

std::int64_t parse_whole(std::string_view text, std::string_view what, std::int64_t least, std::int64_t most) {
  const auto number = read<std::int64_t>(text);
  if (!number || *number < least || *number > most)
    throw ConfigError(
        fmt::format("{}: a whole number from {} to {} is needed, got \"{}\"", what, least, most, text));
  return *number;
}

std::uint64_t parse_seed(std::string_view text, std::string_view what) {
  const auto number = read<std::uint64_t>(text);
  if (!number)
    throw ConfigError(
        fmt::format("{}: a whole number from 0 to {} is needed, got \"{}\"", what, UINT64_MAX, text));
  return *number;
}

Fraction parse_fraction(std::string_view text, std::string_view what) {
  const std::size_t slash = text.find('/');
  const auto numerator = read<std::int64_t>(text.substr(0, slash));
  const auto denominator = slash == std::string_view::npos ? std::optional<std::int64_t>(1)
                                                           : read<std::int64_t>(text.substr(slash + 1));
  if (!numerator || !denominator || *numerator < 0 || *denominator < 1)
    throw ConfigError(
        fmt::format("{}: a whole number or a fraction such as 3/2 is needed, got \"{}\"", what, text));
  return {*numerator, *denominator};
}

std::chrono::milliseconds parse_wall_time(std::string_view text, std::string_view what) {
  const Time time = Time::parse(text, what);
  if (!time.is_physical())
    throw ConfigError(
        fmt::format("{}: it is wall time and needs a unit, got {}; write 30s or 500ms", what, text));
  const std::chrono::milliseconds limit(time.value() / 1'000'000'000'000);
  if (limit.count() < 1) throw ConfigError(fmt::format("{}: at least 1ms is needed, got {}", what, text));
  return limit;
}

std::vector<std::size_t> geometric(std::size_t begin, std::size_t end, std::size_t factor) {
  std::vector<std::size_t> sizes;
  for (std::size_t size = begin; size <= end; size = std::max<std::size_t>(1, size * factor)) {
    sizes.push_back(size);
    if (size > end / factor && size != 0) break;
  }
  return sizes;
}

std::size_t parse_word(std::string_view text, std::string_view kind, std::string_view plural,
                       const std::vector<std::string>& known) {
  const auto found = std::find(known.begin(), known.end(), text);
  if (found == known.end()) throw ConfigError(core::unknown_name(kind, plural, text, known));
  return static_cast<std::size_t>(found - known.begin());
}

}  // namespace toruscope::cli
