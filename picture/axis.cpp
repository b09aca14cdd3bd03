// SPDX-License-Identifier: Apache-2.0

#include "picture/axis.hpp"

#include "runtime/core/decimal.hpp"

#include <toruscope/units.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace toruscope::picture {

namespace {

std::string seconds_label(double seconds) {
  struct Unit {
    double length;
    const char* name;
  };
  constexpr std::array kUnits{Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}, Unit{1e-9, "ns"},
                              Unit{1e-12, "ps"}};
  if (seconds == 0) return "0";
  for (const Unit& unit : kUnits)
    if (std::abs(seconds) >= unit.length * (1 - 1e-9))
      return fmt::format("{:.4g} {}", seconds / unit.length, unit.name);
  return fmt::format("{:.4g} fs", seconds * 1e15);
}

std::string number_label(double value) {
  const bool is_whole = std::abs(value - std::round(value)) < 1e-9 * std::max(1.0, std::abs(value));
  return is_whole && std::abs(value) < 1e15 ? core::grouped(std::llround(value)) : fmt::format("{:.4g}", value);
}

/// The next number that is 1, 2 or 5 times a power of ten, not below the value.
double nice_step(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * power >= value * (1 - 1e-9)) return times * power;
  return 10 * power;
}

}  // namespace

std::string label_of(double value, Quantity quantity) {
  switch (quantity) {
    case Quantity::bytes:
      return bytes_to_string(static_cast<std::size_t>(std::llround(std::max(value, 0.0))));
    case Quantity::seconds:
      return seconds_label(value);
    case Quantity::number:
    case Quantity::count:
      break;
  }
  return number_label(value);
}

Axis::Axis(Quantity quantity, bool is_logarithmic, double length, double apart)
    : quantity_(quantity), is_logarithmic_(is_logarithmic), length_(length), apart_(apart) {}

void Axis::include(double value) {
  least_ = is_empty_ ? value : std::min(least_, value);
  most_ = is_empty_ ? value : std::max(most_, value);
  is_empty_ = false;
}

double Axis::scaled(double value) const {
  return is_logarithmic_ ? std::log10(value) : value;
}

/// Distance of the first and last value from the ends, so that they stand a little inside.
double Axis::margin() const {
  const double range = scaled(most_) - scaled(least_);
  if (range > 0) return .04 * range;
  return is_logarithmic_ ? .3 : std::max(.5, std::abs(least_) / 2);
}

double Axis::low() const {
  const bool begins_at_zero = !is_logarithmic_ && least_ >= 0;
  return begins_at_zero ? 0 : scaled(least_) - margin();
}

double Axis::high() const {
  return scaled(most_) + margin();
}

double Axis::place(double value) const {
  return length_ * (scaled(value) - low()) / (high() - low());
}

std::vector<Axis::Tick> Axis::ticks() const {
  return is_logarithmic_ ? logarithmic_ticks() : even_ticks();
}

std::vector<Axis::Tick> Axis::logarithmic_ticks() const {
  const bool by_two = quantity_ == Quantity::bytes || quantity_ == Quantity::count;
  const double unit = by_two ? std::log10(2.0) : 1;
  const int first = static_cast<int>(std::floor(low() / unit));
  const int last = static_cast<int>(std::ceil(high() / unit));
  const double pixels = length_ * unit / (high() - low());  // from power to power
  const int every = std::max(1, static_cast<int>(std::ceil(apart_ / pixels)));
  std::vector<Tick> all;
  const auto add = [&](double value, bool has_label) {
    const double at = place(value);
    if (at >= -1e-6 && at <= length_ + 1e-6)
      all.push_back({value, has_label ? label_of(value, quantity_) : ""});
  };
  // a label at the first value
  const int phase = by_two ? static_cast<int>(std::lround(scaled(least_) / unit)) : 0;
  const auto is_labelled = [&](int power) { return ((power - phase) % every + every) % every == 0; };
  for (int power = first; power <= last; ++power) {
    const double value = std::pow(by_two ? 2.0 : 10.0, power);
    add(value, is_labelled(power));
    if (by_two || every > 1) continue;
    const bool has_room = pixels * std::log10(2.0) >= apart_ * .9;
    for (const double times : {2.0, 5.0}) add(times * value, has_room);
  }
  return all;
}

std::vector<Axis::Tick> Axis::even_ticks() const {
  const double step = nice_step((high() - low()) * apart_ / length_);
  std::vector<Tick> all;
  for (double k = std::ceil(low() / step - 1e-9); k * step <= high() + 1e-9 * step; ++k)
    all.push_back({k * step, label_of(k * step, quantity_)});
  return all;
}

}  // namespace toruscope::picture
