// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/document.hpp"

#include "cli/files/input_files.hpp"
#include "cli/process/computer.hpp"
#include "cli/runs/figures.hpp"
#include "cli/tables/path_table.hpp"
#include "cli/tables/sheets.hpp"
#include "runtime/model/link_costs.hpp"
#include "runtime/trace/text.hpp"
#include "view/figures_json.hpp"
#include "view/setting_json.hpp"

#include <array>
#include <chrono>
#include <ctime>
#include <utility>
#include <variant>

namespace toruscope::cli {

using view::figures_json;

namespace {

Json time_json(Ticks time, const Parameters& machine) {
  return figures_json(core::time_figures(), core::MachineTime{time, machine}, core::kInDocument);
}

/// A group of the run's figures.
Json group_json(const Measurement& m, const char* group) {
  return figures_json(run_figures(), RunSource{m}, core::kInDocument, group);
}

Json port_use_json(const PortUse& use) {
  return {{"kind", use.is_send ? "send" : "receive"}, {"partner", use.partner}};
}

/// PEs that waited for a port of their own: how often, how long, and who held it for longest.
Json port_waits_json(const Report& report) {
  Json all = Json::array();
  for (std::size_t pe = 0; pe < report.pes.size(); ++pe) {
    const PeReport& one = report.pes[pe];
    if (one.port_conflicts == 0) continue;
    const auto& longest = one.longest_port_wait;
    all.push_back({{"pe", pe},
                   {"conflicts", one.port_conflicts},
                   {"wait", one.port_wait.count},
                   {"longest",
                    {{"wait", longest.waited.count},
                     {"since", longest.since.count},
                     {"transfer", port_use_json(longest.transfer)},
                     {"held_by", port_use_json(longest.held_by)}}}});
  }
  return all;
}

Json links_json(const std::vector<const LinkReport*>& links, const Topology& topology) {
  Json all = Json::array();
  for (const LinkReport* link : links)
    all.push_back({{"from", link->from},
                   {"to", link->to},
                   {"direction", core::direction_text(*link, topology)},
                   {"messages", link->messages},
                   {"bytes", link->bytes},
                   {"wait", link->wait.count}});
  return all;
}

/// The links that carried most, and those that were waited for longest.
Json link_loads_json(const Report& report) {
  constexpr std::size_t kMost = 10;
  Json json = figures_json(core::report_figures(), report, core::kInDocument, "links");
  json["most_loaded"] = links_json(core::most_loaded_links(report, kMost), *report.topology);
  json["longest_waits"] = links_json(core::most_awaited_links(report, kMost), *report.topology);
  return json;
}

/// What was asked for besides the block, where the operation has it.
void add_inputs(Json& json, const Measurement& m) {
  if (m.root) json["root"] = *m.root;
  if (m.combine) json["operator"] = *m.combine;
  if (m.values) json["values"] = *m.values;
  if (m.distance) json["shift"] = *m.distance;
  if (m.partner) json["partner"] = *m.partner;
  if (m.window) json["window"] = *m.window;
  if (m.segment_bytes) json["segment_bytes"] = *m.segment_bytes;
  for (const auto& [name, value] : m.reading) json["reading"][name] = value;
  if (m.data == Data::none) json["data"] = "none";
}

Json result_json(const Measurement& m, bool shows_path) {
  const Report& report = m.report;
  Json json;
  json["operation"] = m.operation;
  json["algorithm"] = m.algorithm;
  if (m.is_auto) json["auto"] = true;
  json["topology"] = report.topology->name();
  if (!report.topology->note().empty()) json["topology_note"] = report.topology->note();
  json["pes"] = report.topology->pes();
  json["ports"] = to_string(report.parameters.ports);
  json["switching"] = to_string(report.parameters.switching);
  json["block_bytes"] = m.knows_block ? Json(m.block_bytes) : Json(nullptr);
  add_inputs(json, m);
  if (!report.is_reproducible) json["reproducible"] = false;
  json["virtual_time"] = m.failure ? Json() : time_json(report.finish.time, report.parameters);
  json["critical_path"] = m.failure ? Json() : group_json(m, "critical_path");
  if (shows_path && !m.failure) {
    json["critical_path_steps"] = path_steps_json(report);
    json["critical_path_events"] = path_json(report);
  }
  if (const auto latency = latency_of(m)) json["latency"] = time_json(*latency, report.parameters);
  json["bandwidth"] = figures_json(bandwidth_figures(), bandwidth_of(m), core::kInDocument);
  json["totals"] = m.failure ? Json() : group_json(m, "totals");
  if (report.totals.port_conflicts != 0 && !m.failure) json["port_waits"] = port_waits_json(report);
  if (m.has_links && !m.failure) json["links"] = link_loads_json(report);
  if (operation_of(m) == nullptr)
    for (const CollectiveUse& use : report.collectives)
      json["collectives"].push_back(
          {{"operation", use.operation}, {"algorithm", use.algorithm}, {"calls", use.calls}});
  json["predicted"] = figures_json(core::prediction_figures(), m.predicted, core::kInDocument);
  if (m.communication)
    json["predicted_communication"] =
        figures_json(core::prediction_figures(), m.communication, core::kInDocument);
  json["lower_bound"] = bound_json(m.bound);
  json["efficiency"] = or_null(efficiency_of(m));
  json["verified"] = or_null(m.verified);
  if (!m.faults.empty()) json["faults"] = m.faults;
  if (m.failure) {
    json["error"] = m.failure->text;
    json["exit_code"] = static_cast<int>(m.failure->code);
  }
  json["host"] = group_json(m, "host");
  return json;
}

std::string date() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return {text.data(), length};
}

/// 3, or 1.5.
Json factor_json(const SlowLink& link) {
  if (link.over == 1) return link.factor;
  return static_cast<double>(link.factor) / static_cast<double>(link.over);
}

bool may_be_none(const core::Setting& setting) {
  const auto* choice = std::get_if<core::Choice>(&setting.held);
  return choice != nullptr && choice->may_be_none;
}

void add_links_with_costs(Json& json, const Topology& network, const Parameters& parameters) {
  for (const LinkWithCosts& link : network.links_with_costs()) {
    Json& one = json["links_with_costs"].emplace_back(Json{{"from", link.from}, {"to", link.to}});
    for (const auto& [name, cost] : {std::pair{"tw", link.tw}, std::pair{"th", link.th}})
      if (cost) one[name] = core::own_ticks(name, *cost, link, network, parameters).count;
  }
}

}  // namespace

