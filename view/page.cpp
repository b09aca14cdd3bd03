// SPDX-License-Identifier: Apache-2.0
// The page that plays a run, or two side by side: its sources with the run's data in their place. view/README.md says what the
// data are.

#include "runtime/core/decimal.hpp"
#include "runtime/model/named_costs.hpp"
#include "runtime/trace/text.hpp"
#include "view/columns.hpp"
#include "view/page_texts.hpp"

#include <toruscope/error.hpp>
#include <toruscope/view.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string_view>
#include <utility>

namespace toruscope {

namespace {

using Json = nlohmann::ordered_json;

/// Links of a network with more are left out unless a message crossed them.
constexpr std::size_t kMostLinks = 20'000;

std::int64_t messages_and_hops_of(const Report& report) {
  return std::count_if(report.events.begin(), report.events.end(), [](const Event& e) {
    return e.kind == Event::Kind::message || e.kind == Event::Kind::hop;
  });
}

void check_run(const Report& report) {
  check_view(*report.topology);
  const std::int64_t events = messages_and_hops_of(report);
  if (events > kMostEventsInView)
    throw ConfigError(
        fmt::format("view: the run has {} messages and hops; a page shows up to {}; take fewer PEs or "
                    "blocks, or write --events",
                    core::grouped(events), core::grouped(kMostEventsInView)));
  const std::int64_t time = report.finish.time.count;
  if (time > std::int64_t{1} << 53)
    throw ConfigError(fmt::format("view: T is {} ticks; a browser counts up to 2^53; give a longer --tick",
                                  core::grouped(time)));
  if (events != 0 ? report.events.front().send_port < 0 : report.totals.messages != 0)
    throw ConfigError(
        "view: the run recorded no events with their ports; set record_events, record_spans and "
        "record_critical_path of its Execution");
  if (report.critical_path.empty() && time != 0)
    throw ConfigError("view: the run recorded no critical path; set record_critical_path of its Execution");
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

Json machine_json(const Report& report) {
  const Parameters& machine = report.parameters;
  Json json;
  json["name"] = machine.name;
  json["ports"] = to_string(machine.ports);
  json["switching"] = to_string(machine.switching);
  json["injection"] = to_string(machine.injection);
  for (const core::NamedCost& cost : core::kNamedCosts) {
    const Ticks ticks = report.costs.*cost.ticks;
    Json& one = json["costs"][cost.name];
    one["symbol"] = cost.symbol;
    one["text"] = core::cost_text(machine.*cost.time, ticks, machine);
    one["ticks"] = ticks.count;
  }
  json["equal_links"] = has_equal_links(*report.topology, machine);
  return json;
}

/// All links, or where they are too many those that carried a message.
std::set<std::pair<Node, Node>> links_of(const Report& report) {
  std::set<std::pair<Node, Node>> links;
  const Topology& network = *report.topology;
  const auto ports = static_cast<std::size_t>(network.ports());
  if (ports * static_cast<std::size_t>(network.nodes()) <= kMostLinks)
    for (Node node = 0; node < network.nodes(); ++node)
      for (Port port = 0; port < network.ports(); ++port)
        if (const Node to = network.neighbour(node, port); to != kNoNode) links.emplace(node, to);
  for (const LinkReport& link : report.links) links.emplace(link.from, link.to);
  return links;
}

/// "torus" of "torus:8x8 without 0-1"; "graph" of what has no layout of its own.
std::string shape_of(const Topology& network) {
  const std::string name = network.name();
  const std::string kind = name.substr(0, name.find(':'));
  constexpr std::string_view kShapes[] = {"torus", "ring", "mesh", "line", "hypercube", "tree", "complete"};
  const bool is_known = std::find(std::begin(kShapes), std::end(kShapes), kind) != std::end(kShapes);
  return is_known && !network.is_embedded() ? kind : "graph";
}

Json network_json(const Report& report) {
  const Topology& network = *report.topology;
  std::vector<std::int64_t> from;
  std::vector<std::int64_t> step;
  Node last = 0;
  for (const auto& [node, to] : links_of(report)) {
    from.push_back(node - std::exchange(last, node));
    step.push_back(to - node);
  }
  Json json;
  json["name"] = network.name();
  json["note"] = network.note();
  json["shape"] = shape_of(network);
  json["sides"] = network.sides();
  json["nodes"] = network.nodes();
  json["pes"] = network.pes();
  json["failed_links"] = network.has_failed_links();
  json["link_from"] = view::packed(from);
  json["link_step"] = view::packed(step);
  return json;
}

Json account_json(const Account& account) {
  return {{"startups", account.startups},
          {"receives", account.receives},
          {"messages", account.messages},
          {"bytes", account.bytes},
          {"hops", account.hops},
          {"latencies", account.latencies},
          {"gap", account.gap.count},
          {"compute", account.compute.count},
          {"link_wait", account.link_wait.count}};
}

Json totals_json(const Totals& totals) {
  return {{"messages", totals.messages},
          {"bytes", totals.bytes},
          {"hops", totals.hops},
          {"max_link_bytes", totals.max_link_bytes},
          {"link_conflicts", totals.link_conflicts},
          {"port_conflicts", totals.port_conflicts},
          {"header_wait", totals.header_wait.count}};
}

template <class Value>
Json optional_json(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json bound_json(const std::optional<Bound>& bound) {
  if (!bound) return nullptr;
  return {{"startups", bound->startups},
          {"bytes", bound->bytes},
          {"ticks", bound->ticks.count},
          {"source", bound->source}};
}

std::string title_of(const Report& report, const ViewFacts& facts) {
  const std::string what = facts.operation.empty() ? "a run" : facts.operation;
  const std::string how = facts.algorithm.empty() ? "" : " / " + facts.algorithm;
  return what + how + " on " + report.topology->name();
}

Json page_json(const Report& report, const ViewFacts& facts) {
  Json json;
  json["schema"] = "toruscope-view/1";
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
  json["account"] = account_json(report.finish.account);
  json["totals"] = totals_json(report.totals);
  json["predicted"] = facts.predicted ? Json(facts.predicted->ticks.count) : Json(nullptr);
  json["bound"] = bound_json(facts.bound);
  for (int kind = 0; kind <= static_cast<int>(PathEvent::Kind::partner_wait); ++kind)
    json["path_kinds"].push_back(to_string(static_cast<PathEvent::Kind>(kind)));
  for (const Span& span : report.spans)
    if (span.kind == Span::Kind::collective)
      json["calls"].push_back(span.algorithm.empty() ? span.operation
                                                     : span.operation + " / " + span.algorithm);
  for (const view::Column& column : view::columns_of(report)) json["columns"][column.name] = column.text;
  return json;
}

std::string replaced(std::string text, std::string_view what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
  return text;
}

/// A text that stands in HTML as it is.
std::string escaped_html(std::string text) {
  for (const auto& [what, by] : {std::pair{"&", "&amp;"}, std::pair{"<", "&lt;"}, std::pair{">", "&gt;"}})
    text = replaced(std::move(text), what, by);
  return text;
}

/// All sources of a folder whose names end so, one after the other.
std::string joined(std::string_view folder, std::string_view ending) {
  std::string text;
  for (const view::PageText& source : view::page_texts())
    if (source.name.starts_with(folder) && source.name.ends_with(ending)) text += source.text;
  return text;
}

using Filling = std::pair<std::string_view, std::string>;

/// The page of a folder, its marks filled in, in their order.
std::string filled(std::string_view folder, const std::vector<Filling>& fillings) {
  const std::string page = joined(folder, ".html");
  std::string_view rest = page;
  std::string text;
  for (const auto& [mark, filling] : fillings) {
    const std::size_t at = rest.find(mark);
    text += rest.substr(0, at);
    text += filling;
    rest.remove_prefix(at + mark.size());
  }
  return text.append(rest);
}

/// In a script "</" could end it, and "<!--" begin a comment.
std::string script_text(const Json& json) {
  return replaced(json.dump(-1, ' ', false, Json::error_handler_t::replace), "<", "\\u003c");
}

std::string page_text(const std::string& title, const std::string& data) {
  return filled("page/", {{"@title@", escaped_html(title)},
                          {"@style@", joined("page/", ".css")},
                          {"@data@", data},
                          {"@script@", joined("page/", ".js")}});
}

}  // namespace

void check_view(const Topology& topology) {
  if (topology.pes() > kMostPesInView)
    throw ConfigError(
        fmt::format("view: {} has {} PEs; a page shows up to {}; take a smaller machine, or write "
                    "--events",
                    topology.name(), core::grouped(topology.pes()), core::grouped(kMostPesInView)));
}

void write_view(std::ostream& out, const Report& report, const ViewFacts& facts) {
  check_run(report);
  const Json json = page_json(report, facts);
  out << page_text(json["title"].get<std::string>(), script_text(json));
}

void write_comparison(std::ostream& out, const std::vector<ViewedRun>& runs) {
  if (runs.size() < 2) throw ConfigError("view: a comparison needs two runs or more; name a further algorithm");
  std::int64_t events = 0;
  for (const ViewedRun& run : runs) {
    check_run(*run.report);
    events += messages_and_hops_of(*run.report);
    if (run.report->parameters.tick != runs.front().report->parameters.tick ||
        run.report->parameters.ticks_per_step != runs.front().report->parameters.ticks_per_step)
      throw ConfigError("view: the runs differ in the length of a tick; give all of them the same");
  }
  if (events > kMostEventsInView)
    throw ConfigError(
        fmt::format("view: the {} runs have {} messages and hops; a page shows up to {}; name fewer "
                    "algorithms, or take fewer PEs",
                    runs.size(), core::grouped(events), core::grouped(kMostEventsInView)));
  Json all = Json::array();
  for (const ViewedRun& run : runs) all.push_back(page_json(*run.report, run.facts));
  const std::string title = (runs.front().facts.operation.empty() ? "runs" : runs.front().facts.operation) +
                            " on " + runs.front().report->topology->name();
  // The page of one run, into which the script puts the data of each of the two that are shown.
  const Json inner = page_text("a run", "@data@");
  out << filled("pair/", {{"@title@", escaped_html(title)},
                          {"@style@", joined("page/theme", ".css") + joined("pair/", ".css")},
                          {"@page@", script_text(inner)},
                          {"@data@", script_text(all)},
                          {"@script@", joined("pair/", ".js")}});
}

}  // namespace toruscope
