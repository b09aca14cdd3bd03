// SPDX-License-Identifier: Apache-2.0
#include "apps/io/number.hpp"

#include <charconv>
#include <cmath>
#include <system_error>

namespace toruscope::detail {

std::string_view trimmed(std::string_view text) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r'; };
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<double> number_in(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error == std::errc::invalid_argument || end != text.data() + text.size())
    return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too large or too near to 0: only the exponent's sign tells which.
    const std::size_t exponent = text.find_first_of("eE");
    const bool is_tiny = exponent == std::string_view::npos ? text.find_first_not_of("-0.") > text.find('.')
                                                            : text.substr(exponent + 1).starts_with('-');
    return is_tiny ? 0.0 : HUGE_VAL;
  }
  return value;
}

}  // namespace toruscope::detail
