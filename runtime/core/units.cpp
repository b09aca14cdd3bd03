// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/decimal.hpp"
#include "runtime/core/duration.hpp"

#include <toruscope/error.hpp>
#include <toruscope/units.hpp>

#include <array>
#include <fmt/core.h>
#include <ostream>
#include <string>

namespace toruscope {

namespace {

struct TimeUnit {
  std::string_view name;
  int places;  ///< it is 10^places femtoseconds
};
constexpr std::array<TimeUnit, 6> kTimeUnits{
    {{"s", 15}, {"ms", 12}, {"us", 9}, {"ns", 6}, {"ps", 3}, {"fs", 0}}};

/// Whether errors advise ticks, too.
enum class Advice { units, units_or_ticks };

[[noreturn]] void refuse_time(std::string_view text, std::string_view what, Advice advice) {
  throw ConfigError(fmt::format(
      "{}: \"{}\" is not a time; write a number and fs, ps, ns, us, ms or s (75us, 11.1ns){}", what, text,
      advice == Advice::units ? "" : "; for a step machine a whole number of ticks without a unit"));
}

std::int64_t ticks_of(const core::Numeral& numeral, std::string_view text, std::string_view what,
                      Advice advice) {
  const core::Scaled ticks = core::scale(numeral, 0);
  if (ticks.kind == core::Scaled::Kind::inexact)
    throw ConfigError(
        fmt::format("{}: {} has no unit; give it a unit, such as {}us{}", what, text, text,
                    advice == Advice::units ? "" : "; for a step machine a whole number of ticks"));
  if (ticks.kind == core::Scaled::Kind::too_large)
    throw ConfigError(fmt::format("{}: at most {} ticks, got {}", what, INT64_MAX, text));
  return ticks.value;
}

std::int64_t power_of_10(int places) {
  std::int64_t power = 1;
  for (; places > 0; --places) power *= 10;
  return power;
}

Time read_time(std::string_view text, std::string_view what, Advice advice) {
  if (text.starts_with('-')) throw ConfigError(fmt::format("{}: a time is never negative, got {}", what, text));
  const auto numeral = core::read_numeral(text);
  if (!numeral) refuse_time(text, what, advice);

  const std::string_view unit = numeral->rest;
  if (unit.empty() || unit == "tick" || unit == "ticks") return Ticks{ticks_of(*numeral, text, what, advice)};
  for (const auto& [name, places] : kTimeUnits) {
    if (unit != name) continue;
    const core::Scaled exact = core::scale(*numeral, places);
    if (exact.kind == core::Scaled::Kind::inexact)
      throw ConfigError(fmt::format("{}: {} is finer than 1fs, the finest time there is", what, text));
    if (exact.kind == core::Scaled::Kind::too_large)
      throw ConfigError(fmt::format("{}: at most 9223s, got {}", what, text));
    return Time::femtoseconds(exact.value);
  }
  refuse_time(text, what, advice);
}

}  // namespace

Time Time::parse(std::string_view text, std::string_view what) {
  return read_time(text, what, Advice::units_or_ticks);
}

Time core::parse_duration(std::string_view text, std::string_view what) {
  return read_time(text, what, Advice::units);
}

std::string to_string(Ticks ticks) {
  return fmt::format("{} {}", ticks.count, ticks.count == 1 ? "tick" : "ticks");
}

std::ostream& operator<<(std::ostream& out, Ticks ticks) {
  return out << to_string(ticks);
}

std::string to_string(Time time) {
  if (!time.is_physical()) return time.is_zero() ? "0" : to_string(Ticks{time.value()});
  if (time.is_zero()) return "0s";
  std::string shortest;
  for (const auto& [name, places] : kTimeUnits) {
    const bool reaches_unit = time.value() / power_of_10(places) != 0;
    if (!reaches_unit) continue;
    std::string text = core::decimal(time.value(), places) + std::string(name);
    if (shortest.empty() || text.size() < shortest.size()) shortest = std::move(text);
  }
  return shortest;
}

}  // namespace toruscope
