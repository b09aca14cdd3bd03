// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/column_units.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr std::array<std::pair<const char*, int>, 6> kTimes{
    {{"s", 15}, {"ms", 12}, {"us", 9}, {"ns", 6}, {"ps", 3}, {"fs", 0}}};
constexpr std::array<std::pair<const char*, double>, 4> kRates{
    {{"GB/s", 1e9}, {"MB/s", 1e6}, {"kB/s", 1e3}, {"B/s", 1}}};
constexpr int kMostDigits = 6;

/// Femtoseconds, near enough to choose a unit by.
double femtoseconds(const VirtualTime& time) {
  return static_cast<double>(time.ticks.count) * static_cast<double>(time.tick);
}

/// Decimals of an exact text: "1.25" has two.
int decimals(const std::string& text) {
  const std::size_t point = text.find('.');
  return point == std::string::npos ? 0 : static_cast<int>(text.size() - point - 1);
}

double power_of_ten(int exponent) {
  double power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

/// The machine of which the time is.
Parameters machine_of(const VirtualTime& time) {
  Parameters machine;
  machine.tick = time.counts_steps() ? Time() : Time::femtoseconds(time.tick);
  machine.ticks_per_step = time.ticks_per_step;
  return machine;
}

}  // namespace

TimeUnit::TimeUnit(const std::vector<VirtualTime>& times) {
  double least = 0;
  double most = 0;
  std::size_t steps = 0;
  for (const VirtualTime& time : times) {
    if (time.counts_steps()) ++steps;
    const double value = femtoseconds(time);
    if (value > 0) least = least == 0 ? value : std::min(least, value);
    most = std::max(most, value);
  }
  if (steps != 0) {
    name_ = steps == times.size() ? "steps" : "";
    return;
  }
  constexpr double kTooLarge = 1e6;
  const auto* unit = std::find_if(kTimes.begin(), kTimes.end(),
                                  [&](const auto& u) { return least >= power_of_ten(u.second); });
  if (unit == kTimes.end()) unit = kTimes.begin();  // all are 0
  while (unit != kTimes.begin() && most >= kTooLarge * power_of_ten(unit->second)) --unit;
  name_ = unit->first;
  places_ = unit->second;
}

std::string TimeUnit::text(const VirtualTime& time, int digits) const {
  if (name_.empty() || time.counts_steps()) {
    std::string text = core::time_text(time.ticks, machine_of(time));
    return name_.empty() ? text : text.substr(0, text.find(' '));
  }
  return core::fixed_product(time.ticks.count, time.tick, places_, digits);
}

std::vector<std::string> TimeUnit::texts(const std::vector<std::optional<VirtualTime>>& column) const {
  int digits = 0;
  for (const auto& time : column)
    if (time && !time->counts_steps())
      digits = std::max(digits, decimals(core::decimal_product(time->ticks.count, time->tick, places_)));
  std::vector<std::string> texts;
  texts.reserve(column.size());
  for (const auto& time : column) texts.push_back(time ? text(*time, std::min(digits, kMostDigits)) : "-");
  return texts;
}

std::string megabytes_text(double bytes_per_second) {
  constexpr double kMega = 1e6;
  constexpr double kLeast = 0.1;
  const double rate = bytes_per_second / kMega;
  return rate >= kLeast || rate == 0 ? fmt::format("{:.2f}", rate) : fmt::format("{:.2g}", rate);
}

RateUnit::RateUnit(const std::vector<double>& rates) {
  constexpr double kLeast = 0.1;  // of the unit
  double largest = 0;
  double least = 0;
  for (const double rate : rates) {
    largest = std::max(largest, rate);
    if (rate > 0) least = least == 0 ? rate : std::min(least, rate);
  }
  const auto* unit = std::find_if(kRates.begin(), kRates.end() - 1,
                                  [&](const auto& rate) { return largest >= kLeast * rate.second; });
  name_ = unit->first;
  unit_ = unit->second;
  for (; decimals_ < kMostDigits && least * power_of_ten(decimals_) < 10 * unit_; ++decimals_) {
  }
}

std::string RateUnit::text(double bytes_per_second) const {
  return fmt::format("{:.{}f}", bytes_per_second / unit_, decimals_);
}

}  // namespace toruscope::cli