Json document_head() {
  return {{"schema", "toruscope/1"}, {"version", version()}};
}

Json inputs_json(const std::vector<std::filesystem::path>& files) {
  Json json = Json::array();
  for (const auto& file : files) json.push_back(or_null(sha256_of_file(file)));
  return json;
}

Json machine_json(const Parameters& parameters, const Costs& costs, const Topology* network) {
  Json json;
  json["name"] = parameters.name;
  for (const bool may_be_left_out : {false, true})
    for (const core::Setting& setting : core::settings())
      if (const auto* amount = std::get_if<core::Amount>(&setting.held);
          ((amount != nullptr && amount->is_left_out_at_0) || may_be_none(setting)) == may_be_left_out)
        if (auto value = view::setting_json(setting, parameters)) json[setting.key()] = *std::move(value);
  const bool has_steps = parameters.tick.is_zero();
  json["tick"] = has_steps ? "step" : to_string(parameters.tick);
  if (has_steps) json["ticks_per_step"] = parameters.ticks_per_step;
  for (const core::NamedCost& cost : core::named_costs())
    if (!cost.is_left_out_at_0 || costs.*cost.ticks != Ticks{})
      json["costs"][cost.name] = {
          {"time", core::cost_text(parameters.*cost.time, costs.*cost.ticks, parameters)},
          {"ticks", (costs.*cost.ticks).count}};
  for (const core::NamedCost& cost : core::named_costs())
    if (cost.by_dimension != nullptr)
      for (const Time time : parameters.*cost.by_dimension)
        json["costs"][cost.name]["ticks_by_dimension"].push_back(
            core::in_ticks(cost.name, time, parameters).count);
  for (const SlowLink& link : network == nullptr ? parameters.slow : core::slow_links(*network, parameters))
    json["slow"].push_back({{"from", link.from}, {"to", link.to}, {"factor", factor_json(link)}});
  if (network != nullptr) add_links_with_costs(json, *network, parameters);
  return json;
}

