// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/decimal.hpp"

#include <algorithm>
#include <charconv>

namespace toruscope::core {

namespace {
__extension__ using Wide = __int128;

bool is_digit(char c) {
  return '0' <= c && c <= '9';
}

std::string_view take_digits(std::string_view& text) {
  const auto* const end = std::find_if_not(text.begin(), text.end(), is_digit);
  const auto digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
  text.remove_prefix(digits.size());
  return digits;
}

std::string digits_of(Wide number) {
  std::string digits;
  for (Wide rest = number < 0 ? -number : number; rest != 0; rest /= 10)
    digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(rest % 10)));
  if (digits.empty()) digits = "0";
  return (number < 0 ? "-" : "") + digits;
}

/// Puts commas between each three of the digits, which may follow a sign.
std::string group(std::string text) {
  const std::ptrdiff_t first = text.starts_with('-') ? 1 : 0;
  for (std::ptrdiff_t i = std::ssize(text) - 3; i > first; i -= 3)
    text.insert(static_cast<std::size_t>(i), 1, ',');
  return text;
}

/// The integer's digits with a point before the last `places`, without needless zeros.
std::string shift_point(std::string digits, int places) {
  const std::string sign = digits.starts_with('-') ? "-" : "";
  digits.erase(0, sign.size());
  const auto fraction = static_cast<std::size_t>(places);
  if (digits.size() <= fraction) digits.insert(0, fraction + 1 - digits.size(), '0');
  std::string text = digits.substr(0, digits.size() - fraction);
  digits.erase(0, digits.size() - fraction);
  digits.erase(digits.find_last_not_of('0') + 1);
  if (!digits.empty()) text += "." + digits;
  return sign + text;
}
}  // namespace

std::string grouped(std::int64_t number) {
  return group(std::to_string(number));
}

std::string counted(std::int64_t number, const char* noun) {
  const std::string_view one = noun;
  return grouped(number) + " " + noun + (number == 1 ? "" : one.ends_with("ch") ? "es" : "s");
}

std::string decimal(std::int64_t number, int places) {
  return shift_point(std::to_string(number), places);
}

std::string decimal_product(std::int64_t a, std::int64_t b, int places) {
  return shift_point(digits_of(Wide{a} * b), places);
}

std::string fixed_product(std::int64_t a, std::int64_t b, int places, int digits) {
  Wide number = Wide{a} * b;
  Wide unit = 1;
  for (int i = digits; i < places; ++i) unit *= 10;
  number = (number + (number < 0 ? -unit : unit) / 2) / unit;
  std::string text = digits_of(number);
  const std::string sign = text.starts_with('-') ? "-" : "";
  text.erase(0, sign.size());
  text.append(static_cast<std::size_t>(std::max(digits - places, 0)), '0');
  const auto fraction = static_cast<std::size_t>(digits);
  if (text.size() <= fraction) text.insert(0, fraction + 1 - text.size(), '0');
  const std::string whole = group(text.substr(0, text.size() - fraction));
  return sign + whole + (digits == 0 ? "" : "." + text.substr(text.size() - fraction));
}

std::optional<Numeral> read_numeral(std::string_view text) {
  Numeral numeral;
  numeral.whole = take_digits(text);
  if (numeral.whole.empty()) return std::nullopt;
  if (text.starts_with('.')) {
    text.remove_prefix(1);
    numeral.fraction = take_digits(text);
    if (numeral.fraction.empty()) return std::nullopt;
    numeral.fraction = numeral.fraction.substr(0, numeral.fraction.find_last_not_of('0') + 1);
  }
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  numeral.rest = text;
  return numeral;
}

Scaled scale(const Numeral& numeral, int places) {
  if (numeral.fraction.size() > static_cast<std::size_t>(places)) return {Scaled::Kind::inexact, 0};
  std::string digits(numeral.whole);
  digits += numeral.fraction;
  digits.append(static_cast<std::size_t>(places) - numeral.fraction.size(), '0');
  Scaled scaled;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), scaled.value);
  if (error != std::errc()) scaled.kind = Scaled::Kind::too_large;
  return scaled;
}

}  // namespace toruscope::core
