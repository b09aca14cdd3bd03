// SPDX-License-Identifier: Apache-2.0

#include "cli/machines/sweep.hpp"

#include "runtime/core/joined.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/model/link_costs.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/topology/scaled.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace toruscope::cli {

std::vector<int> read_scale(const std::string& text) {
  constexpr std::string_view kBefore = "p=";
  constexpr std::int64_t kMostPes = 1 << 24;
  if (!text.starts_with(kBefore)) throw ConfigError(fmt::format("scale: write --scale p=1,4,16, got {}", text));
  std::vector<int> sizes;
  for (const std::string& word : split(text.substr(kBefore.size()), ',')) {
    if (word.empty()) throw ConfigError(fmt::format("scale: write --scale p=1,4,16, got {}", text));
    const auto p = static_cast<int>(parse_whole(word, "scale: p", 1, kMostPes));
    if (std::find(sizes.begin(), sizes.end(), p) != sizes.end())
      throw ConfigError(fmt::format("scale: p = {} is there twice in {}", p, text));
    sizes.push_back(p);
  }
  return sizes;
}

namespace {

/// A network as the command names it.
struct Named {
  std::string name;
  int pes;
};

Settings settings_of_size(const Session& session, const Named& like, int p) {
  CommandOptions options = session.options;
  options.topology = core::topology_of_size(like.name, like.pes, p, session.tables.topologies);
  Settings settings = read_settings({options, session.tables, session.program, session.command});
  if (settings.topology->pes() != p)
    throw ConfigError(
        fmt::format("scale: {} has {} PEs, not {}, and no network of its kind is known that has; leave {} out",
                    *options.topology, settings.topology->pes(), p, p));
  resolve(settings.parameters, *settings.topology);  // complains
  return settings;
}

}  // namespace

std::string to_string(const SweptValues& values) {
  std::string text;
  for (const auto& [name, value] : values)
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", name, value);
  return text;
}

std::string to_string(const RefusedSize& size) {
  return fmt::format("left out: p = {}{}{}: {}", size.pes, size.swept.empty() ? "" : ", ",
                     to_string(size.swept), size.reason);
}

ScaledMachines read_scaled(const Session& session, const char* default_topology) {
  ScaledMachines scaled;
  const std::vector<int> sizes = read_scale(*session.options.scale);
  const std::string like = AskedMachine(session.options, session.tables).network_name(default_topology);
  std::optional<int> pes;
  for (const int p : sizes) {
    try {
      if (!pes) pes = parse_topology(like, session.tables.topologies)->pes();
      scaled.machines.push_back(settings_of_size(session, {like, *pes}, p));
      scaled.machines.back().start = scaled.machines.front().start;  // --time-limit is for all
    } catch (const ConfigError& error) {
      scaled.refused.push_back({p, error.what()});
    }
  }
  if (scaled.machines.empty()) throw ConfigError(scaled.refused.front().reason);
  return scaled;
}

std::optional<double> Scaling::speed_up() const {
  if (serial <= Ticks{} || time <= Ticks{}) return std::nullopt;
  return static_cast<double>(serial.count) / static_cast<double>(time.count);
}

std::optional<double> Scaling::speed_up_per_pe() const {
  const auto gain = speed_up();
  return gain ? std::optional(*gain / p) : std::nullopt;
}

std::optional<Ticks> Scaling::cost() const {
  Ticks product;
  return __builtin_mul_overflow(time.count, p, &product.count) ? std::nullopt : std::optional(product);
}

Scaling scaling_of(const Report& report, std::int64_t serial_operations) {
  return {report.topology->pes(), report.finish.time, serial_operations, serial_operations * report.costs.flop};
}

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
                                  {"machine", {&CommandOptions::machine}},
                                  {"algorithm", {&CommandOptions::algorithm}, algorithms}};
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
    throw ConfigError("sweep: " +
                      core::unknown_name("option", "options that can be swept", axis.name, swept_names()));
  }
  axis.option = known->option;
  axis.kind = known->kind;
  const std::string values = text.substr(equals + 1);
  // values that contain ',' and ';' themselves, as costs by size do, are separated by '|'
  constexpr char kSeparators[] = {'|', ';', ','};
  const auto* const separator = std::find_if(std::begin(kSeparators), std::end(kSeparators) - 1,
                                             [&](char c) { return values.find(c) != std::string::npos; });
  axis.values = split(values, *separator);
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
  return core::joined(names, " or ");
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

std::vector<std::string> swept_names() {
  std::vector<std::string> names;
  for (const SweepOption& option : sweep_options()) names.push_back(option.name);
  return names;
}

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
  return fmt::format("{}{}with {}", base, base.empty() ? "" : " ", core::joined(given, ", "));
}

Places read_places(const Session& session, const char* default_topology, bool has_algorithms) {
  Places all;
  all.axes = read_axes(session.options);
  if (!has_algorithms && all.differ_in(Axis::Kind::algorithms))
    throw ConfigError(
        "sweep: algorithm is swept by mpirun alone; compare runs all algorithms of an operation, with one row "
        "for each");
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
  const bool is_one_network =
      !session.options.scale && !all.differ_in(Axis::Kind::network) && !all.has_axis(&CommandOptions::machine);
  for (SweepPoint& place : all.places) {
    place.settings.start = all.places.front().settings.start;  // --time-limit is for all
    if (is_one_network) place.settings.topology = all.places.front().settings.topology;
  }
  return all;
}

std::string place_text(const SweepPoint& place, const std::string& with) {
  return place.settings.topology->name() + with +
         (place.swept.empty() ? "" : fmt::format(" ({})", to_string(place.swept)));
}

}  // namespace toruscope::cli
