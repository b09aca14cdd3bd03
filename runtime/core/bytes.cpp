// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/byte_prefix.hpp"
#include "runtime/core/decimal.hpp"

#include <toruscope/error.hpp>
#include <toruscope/units.hpp>

#include <array>
#include <cctype>
#include <cstdint>
#include <fmt/core.h>
#include <optional>
#include <string>

namespace toruscope {

namespace {

constexpr std::array<std::string_view, 5> kByteUnits{"B", "KiB", "MiB", "GiB", "TiB"};

/// Bytes of a unit: B, K, KiB (1024), KB (1000), ..., in any case of letters; else nothing.
std::optional<std::int64_t> bytes_of_unit(std::string_view unit) {
  if (unit.empty() || unit == "B" || unit == "b") return 1;
  const std::string_view tail = unit.substr(1);
  const bool is_binary = tail.empty() || tail == "iB" || tail == "ib";
  const bool is_decimal = tail == "B" || tail == "b";
  const auto prefix = static_cast<char>(std::toupper(static_cast<unsigned char>(unit.front())));
  const std::int64_t bytes = core::multiple_of_prefix(prefix, is_binary ? 1024 : 1000);
  if (bytes == 0 || !(is_binary || is_decimal)) return std::nullopt;
  return bytes;
}

}  // namespace

std::size_t parse_bytes(std::string_view text, std::string_view what) {
  if (text.starts_with('-')) throw ConfigError(fmt::format("{}: a size is never negative, got {}", what, text));
  const auto numeral = core::read_numeral(text);
  const auto unit = numeral ? bytes_of_unit(numeral->rest) : std::nullopt;
  if (!unit)
    throw ConfigError(fmt::format(
        "{}: \"{}\" is not a size; write a number of bytes, or one with K, M, G or T (K and KiB = 1024, KB = "
        "1000)",
        what, text));

  // Bytes are value * unit / 10^f, where f digits stand after the point.
  const auto digits = static_cast<int>(numeral->fraction.size());
  const core::Scaled value = core::scale(*numeral, digits);
  std::int64_t product = 0;
  const bool fits =
      value.kind == core::Scaled::Kind::exact && !__builtin_mul_overflow(value.value, *unit, &product);
  if (!fits) throw ConfigError(fmt::format("{}: {} is too large, or has too many digits", what, text));
  for (int i = 0; i < digits; ++i) {
    if (product % 10 != 0) throw ConfigError(fmt::format("{}: {} is no whole number of bytes", what, text));
    product /= 10;
  }
  return static_cast<std::size_t>(product);
}

std::string bytes_to_string(std::size_t bytes) {
  std::size_t unit = 0;
  std::size_t size = 1;
  constexpr std::size_t kNextUnit = 10'240;  // tenths
  const auto tenths = [&] { return (bytes / size) * 10 + ((bytes % size) * 10 + size / 2) / size; };
  while (unit + 1 < kByteUnits.size() && (bytes / size >= 1024 || tenths() >= kNextUnit)) {
    size *= 1024;
    ++unit;
  }
  return fmt::format("{} {}", core::decimal(static_cast<std::int64_t>(tenths()), 1), kByteUnits[unit]);
}

}  // namespace toruscope
