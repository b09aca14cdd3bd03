// SPDX-License-Identifier: Apache-2.0

#include "view/description.hpp"

#include "picture/network_plan.hpp"
#include "runtime/trace/network_of.hpp"
#include "runtime/trace/text.hpp"
#include "view/figures_json.hpp"
#include "view/setting_json.hpp"

#include <set>
#include <string>
#include <utility>
#include <variant>

namespace toruscope::view {

namespace {

/// Links of a network with more ports, those of all nodes, are left out unless a message crossed
/// them. A network of 1,024 PEs has fewer, unless it is nearly a complete one.
constexpr std::size_t kMostPorts = std::size_t{1} << 17U;

bool shows_all_links(const Topology& network) {
  return static_cast<std::size_t>(network.ports()) * static_cast<std::size_t>(network.nodes()) <= kMostPorts;
}

template <class Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json ticks_json(const Report& report) {
  Json json;
  json["ticks"] = report.finish.time.count;
  const Parameters& machine = report.parameters;
  if (machine.tick.is_zero())
    json["ticks_per_step"] = machine.ticks_per_step;
  else
    json["femtoseconds_per_tick"] = machine.tick.value();
  return json;
}

/// Adds the settings of the log that are held as an Alternative.
template <class Alternative>
void add_settings(Json& json, const Parameters& machine) {
  for (const core::Setting& setting : core::settings())
    if (setting.is_in_log && std::holds_alternative<Alternative>(setting.held))
      if (auto value = setting_json(setting, machine)) json[setting.key()] = *std::move(value);
}

Json machine_json(const Report& report) {
  const Parameters& machine = report.parameters;
  Json json;
  json["name"] = machine.name;
  add_settings<core::Choice>(json, machine);
  for (const core::NamedCost& cost : core::named_costs()) {
    const Ticks ticks = report.costs.*cost.ticks;
    if (cost.is_left_out_at_0 && ticks == Ticks{}) continue;
    Json& one = json["costs"][cost.name];
    one["symbol"] = cost.symbol;
    one["text"] = core::cost_text(machine.*cost.time, ticks, machine);
    one["ticks"] = ticks.count;
  }
  json["equal_links"] = has_equal_links(*report.topology, machine);
  add_settings<core::Amount>(json, machine);
  return json;
}

/// Links of the run: all, or where they are too many those that carried a message.
std::set<std::pair<Node, Node>> links_of(const Report& report) {
  std::set<std::pair<Node, Node>> links;
  const Topology& network = *report.topology;
  if (shows_all_links(network))
    for (Node node = 0; node < network.nodes(); ++node)
      for (Port port = 0; port < network.ports(); ++port)
        if (const Node to = network.neighbour(node, port); to != kNoNode) links.emplace(node, to);
  for (const LinkReport& link : report.links) links.emplace(link.from, link.to);
  return links;
}

Json network_json(const Report& report) {
  const Topology& network = *report.topology;
  Json json;
  json["name"] = network.name();
  json["note"] = network.note();
  json["shape"] = picture::kind_of(network);
  json["sides"] = network.sides();
  json["nodes"] = network.nodes();
  json["pes"] = network.pes();
  json["failed_links"] = network.has_failed_links();
  json["all_links"] = shows_all_links(network);
  json["links"] = links_of(report);
  return json;
}

Json ends_json(const std::pair<Node, Node>& link) {
  return Json::array({link.first, link.second});
}

Json early_end_json(const EarlyEnd& early) {
  Json json{{"reason", early.reason}, {"waiting", Json::array()}, {"stuck", Json::array()}};
  for (const WaitingPe& one : early.waiting)
    json["waiting"].push_back(
        {{"pe", one.pe}, {"since", one.since.count}, {"what", one.what}, {"whom", one.whom}});
  for (const StuckTransfer& one : early.stuck) {
    Json holds = Json::array();
    for (const auto& link : one.holds) holds.push_back(ends_json(link));
    json["stuck"].push_back({{"source", one.source},
                             {"destination", one.destination},
                             {"holds", holds},
                             {"wants", ends_json(one.wants)}});
  }
  return json;
}

std::string title_of(const Report& report, const ViewFacts& facts) {
  const std::string what = facts.operation.empty() ? "a run" : facts.operation;
  const std::string how = facts.algorithm.empty() ? "" : " / " + facts.algorithm;
  return what + how + " on " + report.topology->name();
}

}  // namespace

Json description_of(const Report& report, const ViewFacts& facts) {
  core::network_of(report, "view");
  Json json;
  json["schema"] = kSchema;
  json["version"] = TORUSCOPE_VERSION;
  json["title"] = title_of(report, facts);
  json["operation"] = facts.operation.empty() ? "run" : facts.operation;
  json["algorithm"] = facts.algorithm;
  json["command"] = facts.command;
  json["block_bytes"] = optional_json(facts.block_bytes);
  json["verified"] = optional_json(facts.verified);
  json["time"] = ticks_json(report);
  json["machine"] = machine_json(report);
  json["network"] = network_json(report);
  json["account"] = figures_json(core::report_figures(), report, core::kInLog, "critical_path");
  json["totals"] = figures_json(core::report_figures(), report, core::kInLog, "totals");
  json["predicted"] = facts.predicted ? Json(facts.predicted->ticks.count) : Json(nullptr);
  json["bound"] = figures_json(core::bound_figures(), facts.bound, core::kInLog);
  if (report.early_end) json["early_end"] = early_end_json(*report.early_end);
  return json;
}

}  // namespace toruscope::view
