// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/sheets.hpp"

#include "cli/runs/workload.hpp"
#include "cli/tables/path_table.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/model/link_costs.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/trace/figures.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

namespace {

/// The time, and how much of what costs anything on this machine.
std::string formula_text(const std::optional<Prediction>& predicted, const Report& report) {
  if (!predicted) return "-";
  std::vector<std::string> counts;
  const auto add = [&](Ticks cost, const Count& count, const char* noun) {
    if (cost != Ticks{} && count) counts.push_back(counted(*count, noun));
  };
  add(report.costs.ts, predicted->startups, "startup");
  add(report.costs.tw, predicted->bytes, "byte");
  add(report.costs.th, predicted->hops, "hop");
  const std::string time = core::time_text(predicted->ticks, report.parameters);
  return counts.empty() ? time : fmt::format("{} ({})", time, core::joined(counts, ", "));
}

}  // namespace

std::string link_costs_text(const Parameters& p, const Topology* network) {
  std::vector<std::string> parts;
  for (const auto& [name, times] : {std::pair{"tw", &p.tw_of}, std::pair{"th", &p.th_of}}) {
    if (times->empty()) continue;
    std::vector<std::string> by_dimension;
    for (const Time time : *times)
      by_dimension.push_back(core::cost_text(time, core::in_ticks(name, time, p), p));
    parts.push_back(fmt::format("{} by dimension {}", name, core::joined(by_dimension, " / ")));
  }
  const std::int64_t slow = std::ssize(p.slow) + (network == nullptr ? 0 : std::ssize(network->slow_links()));
  if (slow != 0) parts.push_back(counted(slow, "slow link"));
  const std::int64_t special = network == nullptr ? 0 : std::ssize(network->links_with_costs());
  if (special != 0)
    parts.push_back(counted(special, "link") +
                    (special == 1 ? " with costs of its own" : " with costs of their own"));
  return core::joined(parts, ", ");
}

std::string machine_text(const Parameters& p, const Topology* network) {
  const Costs costs = network == nullptr ? resolve(p) : resolve(p, *network);
  std::string text = p.name + ":";
  for (const core::NamedCost& cost : core::named_costs())
    if (!(p.*cost.time).is_zero())
      text += fmt::format(" {} {}{},", cost.symbol, core::cost_text(p.*cost.time, costs.*cost.ticks, p),
                          core::textbook_name(cost));
  if (const std::string differing = link_costs_text(p, network); !differing.empty())
    text += " " + differing + ",";
  return text + " " + core::rules_text(p);
}

std::string time_with_ticks(Ticks time, const Parameters& machine) {
  const std::string text = core::time_text(time, machine);
  return machine.tick.is_zero() ? text : fmt::format("{} ({})", text, counted(time.count, "tick"));
}

std::string wall_text(double seconds, const HostReport& host) {
  return fmt::format("{:.3f} s on {}, {}", seconds, counted(host.workers, "worker"), host.engine);
}

std::string stack_guards_text(const HostReport& host) {
  return host.stacks_per_guard == 1
             ? std::string("one for each PE")
             : fmt::format(
                   "one for every {} PEs: vm.max_map_count is too small, and Linux before 6.13 marks no others",
                   host.stacks_per_guard);
}

void machine_lines(TextSheet& sheet, const Topology* topology, const Parameters& machine) {
  if (topology != nullptr) {
    sheet.line("topology", topology->name());
    if (!topology->note().empty()) sheet.line("  with", topology->note());
  }
  sheet.line("machine", machine_text(machine, topology));
  sheet.line("ports", core::ports_text(machine));
  if (topology != nullptr) sheet.line("p", core::grouped(topology->pes()));
}

