// SPDX-License-Identifier: Apache-2.0
// toruscope machine list, machine show NAME, machine check FILE.

#include "cli/runs/workload.hpp"
#include "cli/tables/document.hpp"
#include "cli/tables/sheets.hpp"
#include "collectives/operations.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/topology/bisection.hpp"
#include "runtime/topology/channel_graph.hpp"
#include "runtime/trace/text.hpp"

#include <toruscope/machine.hpp>

#include <algorithm>
#include <fmt/core.h>

namespace toruscope::cli {

namespace {

struct ShownMachine {
  Parameters parameters;
  Costs costs;
  TopologyPtr topology;            ///< null if none was given
  const Preset* preset = nullptr;  ///< null if it is none, or one that options change
  std::vector<std::filesystem::path> files;
  std::size_t block = 8;
  bool is_empty = false;                 ///< a file that sets nothing
  std::vector<std::string> unchecked{};  ///< MachineFile::places_of_links, if there is no network
};

ShownMachine read_machine(const Session& session) {
  const CommandOptions& options = session.options;
  CommandOptions named = options;
  if (options.subject) {
    if (options.machine && *options.machine != *options.subject)
      throw ConfigError(fmt::format("machine show: {} and --machine {} name two machines; give one",
                                    *options.subject, *options.machine));
    named.machine = options.subject;
  }
  const AskedMachine asked(named, session.tables);
  ShownMachine machine;
  machine.parameters = asked.parameters();
  machine.topology = asked.network(nullptr);
  if (machine.topology) asked.check(machine.topology, machine.parameters);
  machine.costs =
      machine.topology ? resolve(machine.parameters, *machine.topology) : resolve(machine.parameters);
  machine.files = asked.files();
  for (const Preset& p : session.tables.machines)
    if (p.name == machine.parameters.name) machine.preset = &p;
  if (!machine.topology && asked.file()) machine.unchecked = asked.file()->places_of_links();
  machine.is_empty = asked.file() && asked.file()->sets_nothing();
  if (options.block) machine.block = parse_bytes(*options.block, "block");
  return machine;
}

std::optional<Bound> bound_of(const collectives::Operation& o, const ShownMachine& machine) {
  if (o.traits.sizes_differ) return std::nullopt;  // a machine says nothing about sizes
  return o.bound(
      o.question(*machine.topology, machine.parameters, {.bytes = machine.block, .window = kUsualWindow}));
}

std::string tick_text(const Parameters& p) {
  if (!p.tick.is_zero()) return to_string(p.tick);
  return p.ticks_per_step == 1 ? "one step" : fmt::format("1/{} step", p.ticks_per_step);
}

std::string text_of(const PresetFigure& figure) {
  return fmt::format("{} ({}{}{})", figure.says, to_string(figure.confidence),
                     figure.source.empty() ? "" : ": ", figure.source);
}

/// "assumed: ts, th": the figures that are so known; empty if none is.
std::string known_as(Confidence confidence, const Preset& preset) {
  std::vector<std::string> names;
  for (const PresetFigure& figure : preset.figures)
    if (figure.confidence == confidence) names.push_back(figure.of);
  return names.empty() ? "" : fmt::format("\n{}: {}", to_string(confidence), core::joined(names, ", "));
}

Json figures_json(const Preset& preset) {
  Json json = Json::array();
  for (const PresetFigure& figure : preset.figures)
    json.push_back({{"of", figure.of},
                    {"says", figure.says},
                    {"confidence", to_string(figure.confidence)},
                    {"source", figure.source.empty() ? preset.source : figure.source}});
  return json;
}

/// "acyclic", or the cycle.
std::string cycle_text(const Topology& topology) {
  const auto links = topology.cyclic_links();
  if (links.empty()) return "acyclic";
  return "a cycle, so worms are refused: " + core::joined(links, ", ", [](const LinkEnds& link) {
           return fmt::format("{} -> {}", link.first, link.second);
         });
}

/// Its routes, whose dependencies are acyclic; nothing for very many.
std::optional<core::ChannelGraph> walked(const Topology& topology) {
  if (topology.pes() > core::kMostWalkedPes) return std::nullopt;
  core::ChannelGraph graph = core::channel_graph(topology);
  if (topology.cyclic_links().empty()) core::check_routes(topology, graph);
  return graph;
}

std::string cost_line(Time time, Ticks ticks, const Parameters& machine) {
  const std::string text = core::cost_text(time, ticks, machine);
  return machine.tick.is_zero() ? text : fmt::format("{} = {}", text, counted(ticks.count, "tick"));
}

/// The most links that leave a node, which may be fewer than its ports.
int degree(const Topology& topology) {
  int most = 0;
  for (Node node = 0; node < topology.nodes() && most < topology.ports(); ++node) {
    int links = 0;
    for (Port port = 0; port < topology.ports(); ++port)
      if (topology.neighbour(node, port) != kNoNode) ++links;
    most = std::max(most, links);
  }
  return most;
}

std::string sheet_of(const ShownMachine& machine, const Page& page) {
  const Parameters& p = machine.parameters;
  const Costs& c = machine.costs;
  TextSheet sheet;
  sheet.line("machine", p.name);
  if (machine.preset != nullptr) {
    sheet.line("description", machine.preset->description);
    sheet.line("source", machine.preset->source);
    for (const PresetFigure& figure : machine.preset->figures) sheet.line("  " + figure.of, text_of(figure));
  }
  sheet.line("tick", tick_text(p));
  for (const core::NamedCost& cost : core::named_costs()) {
    sheet.line(fmt::format("{:<4} {}{}", cost.symbol, cost.says, core::textbook_name(cost)),
               cost_line(p.*cost.time, c.*cost.ticks, p));
    const std::string differing =
        cost.time == &Parameters::th ? link_costs_text(p, machine.topology.get()) : "";
    if (!differing.empty()) sheet.line("links differ", differing);
  }
  for (const core::Setting& setting : core::settings())
    if (const std::string text = core::shown_text(setting, p); !text.empty()) sheet.line(setting.name, text);
  if (!machine.topology) return sheet.text(page);
  const Topology& t = *machine.topology;
  sheet.line("topology", fmt::format("{}: {}", t.name(), counted(t.pes(), "PE")));
  if (!t.note().empty()) sheet.line("  with", t.note());
  sheet.line("degree", counted(degree(t), "link"));
  sheet.line("diameter", counted(t.diameter(), "hop"));
  const core::BisectionWidth cut = core::bisection_width(t);
  sheet.line("bisection",
             fmt::format("{}{}", cut.is_least ? "" : "at most ", counted(cut.links, "directed link")));
  const auto graph = walked(t);
  const std::string on = counted(t.virtual_channels(), "virtual channel");
  sheet.line("routes", graph ? fmt::format("{} on {}, {} dependencies between them: {}",
                                           counted(graph->channels, "channel"), on,
                                           core::grouped(graph->dependencies), cycle_text(t))
                             : fmt::format("on {}: {}; not walked one by one: more than {}", on, cycle_text(t),
                                           counted(core::kMostWalkedPes, "PE")));
  for (const auto& [title, text] : t.facts()) sheet.line(title, text);
  const auto amount = [block = counted(machine.block, "byte")](const OperationTraits& traits) -> std::string {
    if (traits.moves == Moves::nothing) return "";
    if (traits.has_window) return fmt::format(" ({}, a window of {})", block, kUsualWindow);
    return fmt::format(" ({})", block);
  };
  for (const collectives::Operation& o : collectives::operations()) {
    if (o.traits.sizes_differ)
      sheet.line("lower bound of " + o.name, "none: it depends on the sizes of all blocks");
    if (const auto bound = bound_of(o, machine))
      sheet.line("lower bound of " + o.name,
                 fmt::format("{}{}: {}", core::time_text(bound->ticks, p), amount(o.traits), bound->source));
  }
  return sheet.text(page);
}

Json document_of(const ShownMachine& machine) {
  Json json = document_head();
  json["machine"] = machine_json(machine.parameters, machine.costs, machine.topology.get());
  if (machine.preset != nullptr && !machine.preset->figures.empty())
    json["figures"] = figures_json(*machine.preset);
  json["inputs"] = inputs_json(machine.files);
  if (machine.topology) {
    const Topology& t = *machine.topology;
    const core::BisectionWidth cut = core::bisection_width(t);
    json["topology"] = {{"name", t.name()},       {"pes", t.pes()},
                        {"degree", degree(t)},    {"diameter", t.diameter()},
                        {"bisection", cut.links}, {"bisection_is_upper_bound", !cut.is_least}};
    if (!t.note().empty()) json["topology"]["note"] = t.note();
    if (const auto graph = walked(t))
      json["topology"]["routes"] = {{"channels", graph->channels},
                                    {"virtual_channels", t.virtual_channels()},
                                    {"dependencies", graph->dependencies}};
    json["block_bytes"] = machine.block;
    for (const collectives::Operation& o : collectives::operations())
      json["lower_bounds"][o.name] = bound_json(bound_of(o, machine));
  }
  return json;
}

}  // namespace

ExitCode list_machines(const Session& session) {
  const Console console(session.options);
  const auto document = [&] {
    Json json = document_head();
    json["machines"] = Json::array();
    for (const Preset& p : session.tables.machines) {
      Json& one = json["machines"].emplace_back(machine_json(p.parameters, resolve(p.parameters)));
      one["description"] = p.description;
      one["source"] = p.source;
      if (!p.topology.empty()) one["topology"] = p.topology;
      if (!p.figures.empty()) one["figures"] = figures_json(p);
    }
    return json;
  };
  TextSheet sheet;
  for (const Preset& p : session.tables.machines) {
    const std::string costs = machine_text(p.parameters);
    sheet.line(p.name, fmt::format("{}\n{}{}\nsource: {}{}{}", p.description,
                                   p.topology.empty() ? "" : fmt::format("{}, ", p.topology),
                                   costs.substr(costs.find(':') + 2), p.source,
                                   known_as(Confidence::unchecked, p), known_as(Confidence::assumed, p)));
  }
  console.result([&](const Console& form) {
    return form.is_table() ? sheet.text(form.page()) : text_of(document(), form);
  });
  return ExitCode::ok;
}

ExitCode show_machine(const Session& session) {
  const Console console(session.options);
  const ShownMachine machine = read_machine(session);
  console.result(console.is_table() ? sheet_of(machine, console.page())
                                    : text_of(document_of(machine), console));
  return ExitCode::ok;
}

ExitCode check_machine(const Session& session) {
  const Console console(session.options);
  if (!session.options.subject) throw ConfigError("machine check: a file is needed; write machine check FILE");
  CommandOptions options = session.options;
  options.subject = std::nullopt;
  options.machine = session.options.subject;
  if (!is_machine_file(*options.machine)) options.machine = "./" + *options.machine;
  const ShownMachine machine = read_machine({options, session.tables, session.program, session.command});
  const char* note = machine.is_empty ? ": it sets nothing, so costs are 0 and all rules the default ones" : "";
  console.result(console.is_table() ? fmt::format("ok: {}{}\n{}", core::escaped(*session.options.subject), note,
                                                  sheet_of(machine, console.page()))
                                    : text_of(document_of(machine), console));
  for (const std::string& place : machine.unchecked)
    console.say(
        fmt::format("warning: {}: not checked, as the file names no topology that could have such links; "
                    "give it the key topology",
                    place));
  return ExitCode::ok;
}

}  // namespace toruscope::cli
