// SPDX-License-Identifier: Apache-2.0

#include "cli/sheets.hpp"

#include "cli/path_table.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/model/link_costs.hpp"
#include "runtime/model/named_costs.hpp"
#include "runtime/trace/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <utility>
#include <vector>

namespace toruscope::detail {

namespace {

std::string waits_text(Ticks wait, std::int64_t conflicts, const Parameters& machine) {
  return fmt::format("{}, {} summed over the PEs", counted(conflicts, "conflict"), time_text(wait, machine));
}

/// The time, and how much of what costs anything on this machine.
std::string formula_text(const std::optional<Prediction>& predicted, const Report& report) {
  if (!predicted) return "-";
  std::vector<std::string> counts;
  const auto add = [&](Ticks cost, std::int64_t count, const char* noun) {
    if (cost != Ticks{}) counts.push_back(counted(count, noun));
  };
  add(report.costs.ts, predicted->startups, "startup");
  add(report.costs.tw, predicted->bytes, "byte");
  add(report.costs.th, predicted->hops, "hop");
  const std::string time = time_text(predicted->ticks, report.parameters);
  return counts.empty() ? time : fmt::format("{} ({})", time, fmt::join(counts, ", "));
}

}  // namespace

std::string cost_text(Time time, Ticks ticks, const Parameters& machine) {
  return machine.tick.is_zero() ? time_text(ticks, machine) : to_string(time);
}

std::string link_costs_text(const Parameters& p, const Topology* network) {
  std::vector<std::string> parts;
  for (const auto& [name, times] : {std::pair{"tw", &p.tw_of}, std::pair{"th", &p.th_of}}) {
    if (times->empty()) continue;
    std::vector<std::string> by_dimension;
    for (const Time time : *times) by_dimension.push_back(cost_text(time, in_ticks(name, time, p), p));
    parts.push_back(fmt::format("{} by dimension {}", name, fmt::join(by_dimension, " / ")));
  }
  const std::int64_t slow = std::ssize(p.slow) + (network == nullptr ? 0 : std::ssize(network->slow_links()));
  if (slow != 0) parts.push_back(counted(slow, "slow link"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string machine_text(const Parameters& p, const Topology* network) {
  const Costs costs = resolve(p);
  std::string text = p.name + ":";
  for (const NamedCost& cost : kNamedCosts)
    if (!(p.*cost.time).is_zero())
      text += fmt::format(" {} {},", cost.symbol, cost_text(p.*cost.time, costs.*cost.ticks, p));
  if (const std::string differing = link_costs_text(p, network); !differing.empty())
    text += " " + differing + ",";
  text += fmt::format(" {}, {} injection", to_string(p.switching), to_string(p.injection));
  if (p.switching == Switching::wormhole || p.buffers)
    text += ", " + counted(p.virtual_channels, "virtual channel");
  if (p.buffers) text += ", buffers of " + counted(*p.buffers, "message");
  if (p.eager) text += fmt::format(", eager up to {} bytes", *p.eager);
  return text;
}

std::string time_with_ticks(Ticks time, const Parameters& machine) {
  const std::string text = time_text(time, machine);
  return machine.tick.is_zero() ? text : fmt::format("{} ({})", text, counted(time.count, "tick"));
}

std::string loaded_link_text(const Report& report) {
  const LinkReport* most = most_loaded_link(report);
  if (most == nullptr) return "none";
  return fmt::format("{}: {}", link_text(*most, *report.topology), counted(most->bytes, "byte"));
}

Cell check_cell(const Measurement& m, const Console& console) {
  if (!m.verified) return m.check.empty() ? "-" : m.check;
  const bool is_right = *m.verified;
  const std::string text = (is_right ? "ok" : "FAILED") + (m.check.empty() ? "" : ": " + m.check);
  return {text,
          [&console, is_right](const std::string& t) { return is_right ? console.good(t) : console.bad(t); }};
}

void machine_lines(TextSheet& sheet, const Topology* topology, const Parameters& machine) {
  if (topology != nullptr) {
    sheet.line("topology", topology->name());
    if (!topology->note().empty()) sheet.line("  with", topology->note());
  }
  sheet.line("machine", machine_text(machine, topology));
  sheet.line("ports", fmt::format("{} ({})", to_string(machine.ports), to_string(machine.port_policy)));
  if (topology != nullptr) sheet.line("p", grouped(topology->pes()));
}

void input_lines(TextSheet& sheet, const Measurement& m, const Text& segment_rule) {
  if (m.root) sheet.line("root", std::to_string(*m.root));
  if (m.combine) sheet.line("operator", *m.combine);
  if (m.values) sheet.line("values", grouped(*m.values));
  if (m.distance) sheet.line("shift", std::to_string(*m.distance));
  if (m.segment_bytes) sheet.line("segment", segment_rule.value_or(fmt::format("{} bytes", *m.segment_bytes)));
}

MeasurementTable::MeasurementTable(const std::vector<std::string>& own) {
  using Align = TextTable::Align;
  for (const std::string& title : own) table_.column(title);
  for (const char* title : {"T", "startups", "volume", "hops"}) table_.column(title, Align::right);
  table_.column("most loaded link");
  for (const char* title : {"port waits", "link waits", "T by formula", "lower bound", "efficiency", "wall"})
    table_.column(title, Align::right);
  table_.column("check");
}

void MeasurementTable::row(std::vector<Cell> own, const Measurement& m, const Console& console) {
  const Report& r = m.report;
  const Parameters& machine = r.parameters;
  const auto time_or_none = [&](const auto& claim) {
    return claim ? time_text(claim->ticks, machine) : std::string("-");
  };
  const auto shown = [&](std::string text) { return Cell(m.failure ? "-" : std::move(text)); };
  std::vector<Cell> cells = std::move(own);
  for (Cell cell : {shown(time_text(r.finish.time, machine)), shown(grouped(r.finish.account.startups)),
                    shown(volume_text(m)), shown(grouped(r.finish.account.hops)), shown(loaded_link_text(r)),
                    shown(grouped(r.totals.port_conflicts)), shown(grouped(r.totals.link_conflicts)),
                    Cell(time_or_none(m.predicted)), Cell(time_or_none(m.bound)), shown(efficiency_text(m)),
                    shown(fmt::format("{:.3f} s", r.host.wall_seconds)), check_cell(m, console)})
    cells.push_back(std::move(cell));
  table_.row(std::move(cells));
}

std::string MeasurementTable::text(const Console& console) const {
  return table_.text([&](const std::string& t) { return console.bold(t); });
}

std::string measurement_text(const Measurement& m, const Console& console) {
  const Report& r = m.report;
  const Parameters& machine = r.parameters;
  TextSheet sheet;
  sheet.line("operation", {m.operation, [&](const std::string& t) { return console.bold(t); }});
  sheet.line("algorithm", m.algorithm.empty() ? "-" : m.algorithm);
  machine_lines(sheet, r.topology.get(), machine);
  sheet.line("bytes per block", grouped(static_cast<std::int64_t>(m.block_bytes)));
  input_lines(sheet, m);
  sheet.line("T",
             {time_with_ticks(r.finish.time, machine), [&](const std::string& t) { return console.bold(t); }});
  sheet.line("  made of", account_text(r.finish.account, r.costs));
  if (!r.is_reproducible) sheet.line("  local work", "measured on this computer: times differ from run to run");
  sheet.line("startups", grouped(r.finish.account.startups));
  sheet.line("volume", volume_text(m));
  sheet.line("hops", grouped(r.finish.account.hops));
  sheet.line("most loaded link", loaded_link_text(r));
  sheet.line("port waits", waits_text(r.totals.port_wait, r.totals.port_conflicts, machine));
  if (const std::string longest = port_wait_text(r); !longest.empty()) sheet.line("  longest", longest);
  sheet.line("link waits", waits_text(r.totals.link_wait, r.totals.link_conflicts, machine));
  if (r.totals.detours != 0)
    sheet.line("detours", counted(r.totals.detours, "message") + " around failed links");
  if (m.communication && !m.predicted)
    sheet.line("comm. by formula", formula_text(m.communication, r) + ", without local work");
  else
    sheet.line("T by formula", formula_text(m.predicted, r));
  sheet.line("lower bound", m.bound ? fmt::format("{}: {}", time_text(m.bound->ticks, machine), m.bound->source)
                                    : std::string("-"));
  sheet.line("efficiency", efficiency_text(m));
  sheet.line("wall time", fmt::format("{:.3f} s on {}, {}", r.host.wall_seconds,
                                      counted(r.host.workers, "worker"), r.host.engine));
  if (r.host.pace) sheet.line("  pace", pace_text(*r.host.pace));
  sheet.line("check", check_cell(m, console));
  std::string text = sheet.text();
  if (!r.critical_path.empty()) text += "\n" + path_text(r, console) + "\n";
  for (const std::string& fault : m.faults) text += console.bad("fault: " + fault) + "\n";
  return text;
}

}  // namespace toruscope::detail
