// SPDX-License-Identifier: Apache-2.0

#include "cli/machines/settings.hpp"

#include "cli/files/output_files.hpp"
#include "cli/process/computer.hpp"
#include "cli/process/ending.hpp"
#include "placement/placement.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/files/input_file.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/topology/channel_graph.hpp"
#include "runtime/topology/embedding.hpp"
#include "runtime/topology/switched_networks.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/picture.hpp>
#include <toruscope/view.hpp>

#include <algorithm>
#include <exception>
#include <fmt/core.h>
#include <new>
#include <utility>
#include <variant>

namespace toruscope::cli {

namespace {

Execution read_execution(const CommandOptions& o) {
  Execution e;
  constexpr std::int64_t kMostMessages = 65536;
  if (o.engine)
    e.engine = parse_word(*o.engine, "engine", "engines", {"fibers", "threads"}) == 0 ? PeEngine::fibers
                                                                                      : PeEngine::threads;
  if (o.network) {
    constexpr NetworkEngine kEngines[] = {NetworkEngine::automatic, NetworkEngine::hop, NetworkEngine::ring};
    e.network = kEngines[parse_word(*o.network, "network", "networks", {"auto", "hop", "ring"})];
  }
  if (o.workers) e.workers = static_cast<int>(parse_whole(*o.workers, "workers", 1, RunMonitor::kWorkers));
  if (o.channel_capacity)
    e.channel_capacity =
        static_cast<std::size_t>(parse_whole(*o.channel_capacity, "channel capacity", 1, kMostMessages));
  if (o.stack) e.stack_bytes = parse_bytes(*o.stack, "stack");
  if (o.seed) e.seed = parse_seed(*o.seed, "seed");
  if (o.perturb) e.perturb = parse_seed(*o.perturb, "perturb");
  if (o.time_limit) e.time_limit = parse_wall_time(*o.time_limit, "time limit");
  if (o.data)
    e.data = parse_word(*o.data, "data", "kinds", {"carried", "none"}) == 0 ? Data::carried : Data::none;
  e.measure_compute = o.measures_compute;
  e.record_critical_path = o.critical_path || o.view || o.records_spans;
  const bool exports_run = o.exported && exported_form("--export", *o.exported) == ExportedForm::goal;
  e.record_events = o.events || exports_run || o.traffic || o.view || o.trace;
  e.record_spans = o.records_spans || exports_run || o.view || o.trace;
  return e;
}

bool is_rule(const core::Setting& setting) {
  return std::holds_alternative<core::Choice>(setting.held) ||
         std::holds_alternative<core::Amount>(setting.held);
}

bool is_time(const core::Setting& setting) {
  return std::holds_alternative<core::NamedCost>(setting.held);
}

}  // namespace

ChangedMachine with_options(Parameters machine, const CommandOptions& o, bool keeps_tick) {
  std::string changes;
  const auto note = [&](const std::string& change) { changes += (changes.empty() ? "" : ", ") + change; };
  for (const core::Setting& setting : core::settings())
    if (const Text& text = o.settings[setting.name]; text && is_rule(setting))
      core::read(setting, machine, *text);
  const std::string exactness = set_costs(machine, o, keeps_tick, note);
  if (o.settings["lambda"] && o.settings["latency"])
    throw ConfigError("lambda: --lambda L means --latency L-1, in steps; give one of them");
  for (const core::Setting& setting : core::settings())
    if (const Text& text = o.settings[setting.name]; text && !is_rule(setting) && !is_time(setting)) {
      core::read(setting, machine, *text);
      note(setting.option() + "=" + *text);
    }
  resolve(machine);  // complains in the preset's own name
  return {std::move(machine), changes.empty() ? "" : " with " + changes,
          exactness.empty() ? "" : fmt::format(" ({})", exactness)};
}

namespace {

std::optional<MachineFile> named_file(const CommandOptions& options, const std::vector<Preset>& machines) {
  if (!options.machine || !is_machine_file(*options.machine)) return std::nullopt;
  return read_machine_file(*options.machine, machines);
}

Parameters read_parameters(const CommandOptions& options, const std::optional<MachineFile>& file,
                           const std::vector<Preset>& machines) {
  ChangedMachine changed =
      with_options(file ? file->parameters : preset(options.machine.value_or("generic"), machines), options,
                   file && file->options.settings["tick"]);
  changed.parameters.name += changed.changes + changed.exactness;
  return std::move(changed.parameters);
}

}  // namespace

Parameters read_parameters(const CommandOptions& options, const std::vector<Preset>& machines) {
  return read_parameters(options, named_file(options, machines), machines);
}

namespace {

/// True if "NAME:SIZES" is of a kind whose routes are known to be acyclic.
bool is_built_in(const std::string& text) {
  const std::string name = text.substr(0, text.find(':'));
  const auto& known = topologies();
  return std::any_of(known.begin(), known.end(),
                     [&](const TopologyEntry& entry) { return entry.name == name; });
}

}  // namespace

TopologyPtr read_topology(const std::string& text, const std::vector<TopologyEntry>& table,
                          const char* option) {
  const auto refuse = [&](const std::string& why) {
    throw ConfigError(fmt::format("{} {}: {}", option, core::shown(text), why));
  };
  TopologyPtr topology;
  try {
    topology = parse_topology(text, table);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& e) {
    refuse(e.what());
  }
  if (!is_built_in(text) && topology->pes() <= core::kMostWalkedPes) {
    try {
      core::check_routes(*topology, core::channel_graph(*topology));
    } catch (const ConfigError& e) {
      refuse(e.what());
    }
  }
  return topology;
}

namespace {

void check_host_and_rule(const CommandOptions& options) {
  const bool needs_host = options.embed && *options.embed != "in-order" &&
                          !core::is_slurm_layout(*options.embed) && !traffic_rule(*options.embed);
  if (options.host ? !options.embed : needs_host)
    throw ConfigError(
        fmt::format("{}: --host says into which network, --embed by which rule; give both or none",
                    options.host ? "host" : "embed"));
}

}  // namespace

TopologyPtr read_network(const CommandOptions& options, const std::string& text,
                         const std::vector<TopologyEntry>& table) {
  const GuestAndHost networks = read_guest_and_host(options, text, table);
  const bool is_in_order = !options.embed || *options.embed == "in-order";
  if (is_in_order && networks.guest == networks.host) return networks.host;
  const auto rule = traffic_rule(*options.embed);
  if (!rule) return embed(networks.guest, networks.host, *options.embed);
  if (rule->file.empty())
    throw ConfigError(fmt::format(
        "embed: {}: without a file it is for a single run, of verify, run or mpirun; let a run write its "
        "traffic by --traffic FILE.csv, then give --embed {}:FILE.csv",
        rule->name, rule->name));
  const std::string table_of_traffic = core::read_input("embed: ", rule->file, kLongestTraffic);
  const placement::Traffic traffic =
      placement::read_traffic(table_of_traffic, rule->file, networks.guest->pes());
  return embed(networks.guest, networks.host, placement::place(rule->name, traffic, *networks.host),
               *options.embed);
}

GuestAndHost read_guest_and_host(const CommandOptions& options, const std::string& text,
                                 const std::vector<TopologyEntry>& table) {
  check_host_and_rule(options);
  const auto linked = [&](const std::string& network, const char* option) {
    const TopologyPtr whole = read_topology(network, table, option);
    return options.fail ? with_failed_links(whole, parse_links(*options.fail)) : whole;
  };
  if (options.host) return {read_topology(text, table), linked(*options.host, "--host")};
  const TopologyPtr network = linked(text, "--topology");
  return {network, network};
}

void refuse_slow_links(const std::string& rule) {
  throw ConfigError(
      fmt::format("embed: {}: --slow numbers nodes by the ranks that stand there, which the rule has yet to "
                  "find; give one of the two, or places in a file",
                  rule));
}

std::optional<TrafficRule> traffic_rule(const std::string& embed) {
  const std::size_t colon = std::min(embed.find(':'), embed.size());
  TrafficRule rule{embed.substr(0, colon), embed.substr(std::min(colon + 1, embed.size()))};
  if (!placement::is_rule(rule.name)) return std::nullopt;
  if (colon < embed.size() && rule.file.empty())
    throw ConfigError(fmt::format("embed: {}: a file of traffic is named behind the colon; name it", embed));
  return rule;
}

std::string embedding_file(const std::string& embed) {
  if (core::is_embedding_rule(embed)) return {};
  const auto rule = traffic_rule(embed);
  return rule ? rule->file : embed;
}

AskedMachine::AskedMachine(const CommandOptions& options, const Tables& tables)
    : options_(options), tables_(tables), file_(named_file(options, tables.machines)) {}

void AskedMachine::check_dimensions(const Topology& network, const Parameters& parameters) const {
  std::vector<std::string> names;
  std::vector<std::string> texts;
  std::size_t dimensions = 0;
  for (const core::NamedCost& cost : core::named_costs()) {
    if (cost.by_dimension == nullptr || options_.settings[cost.name] ||
        (file_ && file_->options.settings[cost.name]))
      continue;
    const std::vector<Time>& times = parameters.*cost.by_dimension;
    if (times.empty() || times.size() == static_cast<std::size_t>(network.dimensions())) continue;
    dimensions = times.size();
    names.emplace_back(cost.name);
    std::vector<std::string> each;
    for (const Time time : times) each.push_back(to_string(time));
    texts.push_back(fmt::format("{} {}", cost.name, core::joined(each, ",")));
  }
  if (names.empty()) return;
  throw ConfigError(fmt::format(
      "{}: machine {} has a cost for each of {} dimensions ({}), and {} has {}; give {} a cost for "
      "all links or one for each dimension, or take a topology of {} dimensions",
      core::joined(names, ", "), (file_ ? file_->options.machine : options_.machine).value_or("generic"),
      dimensions, core::joined(texts, "; "), network.name(), network.dimensions(), core::joined(names, " and "),
      dimensions));
}

void AskedMachine::check(const TopologyPtr& network, const Parameters& parameters) const {
  try {
    check_dimensions(*network, parameters);
    const Machine runs(network, parameters);
  } catch (const ConfigError& error) {
    if (!file_ || !file_->tells(error, options_)) throw;
    throw file_->located(error, "topology");
  }
}

Parameters AskedMachine::parameters() const {
  return read_parameters(options_, file_, tables_.machines);
}

CommandOptions AskedMachine::with_network() const {
  CommandOptions both = options_;
  if (options_.topology) return both;
  if (file_) {
    both.topology = file_->options.topology;
    for (const auto part : {&CommandOptions::host, &CommandOptions::embed, &CommandOptions::fail})
      if (!(both.*part)) both.*part = file_->options.*part;
  }
  const Text& name = file_ ? file_->options.machine : options_.machine;
  for (const Preset& machine : tables_.machines)
    if (!both.topology && machine.name == name && !machine.topology.empty()) both.topology = machine.topology;
  return both;
}

std::string AskedMachine::network_name(const char* default_topology) const {
  return with_network().topology.value_or(default_topology);
}

std::optional<TrafficRule> AskedMachine::traffic() const {
  const CommandOptions both = with_network();
  return both.embed ? traffic_rule(*both.embed) : std::nullopt;
}

GuestAndHost AskedMachine::guest_and_host(const char* default_topology) const {
  const CommandOptions both = with_network();
  return read_guest_and_host(both, both.topology.value_or(default_topology), tables_.topologies);
}

TopologyPtr AskedMachine::network(const char* default_topology) const {
  const CommandOptions both = with_network();
  const auto read = [&]() -> TopologyPtr {
    check_host_and_rule(both);
    if (!both.topology && default_topology == nullptr) return nullptr;
    return read_network(both, both.topology.value_or(default_topology), tables_.topologies);
  };
  if (!file_ || options_.topology) return read();
  try {
    return read();
  } catch (const ConfigError& error) {
    if (!file_->tells(error, options_)) throw;
    throw file_->located(error, "topology");
  }
}

std::vector<std::filesystem::path> AskedMachine::files() const {
  std::vector<std::filesystem::path> files;
  if (file_) files.emplace_back(file_->file);
  const CommandOptions all = with_network();
  for (const Text& network : {all.topology, all.host})
    if (network)
      core::with_graph_files(*network, [&](const std::string& file) {
        files.emplace_back(file);
        return file;
      });
  if (all.embed)
    if (const std::string file = embedding_file(*all.embed); !file.empty()) files.emplace_back(file);
  return files;
}

std::vector<std::string> AskedMachine::given() const {
  std::vector<std::string> given;
  for (const core::Setting& setting : core::settings())
    if (options_.settings[setting.name])
      given.emplace_back(setting.warns_as != nullptr ? setting.warns_as : setting.name);
  if (options_.fail) given.emplace_back("fail");
  if (options_.algorithm) given.emplace_back("algorithm");
  return given;
}

Parameters without(Parameters machine, std::string_view setting) {
  if (const core::Setting* known = core::find_setting(setting)) core::reset(*known, machine);
  return machine;
}

std::optional<std::chrono::milliseconds> time_left(const std::string& what, const Settings& settings) {
  const auto limit = settings.execution.time_limit;
  if (!limit) return std::nullopt;
  const auto used =
      std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - settings.start);
  if (used >= *limit)
    throw HostLimitError(
        fmt::format("time limit: {} ms had passed before {} could start; give a longer --time-limit, it is for "
                    "the whole command",
                    limit->count(), what));
  return *limit - used;
}