std::vector<Input> inputs_of(const Measurement& m, const Text& segment_rule) {
  std::vector<Input> all;
  const auto add = [&](const char* name, std::string text) { all.push_back({name, std::move(text)}); };
  if (m.root) add("root", std::to_string(*m.root));
  if (m.combine) add("operator", *m.combine);
  if (m.values) add("values", core::grouped(*m.values));
  if (m.distance) add("shift", std::to_string(*m.distance));
  for (const auto& [name, value] : m.reading) {
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    all.push_back({std::move(words), value});
  }
  if (m.data == Data::none) add("data", "none: messages have lengths only");
  if (m.partner) add("partner", std::to_string(*m.partner));
  if (m.window) add("window", counted(*m.window, "message"));
  if (m.segment_bytes) add("segment", segment_rule.value_or(counted(*m.segment_bytes, "byte")));
  return all;
}

std::string input_of(const Measurement& m, const std::string& name, const Text& segment_rule) {
  for (Input& input : inputs_of(m, segment_rule))
    if (input.name == name) return std::move(input.text);
  return "-";
}

void input_lines(TextSheet& sheet, const Measurement& m, const Text& segment_rule) {
  for (Input& input : inputs_of(m, segment_rule)) sheet.line(std::move(input.name), std::move(input.text));
}

void bound_line(TextSheet& sheet, const Measurement& m) {
  const auto text = [&](const Bound& bound) {
    return fmt::format("{}: {}", core::time_text(bound.ticks, m.report.parameters), bound.source);
  };
  sheet.line("lower bound", m.bound ? text(*m.bound) : std::string("-"));
}

void size_line(TextSheet& sheet, const Measurement& m) {
  const collectives::Operation* operation = operation_of(m);
  const bool moves_data = operation == nullptr ? m.block_bytes != 0 : operation->traits.moves != Moves::nothing;
  if (moves_data) sheet.line(fmt::format("bytes per {}", block_noun(m)), core::grouped(m.block_bytes));
}

