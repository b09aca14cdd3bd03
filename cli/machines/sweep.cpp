// SPDX-License-Identifier: Apache-2.0

#include "cli/machines/sweep.hpp"

#include "cli/options/numbers.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/model/settings.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace toruscope::cli {

namespace {

struct SweepOption {
  std::string name;
  TextPlace option;
  Axis::Kind kind = Axis::Kind::machine;
  bool is_second_name = false;  ///< of an option that stands above
};

const std::vector<SweepOption>& sweep_options() {
  using enum Axis::Kind;
  static const std::vector<SweepOption> all = [] {
    std::vector<SweepOption> made{{"topology", {&CommandOptions::topology}, network},
                                  {"host", {&CommandOptions::host}, network},
                                  {"embed", {&CommandOptions::embed}, network},
                                  {"fail", {&CommandOptions::fail}, network},
                                  {"machine", {&CommandOptions::machine}}};
    for (const core::Setting& setting : core::settings()) {
      made.push_back({setting.option(), {.setting = setting.name}});
      if (setting.second_name != nullptr)
        made.push_back(
            {.name = setting.second_name, .option = {.setting = setting.name}, .is_second_name = true});
    }
    const std::pair<const char*, Text CommandOptions::*> moved[] = {
        {"block", &CommandOptions::block},     {"values", &CommandOptions::values},
        {"root", &CommandOptions::root},       {"operator", &CommandOptions::combine},
        {"shift", &CommandOptions::distance},  {"segment", &CommandOptions::segment},
        {"partner", &CommandOptions::partner}, {"window", &CommandOptions::window}};
    for (const auto& [name, option] : moved) made.push_back({name, {option}, workload});
    return made;
  }();
  return all;
}

Axis read_axis(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos)
    throw ConfigError(
        fmt::format("sweep: write an option and its values, as --sweep ts=1us,2us,5us, got {}", text));
  Axis axis;
  axis.name = text.substr(0, equals);
  const auto known = std::find_if(sweep_options().begin(), sweep_options().end(),
                                  [&](const SweepOption& option) { return option.name == axis.name; });
  if (known == sweep_options().end()) {
    if (axis.name == "p")
      throw ConfigError(fmt::format("sweep: numbers of PEs are --scale's; write --scale {}", text));
    std::vector<std::string> names;
    for (const SweepOption& option : sweep_options()) names.push_back(option.name);
    throw ConfigError("sweep: " + core::unknown_name("option", "options that can be swept", axis.name, names));
  }
  axis.option = known->option;
  axis.kind = known->kind;
  const std::string values = text.substr(equals + 1);
  axis.values = split(values, values.find(';') != std::string::npos ? ';' : ',');
  for (const std::string& value : axis.values) {
    if (value.empty())
      throw ConfigError(fmt::format("sweep: {} has a value that is empty in {}; write --sweep {}=A,B",
                                    axis.name, text, axis.name));
    if (std::count(axis.values.begin(), axis.values.end(), value) > 1)
      throw ConfigError(fmt::format("sweep: {} = {} is there twice in {}", axis.name, value, text));
  }
  return axis;
}

/// "--ts", "--tw or --bandwidth": all its names, as the given one is not known.
std::string names_of(const TextPlace& option) {
  std::vector<std::string> names;
  for (const SweepOption& one : sweep_options())
    if (one.option == option) names.push_back(fmt::format("--{}", one.name));
  return fmt::format("{}", fmt::join(names, " or "));
}

/// All combinations, the values of the last axis changing fastest.
std::vector<SweptValues> combinations(const std::vector<Axis>& axes) {
  std::vector<SweptValues> all(1);
  for (const Axis& axis : axes) {
    std::vector<SweptValues> longer;
    for (const SweptValues& values : all)
      for (const std::string& value : axis.values) {
        longer.push_back(values);
        longer.back().emplace_back(axis.name, value);
      }
    all = std::move(longer);
  }
  return all;
}

