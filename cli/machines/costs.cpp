// SPDX-License-Identifier: Apache-2.0

#include "cli/machines/settings.hpp"
#include "runtime/core/rate.hpp"
#include "runtime/model/all_times.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <optional>

namespace toruscope::cli {

namespace {

/// A bandwidth that is further from the nearest time of a byte is refused.
constexpr double kMostRateError = 1e-2;

/// A bandwidth that was given, and the cost that it becomes.
struct AskedRate {
  core::Rate rate;
  std::string text;
  Time* cost;
};

using ParseTime = Time (*)(std::string_view text, std::string_view what);

/// The time of a byte, or a bandwidth. Nothing of a time, which goes to `into`.
std::optional<core::Rate> read_time_or_rate(const std::string& text, const char* name, ParseTime parse,
                                            Time& into) {
  if (auto rate = core::Rate::parse(text, name)) return rate;
  if (text.starts_with('-') && core::Rate::parse(text.substr(1), name))
    throw ConfigError(fmt::format("{}: a bandwidth is above 0, got {}", name, text));
  try {
    into = parse(text, name);
  } catch (const ConfigError& not_a_time) {
    throw ConfigError(fmt::format("{}; or a bandwidth: {}", not_a_time.what(), core::Rate::how_to_write(text)));
  }
  return std::nullopt;
}

/// Times go to the machine at once, bandwidths to `rates`.
void read_cost(const core::NamedCost& cost, const std::string& text, ParseTime parse, Time& into,
               std::vector<AskedRate>& rates) {
  const bool is_per_byte = cost.time == &Parameters::tw;
  if (!is_per_byte)
    into = parse(text, cost.name);
  else if (const auto rate = read_time_or_rate(text, cost.name, parse, into))
    rates.push_back({*rate, text, &into});
}

bool is_rate(const std::vector<AskedRate>& rates, const Time& cost) {
  return std::any_of(rates.begin(), rates.end(), [&](const AskedRate& r) { return r.cost == &cost; });
}

/// All times that are known are whole numbers of these ticks.
bool are_exact(const Parameters& machine, const std::vector<AskedRate>& rates, Time tick) {
  const auto is_exact = [&](const Time& time) {
    return !time.is_physical() || is_rate(rates, time) || time.value() % tick.value() == 0;
  };
  bool are_all = true;
  core::for_each_cost(machine, [&](const Time& time) { are_all = are_all && is_exact(time); });
  return are_all;
}

double largest_error(const std::vector<AskedRate>& rates, Time tick) {
  double largest = 0;
  for (const AskedRate& asked : rates) largest = std::max(largest, asked.rate.error(tick));
  return largest;
}

bool is_close(const Parameters& machine, const std::vector<AskedRate>& rates, Time tick) {
  return are_exact(machine, rates, tick) && largest_error(rates, tick) <= kRateTolerance;
}

/// The coarsest finer tick that will do; the finest there is if none does.
Time finer_tick(const Parameters& machine, const std::vector<AskedRate>& rates) {
  constexpr Time kFinest = Time::femtoseconds(1);
  for (const Time tick : {Time::femtoseconds(100), Time::femtoseconds(10)})
    if (tick.value() < machine.tick.value() && is_close(machine, rates, tick)) return tick;
  return kFinest;
}

/// "1e-6": the power of ten that is no smaller.
std::string within_text(double error) {
  constexpr double kRounding = 1e-6;  // of the logarithm: 1e-6 is within 1e-6
  return fmt::format("within 1e{}", static_cast<int>(std::ceil(std::log10(error) - kRounding)));
}

/// "tw 90.09ps for 11.1GB/s within 1e-6, tick 10fs"
std::string exactness_of(const Parameters& machine, const std::vector<AskedRate>& rates) {
  std::string told;
  for (const AskedRate& asked : rates)
    if (const double error = asked.rate.error(machine.tick); error > 0)
      told += fmt::format("tw {} for {} {}, ", to_string(*asked.cost), asked.text, within_text(error));
  return told + "tick " + to_string(machine.tick);
}

/// A tick of no length is for machines that count steps.
void check_tick(const Parameters& machine, const CommandOptions& o) {
  const Text& tick = o.settings["tick"];
  if (!tick || !machine.tick.is_zero()) return;
  if (machine.tick.is_physical())
    throw ConfigError(fmt::format(
        "tick: {} has no length; give one such as 1ps, or 0 without a unit for a machine that counts "
        "steps",
        *tick));
  for (const core::NamedCost& cost : core::named_times())
    if (const Time time = machine.*cost.time; time.is_physical() && !time.is_zero())
      throw ConfigError(fmt::format(
          "tick: {} means a machine that counts steps, but {} of machine {} is {}; give the tick a length, or "
          "take --machine unit",
          *tick, cost.name, machine.name, to_string(time)));
}

/// Returns how exact they are, nothing if that needs no word.
std::string settle_rates(Parameters& machine, const std::vector<AskedRate>& rates, bool keeps_tick) {
  if (machine.tick.is_zero() && !rates.empty())
    throw ConfigError(
        fmt::format("tw: {} is a bandwidth, but machine {} counts steps, which have no length; write a bare "
                    "number of ticks per byte",
                    rates.front().text, machine.name));
  if (machine.tick.value() <= 0 || !machine.tick.is_physical()) return {};  // resolve() complains
  const Time tick = machine.tick;
  if (!keeps_tick && !is_close(machine, rates, tick)) machine.tick = finer_tick(machine, rates);
  for (const AskedRate& asked : rates) {
    *asked.cost = asked.rate.per_byte(machine.tick);
    if (asked.rate.error(machine.tick) <= kMostRateError) continue;
    throw ConfigError(
        fmt::format("tw: a byte at {} takes no whole number of ticks of {}, not even within {} %; {}",
                    asked.text, to_string(machine.tick), 100 * kMostRateError,
                    keeps_tick ? "give a finer --tick, or leave it to be chosen"
                               : "there is no finer tick, so give a lower bandwidth"));
  }
  const bool is_plain = machine.tick == tick && largest_error(rates, machine.tick) == 0;
  return is_plain ? std::string() : exactness_of(machine, rates);
}

}  // namespace

std::string set_costs(Parameters& machine, const CommandOptions& o, bool keeps_tick,
                      const std::function<void(const std::string&)>& note) {
  std::vector<AskedRate> rates;
  const ParseTime parse = machine.tick.is_zero() || o.settings["tick"] ? &Time::parse : &parse_duration;
  for (const core::NamedCost& cost : core::named_times()) {
    const Text& text = o.settings[cost.name];
    if (!text) continue;
    if (cost.by_dimension != nullptr) (machine.*cost.by_dimension).clear();
    const std::vector<std::string> words = split(*text, ',');
    if (cost.by_dimension != nullptr && words.size() > 1) {
      std::vector<Time>& times = machine.*cost.by_dimension;
      times.resize(words.size());
      for (std::size_t i = 0; i < words.size(); ++i) read_cost(cost, words[i], parse, times[i], rates);
      note(fmt::format("{}={}", cost.name, *text));
      continue;
    }
    Time& time = machine.*cost.time;
    read_cost(cost, *text, parse, time, rates);
    const bool is_steps = machine.tick.is_zero() && !time.is_physical();
    note(fmt::format("{}={}", cost.name,
                     is_rate(rates, time) ? *text
                     : is_steps           ? core::time_text(Ticks{time.value()}, machine)
                                          : to_string(time)));
  }
  std::string exactness = settle_rates(machine, rates, keeps_tick || o.settings["tick"].has_value());
  for (const core::NamedCost& cost : core::named_times())
    if (cost.by_dimension != nullptr && !(machine.*cost.by_dimension).empty()) {
      const std::vector<Time>& times = machine.*cost.by_dimension;
      machine.*cost.time =
          *std::min_element(times.begin(), times.end(), [](Time a, Time b) { return a.value() < b.value(); });
    }
  check_tick(machine, o);
  return exactness;
}

}  // namespace toruscope::cli