namespace {

/// T, and what lies on its critical path.
void time_lines(TextSheet& sheet, const Measurement& m, const Console& console) {
  const Report& r = m.report;
  sheet.line("T", console.bold_cell(time_with_ticks(r.finish.time, r.parameters)));
  sheet.line("critical path", core::account_text(r.finish.account, r));
  if (r.finish.time != Ticks{}) sheet.line("  in time", core::worth_text(r));
  if (!r.is_reproducible) sheet.line("  local work", "measured on this computer: times differ from run to run");
  sheet.line("startups", core::grouped(r.finish.account.startups));
  sheet.line("bytes on path", volume_text(m));
  sheet.line("hops on path", core::grouped(r.finish.account.hops));
}

void bandwidth_line(TextSheet& sheet, const Measurement& m) {
  const auto found = bandwidth_of(m);
  if (!found) return;
  if (const auto latency = latency_of(m)) {
    sheet.line(m.window ? "time of window" : "latency", core::time_text(*latency, m.report.parameters));
    sheet.line("bandwidth", megabytes_text(found->algbw) + " MB/s of a PE");
    return;
  }
  const RateUnit unit({found->algbw, found->busbw});
  sheet.line("algbw, busbw",
             fmt::format("{}, {} {}", unit.text(found->algbw), unit.text(found->busbw), unit.name()));
}

/// Waits of all PEs, on the critical path or not.
void wait_lines(TextSheet& sheet, const Report& r) {
  const auto text = [&](const core::WaitTotals& waits, const char* noun) {
    return waits.conflicts == 0 ? std::string("none")
                                : fmt::format("{}, {} in all", counted(waits.conflicts, noun),
                                              core::time_text(waits.time, r.parameters));
  };
  sheet.line("port waits", text(core::port_waits(r.totals), "transfer"));
  if (const std::string longest = core::port_wait_text(r); !longest.empty()) sheet.line("  longest", longest);
  sheet.line("link waits", text(core::link_waits(r.totals), "message"));
  if (r.totals.detours != 0)
    sheet.line("detours", counted(r.totals.detours, "message") + " around failed links");
}

/// What formulas say of T; for a program or an application also what bounds it by the run itself.
void claim_lines(TextSheet& sheet, const Measurement& m) {
  const Report& r = m.report;
  const bool is_operation = operation_of(m) != nullptr;
  const core::Bottleneck bounds = is_operation ? core::Bottleneck{} : core::bottleneck(r);
  if (!is_operation && !r.collectives.empty()) sheet.line("collectives", core::collectives_text(r.collectives));
  if (!bounds.largest.empty()) sheet.line("bounded by", bounds.largest);
  if (!bounds.wait.empty()) sheet.line("waits most", bounds.wait);
  if (m.communication && !m.predicted)
    sheet.line("predicted comm.", formula_text(m.communication, r) + ", without local work");
  else if (is_operation || m.predicted)
    sheet.line("predicted T", formula_text(m.predicted, r));
  if (is_operation || m.bound) bound_line(sheet, m);
  if (const auto percent = efficiency_percent(m)) sheet.line("efficiency", *percent + " % = lower bound / T");
}

using Links = std::vector<const LinkReport*>;

/// What each of them carried, and how long messages waited for it.
std::string links_table_text(const Links& links, const Report& report, const Console& console) {
  std::vector<VirtualTime> waits;
  for (const LinkReport* link : links) waits.emplace_back(link->wait, report.parameters);
  const TimeUnit unit(waits);
  const std::vector<std::string> texts = unit.texts({waits.begin(), waits.end()});
  TextTable table{"link", "direction", on_right("messages"), on_right("bytes")};
  const bool has_waits =
      std::any_of(links.begin(), links.end(), [](const LinkReport* link) { return link->wait != Ticks{}; });
  if (has_waits) table.column("waits", TextTable::Align::right, unit.name());
  for (std::size_t i = 0; i < links.size(); ++i) {
    const LinkReport& link = *links[i];
    std::vector<Cell> cells{fmt::format("{} -> {}", link.from, link.to),
                            core::direction_text(link, *report.topology), core::grouped(link.messages),
                            core::grouped(link.bytes)};
    if (has_waits) cells.emplace_back(texts[i]);
    table.row(std::move(cells));
  }
  return console.text(table);
}

bool are_same(Links a, Links b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

/// The most loaded links, unless all carry the same, and where messages waited; one table if alike.
std::string links_text(const Report& report, const Console& console) {
  constexpr std::size_t kMost = 10;
  constexpr const char* kAwaited = "links with the longest waits (sums over messages)";
  const Links loaded = core::most_loaded_links(report, kMost);
  const Links awaited = core::most_awaited_links(report, kMost);
  const bool are_alike = std::all_of(report.links.begin(), report.links.end(), [&](const LinkReport& link) {
    return link.bytes == report.links.front().bytes;
  });
  const auto titled = [&](const std::string& title, const Links& links) {
    return links.empty() ? "" : fmt::format("\n{}\n{}", title, links_table_text(links, report, console));
  };
  // Ten of more that carry as much: the line of the most loaded link has said all.
  const bool say_nothing_new =
      loaded.size() == kMost && loaded.front()->bytes == loaded.back()->bytes &&
      std::count_if(report.links.begin(), report.links.end(), [&](const LinkReport& link) {
        return link.bytes == loaded.front()->bytes;
      }) > static_cast<std::ptrdiff_t>(kMost);
  if (are_alike || say_nothing_new) return titled(kAwaited, awaited);
  if (are_same(loaded, awaited)) return titled(std::string("most loaded links, and ") + kAwaited, loaded);
  return titled("most loaded links", loaded) + titled(kAwaited, awaited);
}

}  // namespace

std::string padding_note(const Measurement& m) {
  const collectives::Operation* operation = operation_of(m);
  if (operation == nullptr || operation->traits.moves != Moves::vector || m.block_bytes == 0 ||
      !pads_short_vectors(*operation, m.algorithm))
    return "";
  constexpr std::size_t kValueBytes = 8;
  const bool has_values = operation->traits.combines && m.block_bytes % kValueBytes == 0;
  const std::size_t values = has_values ? m.block_bytes / kValueBytes : m.block_bytes;
  const int p = m.report.topology->pes();
  if (values >= static_cast<std::size_t>(p)) return "";
  return fmt::format(
      "padding: the vector has {} for {}; algorithms that cut it into a block for each PE send copies of its "
      "last {} in place of those that are missing\n",
      counted(values, has_values ? "value" : "byte"), counted(p, "PE"), has_values ? "value" : "byte");
}

std::string measurement_text(const Measurement& m, const Console& console) {
  const Report& r = m.report;
  TextSheet sheet;
  sheet.line("operation", console.bold_cell(m.operation));
  if (!m.algorithm.empty()) sheet.line("algorithm", m.algorithm);
  machine_lines(sheet, r.topology.get(), r.parameters);
  size_line(sheet, m);
  input_lines(sheet, m);
  time_lines(sheet, m, console);
  bandwidth_line(sheet, m);
  const std::string loaded = core::loaded_link_text(r);
  sheet.line("most loaded link", loaded.empty() ? "none: no link was used" : loaded);
  wait_lines(sheet, r);
  claim_lines(sheet, m);
  sheet.line("wall time", wall_text(m.wall_seconds, r.host));
  if (r.host.stacks_per_guard > 1) sheet.line("stack guards", stack_guards_text(r.host));
  if (m.verified || !m.check.empty()) sheet.line("check", check_cell(m, console));
  if (!m.bits.empty()) sheet.line("bits", m.bits);
  std::string text = sheet.text(console.page()) + links_text(r, console);
  if (console.shows_path() && !r.critical_path.empty()) text += "\n" + path_text(r, console) + "\n";
  text += folded_text(padding_note(m), console.page());
  for (const std::string& fault : m.faults)
    text += folded_text(console.bad("fault: " + fault) + "\n", console.page());
  return text;
}

void add_common_lines(TextSheet& sheet, const Places& places) {
  const auto& [options, swept, settings] = places.places.front();
  const bool has_one_network =
      !options.scale && !places.differ_in(Axis::Kind::network) && places.has_one_network();
  const Topology* network = has_one_network ? settings.topology.get() : nullptr;
  if (!places.differ_in(Axis::Kind::machine)) {
    machine_lines(sheet, network, settings.parameters);
    return;
  }
  if (network != nullptr) sheet.line("topology", network->name());
  const std::string machine = common_machine(places);
  if (!machine.empty()) sheet.line("machine", machine);
}

RowPlaces::RowPlaces(TextSheet& sheet, const Places& places, const std::vector<const Measurement*>& rows,
                     bool tells_size, Text segment_rule)
    : names_networks_(places.places.front().options.scale || places.names_networks()),
      segment_rule_(std::move(segment_rule)) {
  for (const Axis& axis : places.axes) {
    is_shown_.push_back(!tells_size || axis.option.member != &CommandOptions::block);
    if (is_shown_.back()) titles_.push_back(axis.name);
  }
  if (names_networks_) titles_.insert(titles_.end(), {"p", "topology"});
  if (rows.empty()) return;
  for (const Input& input : inputs_of(*rows.front(), segment_rule_)) {
    const bool is_common = std::all_of(rows.begin(), rows.end(), [&](const Measurement* m) {
      return input_of(*m, input.name, segment_rule_) == input.text;
    });
    const bool is_swept = std::any_of(places.axes.begin(), places.axes.end(),
                                      [&](const Axis& axis) { return axis.name == input.name; });
    if (is_common)
      sheet.line(input.name, input.text);
    else if (!is_swept)
      inputs_.push_back(input.name);
  }
  titles_.insert(titles_.end(), inputs_.begin(), inputs_.end());
}

std::vector<Cell> RowPlaces::cells(const SweptValues& swept, const Measurement& m) const {
  std::vector<Cell> all;
  for (std::size_t i = 0; i < swept.size(); ++i)
    if (is_shown_[i]) all.emplace_back(swept[i].second);
  const Topology& network = *m.report.topology;
  if (names_networks_) all.insert(all.end(), {Cell(core::grouped(network.pes())), Cell(network.name())});
  for (const std::string& name : inputs_) all.emplace_back(input_of(m, name, segment_rule_));
  return all;
}

}  // namespace toruscope::cli
