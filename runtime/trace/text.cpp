// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/text.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/model/account_text.hpp"

#include <array>
#include <fmt/format.h>
#include <optional>
#include <utility>

namespace toruscope::detail {

namespace {

/// A duration of count * 10^exponent femtoseconds.
struct Length {
  std::int64_t count;
  int exponent;
};

/// Nothing if the count does not fit. Zeros of the tick go to the exponent, so that with ticks of 1 ps, 1 ns, ...
/// every time fits.
std::optional<Length> length_of(Ticks time, const Parameters& machine) {
  std::int64_t tick = machine.tick.value();
  Length length{0, 0};
  for (; tick % 10 == 0; tick /= 10) ++length.exponent;
  if (__builtin_mul_overflow(time.count, tick, &length.count)) return std::nullopt;
  return length;
}

/// The length in units of 10^places femtoseconds.
std::string in_units(Length length, int places) {
  if (places >= length.exponent) return decimal(length.count, places - length.exponent);
  return decimal(length.count, 0) + std::string(static_cast<std::size_t>(length.exponent - places), '0');
}

std::string ticks_text(Ticks time) {
  return fmt::format("{} {}", grouped(time.count), time.count == 1 ? "tick" : "ticks");
}

}  // namespace

std::string time_text(Ticks time, const Parameters& machine) {
  constexpr std::array<std::pair<const char*, int>, 6> kUnits{
      {{"s", 15}, {"ms", 12}, {"us", 9}, {"ns", 6}, {"ps", 3}, {"fs", 0}}};
  if (machine.tick.is_zero())
    return fmt::format("{} {}", grouped(time.count), time.count == 1 ? "step" : "steps");
  if (time == Ticks{}) return "0 s";
  const auto length = length_of(time, machine);
  if (!length) return ticks_text(time);
  for (const auto& [unit, places] : kUnits)
    if (const std::string number = in_units(*length, places);
        !number.starts_with("0.") && !number.starts_with("-0."))
      return number + " " + unit;
  return ticks_text(time);
}

std::string seconds_text(Ticks time, const Parameters& machine) {
  constexpr int kSecond = 15;
  const auto length = length_of(time, machine);
  return length ? in_units(*length, kSecond) : fmt::format("{}*{}e-15", time.count, machine.tick.value());
}

std::string account_text(const Account& account, const Costs& costs) {
  return terms(account, &costs);
}

std::string link_text(const LinkReport& link, const Topology& topology) {
  return fmt::format("{} -> {} ({})", link.from, link.to, topology.port_name(link.from, link.port));
}

const LinkReport* most_loaded_link(const Report& report) {
  const LinkReport* most = nullptr;
  for (const LinkReport& link : report.links)
    if (most == nullptr || std::pair(link.bytes, link.messages) > std::pair(most->bytes, most->messages))
      most = &link;
  return most;
}

}  // namespace toruscope::detail