Settings read_settings(const Session& session, const char* default_topology) {
  const CommandOptions& options = session.options;
  Settings settings;
  settings.execution = read_execution(options);
  settings.execution.algorithms = std::make_shared<const Catalogue>(session.tables.algorithms);
  const ReadingLimit limit(settings.execution.time_limit, settings.start);
  const AskedMachine machine(options, session.tables);
  settings.topology = machine.network(default_topology);
  settings.parameters = machine.parameters();
  if (machine.file())
    machine.check(settings.topology, settings.parameters);
  else
    machine.check_dimensions(*settings.topology, settings.parameters);
  if (const auto rule = machine.traffic(); rule && !settings.parameters.slow.empty())
    refuse_slow_links(rule->name);
  settings.files = machine.files();
  settings.given = machine.given();
  settings.parameters.ports = ports_on(*settings.topology, settings.parameters.ports);
  settings.costs = resolve(settings.parameters, *settings.topology);
  // A machine on which no run is possible is refused here once; those of a sweep one by one.
  if (options.sweeps.empty()) const Machine checked(settings.topology, settings.parameters, settings.execution);
  if (options.view) prepare_view(*settings.topology, settings.execution);
  if (options.heatmap) check_heatmap(*settings.topology);
  settings.keeps_details = settings.execution.record_events || options.heatmap;
  if (options.traffic && is_picture(*options.traffic)) check_traffic_picture(*settings.topology);
  if (options.trace_filter)
    settings.trace_filter = parse_trace_filter(*options.trace_filter, *settings.topology, settings.parameters);
  for (const char* log : {"--events", "--export", "--traffic", "--critical-path", "--view", "--trace"})
    if (std::find(options.given.begin(), options.given.end(), log) != options.given.end())
      settings.logs.emplace_back(log);
  if (options.events || options.trace || options.view) {
    settings.failed_report = std::make_shared<std::optional<Report>>();
    settings.execution.failed_report = settings.failed_report.get();
  }
  settings.memory_limit = options.memory ? parse_bytes(*options.memory, "memory") : default_memory_limit();
  return settings;
}

}  // namespace toruscope::cli