Json bound_json(const std::optional<Bound>& bound) {
  return figures_json(core::bound_figures(), bound, core::kInDocument);
}

Json host_json(const Session& session, const HostReport& report) {
  return {{"workers", report.workers},   {"engine", report.engine}, {"network", report.network},
          {"command", session.command},  {"compiler", compiler()},  {"build", build_type()},
          {"commit", or_null(commit())}, {"date", date()}};
}

Json run_document(const Session& session, const Settings& settings, const std::vector<Measurement>& results,
                  const std::vector<std::filesystem::path>& inputs) {
  Json json = document_head();
  json["machine"] = machine_json(settings.parameters, settings.costs, settings.topology.get());
  json["seed"] = settings.execution.seed;
  std::vector<std::filesystem::path> files = inputs;
  files.insert(files.end(), settings.files.begin(), settings.files.end());
  json["inputs"] = inputs_json(files);
  json["results"] = Json::array();
  for (const Measurement& m : results)
    json["results"].push_back(result_json(m, session.options.critical_path.has_value()));
  json["host"] = host_json(session, results.empty() ? HostReport{} : results.front().report.host);
  return json;
}

void add_before_host(Json& document, const char* key, Json value) {
  Json host = std::move(document["host"]);
  document.erase("host");
  document[key] = std::move(value);
  document["host"] = std::move(host);
}

ExitCode end_failed_run(const Session& session, const Settings& settings, const Console& console,
                        const Measurement& m, const std::vector<std::filesystem::path>& inputs) {
  report_failure("toruscope: " + m.failure->report);
  const ViewFacts facts = view_facts(m, session);
  const Outputs::Run early{m.early ? *m.early : m.report, settings.trace_filter, facts};
  if (m.code != ExitCode::usage) console.outputs().write_of_failed(m.early ? &early : nullptr, m.code);
  if (m.code == ExitCode::usage) return m.code;
  const auto made = [&](const Console& form) {
    return text_of(run_document(session, settings, {m}, inputs), form);
  };
  console.is_table() ? console.also_as_json(made) : console.result(made);
  return m.code;
}

std::string text_of(const Json& document, const Console& console) {
  if (console.format() == Format::csv) return csv_text(document);
  constexpr int kIndent = 2;
  // Text that is not UTF-8 (a file name) is shown with replacement characters.
  return document.dump(kIndent, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json sweep_json(const SweptValues& values) {
  Json json = Json::object();
  for (const auto& [name, value] : values) json[name] = value;
  return json;
}

void add_refused_sizes(Json& document, const std::vector<RefusedSize>& sizes) {
  if (sizes.empty()) return;
  Json refused = Json::array();
  for (const RefusedSize& size : sizes) {
    Json& json = refused.emplace_back(Json{{"pes", size.pes}, {"reason", size.reason}});
    if (!size.swept.empty()) json["sweep"] = sweep_json(size.swept);
  }
  add_before_host(document, "refused_sizes", std::move(refused));
}

Json rows_document(const Session& session, const Settings& settings, const std::vector<Row>& rows,
                   bool machines_differ) {
  std::vector<Measurement> measured;
  measured.reserve(rows.size());
  for (const Row& row : rows) measured.push_back(row.measurement);
  Json json = run_document(session, settings, measured, rows.front().inputs);
  if (machines_differ) json.erase("machine");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Json& result = json["results"][i];
    const auto& [m, scaling, inputs, swept] = rows[i];
    if (!swept.empty()) result["sweep"] = sweep_json(swept);
    if (machines_differ)
      result["machine"] = machine_json(m.report.parameters, m.report.costs, m.report.topology.get());
    if (session.options.scale)
      result["scaling"] =
          m.failure ? Json() : view::figures_json(scaling_figures(), scaling, core::kInDocument);
  }
  return json;
}

}  // namespace toruscope::cli
