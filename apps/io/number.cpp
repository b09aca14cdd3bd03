// SPDX-License-Identifier: Apache-2.0
#include "apps/io/number.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace toruscope::apps {

namespace {

/// The power of ten of a decimal number's first digit above 0: 2 in "123.4", -2 in "0.0012e1".
std::int64_t leading_power(std::string_view number) {
  const std::size_t end = std::min(number.find_first_of("eE"), number.size());
  const std::size_t point = std::min(number.find('.'), end);
  const std::size_t first = number.find_first_not_of("-0.");
  const std::int64_t power =
      static_cast<std::int64_t>(point) - static_cast<std::int64_t>(first) - (first < point ? 1 : 0);
  if (end == number.size()) return power;
  std::string_view exponent = number.substr(end + 1);
  const bool is_negative = exponent.starts_with('-');
  if (is_negative || exponent.starts_with('+')) exponent.remove_prefix(1);
  std::int64_t size = 0;
  const auto [rest, error] = std::from_chars(exponent.data(), exponent.data() + exponent.size(), size);
  // larger than any power that digits of a text can have
  constexpr std::int64_t kMost = std::int64_t{1} << 62;
  if (error == std::errc::result_out_of_range) size = kMost;
  return power + (is_negative ? -std::min(size, kMost) : std::min(size, kMost));
}

}  // namespace

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error == std::errc::invalid_argument || end != text.data() + text.size())
    return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    const double limit = leading_power(text) > 0 ? HUGE_VAL : 0.0;
    return text.starts_with('-') ? -limit : limit;
  }
  return value;
}

}  // namespace toruscope::apps