CommandOptions with_values(CommandOptions options, const std::vector<Axis>& axes, const SweptValues& values) {
  for (std::size_t i = 0; i < axes.size(); ++i) axes[i].option.in(options) = values[i].second;
  return options;
}

}  // namespace

std::vector<Axis> read_axes(const CommandOptions& options) {
  constexpr std::size_t kMostPlaces = 10'000;
  std::vector<Axis> axes;
  std::size_t places = 1;
  for (const std::string& text : options.sweeps) {
    Axis axis = read_axis(text);
    if (const Text& given = axis.option.in(options))
      throw ConfigError(fmt::format("sweep: {} {} and --sweep {} both say what {} is; give one of them",
                                    names_of(axis.option), *given, text, axis.name));
    if (std::any_of(axes.begin(), axes.end(), [&](const Axis& other) { return other.option == axis.option; }))
      throw ConfigError(
          fmt::format("sweep: {} is swept twice; write all its values in one --sweep", axis.name));
    places *= axis.values.size();
    if (places > kMostPlaces)
      throw ConfigError(fmt::format("sweep: more than {} combinations; leave values out", kMostPlaces));
    axes.push_back(std::move(axis));
  }
  return axes;
}

bool Places::differ_in(Axis::Kind kind) const {
  return std::any_of(axes.begin(), axes.end(), [&](const Axis& axis) { return axis.kind == kind; });
}

bool Places::has_axis(Text CommandOptions::*option) const {
  return std::any_of(axes.begin(), axes.end(), [&](const Axis& axis) { return axis.option.member == option; });
}

bool Places::has_one_network() const {
  const std::string name = places.front().settings.topology->name();
  return std::all_of(places.begin(), places.end(),
                     [&](const SweepPoint& place) { return place.settings.topology->name() == name; });
}

bool Places::names_networks() const {
  return has_axis(&CommandOptions::machine) && !has_axis(&CommandOptions::topology) && !has_one_network();
}

std::string common_machine(const Places& places) {
  const CommandOptions& options = places.places.front().options;
  const auto is_swept = [&](const TextPlace& option) {
    return std::any_of(places.axes.begin(), places.axes.end(),
                       [&](const Axis& axis) { return axis.option == option; });
  };
  std::vector<std::string> given;
  for (const SweepOption& setting : sweep_options()) {
    const Text& text = setting.option.in(options);
    const bool is_of_machine = setting.option.member == nullptr && !setting.is_second_name;
    if (is_of_machine && text && !is_swept(setting.option))
      given.push_back(fmt::format("{}={}", setting.name, *text));
  }
  std::string base = is_swept({&CommandOptions::machine}) ? "" : options.machine.value_or("generic");
  if (given.empty()) return base;
  return fmt::format("{}{}with {}", base, base.empty() ? "" : " ", fmt::join(given, ", "));
}

Places read_places(const Session& session, const char* default_topology) {
  Places all;
  all.axes = read_axes(session.options);
  for (const SweptValues& values : combinations(all.axes)) {
    CommandOptions options = with_values(session.options, all.axes, values);
    const Session here{options, session.tables, session.program, session.command};
    std::vector<Settings> machines;
    try {
      if (session.options.scale) {
        ScaledMachines scaled = read_scaled(here, default_topology);
        machines = std::move(scaled.machines);
        for (RefusedSize& size : scaled.refused) {
          size.swept = values;
          all.refused.push_back(std::move(size));
        }
      } else {
        machines.push_back(read_settings(here, default_topology));
      }
    } catch (const ConfigError& error) {
      if (values.empty()) throw;
      throw ConfigError(fmt::format("{} (with {})", error.what(), to_string(values)));
    }
    for (Settings& settings : machines) all.places.push_back({options, values, std::move(settings)});
  }
  for (SweepPoint& place : all.places)
    place.settings.start = all.places.front().settings.start;  // --time-limit is for all
  return all;
}

}  // namespace toruscope::cli
