// SPDX-License-Identifier: Apache-2.0
// toruscope machine list, toruscope machine show [NAME]: what a machine costs, in its own units and in ticks.

#include "cli/document.hpp"
#include "cli/sheets.hpp"
#include "cli/workload.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <array>
#include <fmt/format.h>

namespace toruscope::detail {

namespace {

struct CostLine {
  const char* symbol;
  const char* meaning;
  Time Parameters::*time;
  Ticks Costs::*ticks;
};
constexpr std::array<CostLine, 8> kCosts{
    {{"ts", "startup of a message", &Parameters::ts, &Costs::ts},
     {"tr", "receive overhead", &Parameters::tr, &Costs::tr},
     {"tm", "transmission, per message", &Parameters::tm, &Costs::tm},
     {"tw", "transmission, per byte", &Parameters::tw, &Costs::tw},
     {"th", "one hop", &Parameters::th, &Costs::th},
     {"L", "flight time whatever the distance", &Parameters::latency, &Costs::latency},
     {"g", "between two send starts of a PE", &Parameters::gap, &Costs::gap},
     {"flop", "one arithmetic operation", &Parameters::flop, &Costs::flop}}};

/// The lower bound of each operation on this topology, with blocks of --block bytes and root 0.
struct NamedBound {
  std::string operation;
  Bound bound;
};
std::vector<NamedBound> bounds_of(const Settings& settings, std::size_t bytes) {
  std::vector<NamedBound> bounds;
  for (const Operation& o : operations())
    if (auto bound = o.bound(question(o, settings, {o.moves_data ? bytes : 0, 0})))
      bounds.push_back({o.name, *bound});
  return bounds;
}

std::string costs_text(const Parameters& parameters, const Costs& costs, const Console& console) {
  TextTable table;
  table.column("cost");
  table.column("time", TextTable::Align::right);
  table.column("ticks", TextTable::Align::right);
  table.column("what it is");
  for (const CostLine& cost : kCosts)
    table.row({cost.symbol, to_string(parameters.*cost.time), grouped((costs.*cost.ticks).count), cost.meaning});
  return table.text([&](const std::string& t) { return console.bold(t); });
}

std::string rules_text(const Parameters& p, const Console& console) {
  TextSheet sheet;
  sheet.line("machine", {p.name, [&](const std::string& t) { return console.bold(t); }});
  for (const Preset& preset : presets()) {
    if (preset.parameters.name != p.name) continue;
    sheet.line("what it is", preset.description);
    sheet.line("source", preset.source);
  }
  sheet.line("ports", fmt::format("{} ({})", to_string(p.ports), to_string(p.port_policy)));
  sheet.line("switching", to_string(p.switching));
  sheet.line("injection", to_string(p.injection));
  sheet.line("tick", p.tick.is_zero() ? "one step" : to_string(p.tick));
  return sheet.text();
}

std::string topology_text(const Settings& settings, std::size_t bytes, const Console& console) {
  const Topology& t = *settings.topology;
  TextSheet sheet;
  sheet.line("topology", {t.name(), [&](const std::string& s) { return console.bold(s); }});
  sheet.line("p", grouped(t.nodes()));
  sheet.line("degree", counted(t.ports(), "link"));
  sheet.line("diameter", counted(t.diameter(), "hop"));
  sheet.line("bisection", counted(t.bisection(), "directed link"));
  for (const auto& [operation, bound] : bounds_of(settings, bytes))
    sheet.line("bound of " + operation,
               fmt::format("{} ({}, {}): {}", time_text(bound.ticks, settings.parameters),
                           counted(bound.startups, "startup"), counted(bound.bytes, "byte"), bound.source));
  return sheet.text();
}

Json topology_json(const Settings& settings, std::size_t bytes) {
  const Topology& t = *settings.topology;
  Json json;
  json["name"] = t.name();
  json["pes"] = t.nodes();
  json["degree"] = t.ports();
  json["diameter"] = t.diameter();
  json["bisection"] = t.bisection();
  json["block_bytes"] = bytes;
  for (const auto& [operation, bound] : bounds_of(settings, bytes)) json["lower_bounds"][operation] = bound_json(bound);
  return json;
}

}  // namespace

ExitCode list_machines(const Session& session) {
  const Console console(session.options);
  if (console.is_json()) {
    Json document = document_head();
    document["machines"] = Json::array();
    for (const Preset& p : presets()) {
      Json machine = machine_json(p.parameters, resolve(p.parameters));
      machine["description"] = p.description;
      machine["source"] = p.source;
      document["machines"].push_back(machine);
    }
    console.result(text_of(document));
    return ExitCode::ok;
  }
  TextTable table;
  for (const char* title : {"name", "costs and rules", "what it is", "source"}) table.column(title);
  for (const Preset& p : presets()) {
    const std::string text = machine_text(p.parameters);
    table.row({p.name, text.substr(p.parameters.name.size() + 2), p.description, p.source});
  }
  console.result(table.text([&](const std::string& t) { return console.bold(t); }));
  return ExitCode::ok;
}

ExitCode show_machine(const Session& session) {
  CommandOptions options = session.options;
  if (options.subject && options.machine)
    throw ConfigError("machine show: NAME and --machine both name a machine; give one of them");
  if (options.subject) options.machine = options.subject;
  const Console console(options);
  const Settings settings = read_settings(options);
  const std::size_t bytes = parse_bytes(options.block.value_or("8"), "block");
  if (console.is_json()) {
    Json document = document_head();
    document["machine"] = machine_json(settings.parameters, settings.costs);
    if (options.topology) document["topology"] = topology_json(settings, bytes);
    console.result(text_of(document));
    return ExitCode::ok;
  }
  std::string text =
      rules_text(settings.parameters, console) + "\n" + costs_text(settings.parameters, settings.costs, console);
  if (options.topology) text += "\n" + topology_text(settings, bytes, console);
  console.result(text);
  return ExitCode::ok;
}

}  // namespace toruscope::detail
