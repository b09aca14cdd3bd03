// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/path_table.hpp"

#include "cli/tables/column_units.hpp"
#include "cli/tables/path_steps.hpp"
#include "cli/tables/text_table.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace toruscope::cli {

namespace {

using Kind = PathEvent::Kind;

bool is_of_a_link(const PathEvent& e) {
  return (e.kind == Kind::hop || e.kind == Kind::link_wait) && e.count == 1;  // else of a way
}

bool is_wait_without_length(const PathEvent& e) {
  return e.kind >= Kind::port_wait;
}

std::string where_text(const PathEvent& e) {
  return is_of_a_link(e) ? fmt::format("{} -> {}", e.pe, e.peer) : fmt::format("PE {}", e.pe);
}

std::string what_text(const PathEvent& e) {
  const std::string name = to_string(e.kind);
  const std::string partner = fmt::format("{} PE {}", e.receives ? "from" : "to", e.peer);
  switch (e.kind) {
    case Kind::startup:
    case Kind::latency:
      return e.peer < 0 ? name : fmt::format("{}, {}", name, partner);
    case Kind::transmission:
      if (e.count > 1)
        return fmt::format("{} {}s of {} bytes, {}", core::grouped(e.count), name,
                           core::grouped(e.bytes / e.count), partner);
      return fmt::format("{} of {} bytes, {}", name, core::grouped(e.bytes), partner);
    case Kind::hop:
      return e.count == 1 ? name : fmt::format("{} hops, {}", core::grouped(e.count), partner);
    case Kind::receive:
      return fmt::format("{}, from PE {}", name, e.peer);
    case Kind::port_wait:
      return fmt::format("{}: held by the {} PE {}", name, e.receives ? "receive from" : "send to", e.peer);
    case Kind::receive_wait:
    case Kind::synchronize:
    case Kind::partner_wait:
      return fmt::format("{}: for PE {}", name, e.peer);
    case Kind::link_wait:
    case Kind::gap:
    case Kind::compute:
      return name;
  }
  return name;
}

}  // namespace

namespace {

constexpr std::array<const char*, PathStep::kParts> kPartTitles{"startups", "bytes",   "hops", "link wait",
                                                                "receives", "latency", "gaps", "computation"};
constexpr std::array<const char*, PathStep::kParts> kPartKeys{"startup", "transmission", "hop", "link_wait",
                                                              "receive", "latency",      "gap", "compute"};

/// Whose step, what it moved, what it waited for.
std::string step_text(const PathStep& step) {
  std::string text;
  if (!step.is_message() && step.count == 1)
    text = fmt::format("PE {} computes", step.from);
  else if (step.count == 1)
    text = fmt::format("PE {} -> {}, {} bytes", step.from, step.to, core::grouped(step.bytes));
  else
    text = fmt::format("{} steps, PE {} to PE {}, {} bytes", core::grouped(step.count), step.from,
                       step.last_to < 0 ? step.last_from : step.last_to, core::grouped(step.bytes));
  if (step.longest_wait != Ticks{})
    text += fmt::format("; waited{} for link {} -> {}", step.count == 1 ? "" : " longest", step.wait_from,
                        step.wait_to);
  if (step.waits == 1)
    text += "; waited " + step.waited;
  else if (step.waits > 1)
    text += fmt::format("; {} waits, the first {}", core::grouped(step.waits), step.waited);
  return text;
}

std::string steps_text(const Report& report, const Console& console) {
  using enum TextTable::Align;
  constexpr std::size_t kMost = 20;
  const std::vector<PathStep> steps = joined(path_steps(report), kMost);
  const auto machine_time = [&](Ticks t) { return VirtualTime(t, report.parameters); };
  std::vector<VirtualTime> lengths;
  for (const PathStep& step : steps) lengths.push_back(machine_time(step.end - step.begin));
  const TimeUnit unit(lengths);
  std::vector<std::vector<std::string>> columns;
  TextTable table;
  table.column("step", right);
  const auto add = [&](const char* title, const auto& time_of) {
    std::vector<std::optional<VirtualTime>> times;
    bool has_any = false;
    for (const PathStep& step : steps) {
      times.emplace_back(machine_time(time_of(step)));
      has_any = has_any || time_of(step) != Ticks{};
    }
    if (!has_any) return;
    table.column(title, right, unit.name());
    columns.push_back(unit.texts(times));
  };
  add("begin", [](const PathStep& step) { return step.begin; });
  add("takes", [](const PathStep& step) { return step.end - step.begin; });
  for (std::size_t i = 0; i < PathStep::kParts; ++i)
    add(kPartTitles[i], [i](const PathStep& step) { return step.parts[i]; });
  table.column("critical path");
  std::int64_t first = 1;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const std::int64_t last = first + steps[i].count - 1;
    std::vector<Cell> cells{last == first ? core::grouped(first)
                                          : fmt::format("{}-{}", core::grouped(first), core::grouped(last))};
    for (const auto& column : columns) cells.emplace_back(column[i]);
    cells.emplace_back(step_text(steps[i]));
    table.row(std::move(cells));
    first = last + 1;
  }
  return table.text(console.page(), [&](const std::string& title) { return console.bold(title); });
}

std::string events_text(const Report& report, const Console& console) {
  const auto time = [&](Ticks t) { return core::time_text(t, report.parameters); };
  TextTable table;
  for (const char* title : {"begin", "end", "takes"}) table.column(title, TextTable::Align::right);
  table.column("where");
  table.column("critical path");
  for (const PathEvent& e : report.critical_path)
    if (e.begin != e.end || is_wait_without_length(e))
      table.row({time(e.begin), time(e.end), is_wait_without_length(e) ? "" : time(e.end - e.begin),
                 where_text(e), what_text(e)});
  return table.text(console.page(), [&](const std::string& title) { return console.bold(title); });
}

}  // namespace

std::string path_text(const Report& report, const Console& console) {
  return console.shows_full_path() ? events_text(report, console)
                                   : steps_text(report, console) + "(--critical-path full: event by event)\n";
}

nlohmann::ordered_json path_steps_json(const Report& report) {
  auto rows = nlohmann::ordered_json::array();
  for (const PathStep& step : path_steps(report)) {
    nlohmann::ordered_json row{{"begin", step.begin.count}, {"end", step.end.count}};
    row[step.is_message() ? "from" : "pe"] = step.from;
    if (step.is_message()) row["to"] = step.to;
    row["bytes"] = step.bytes;
    for (std::size_t i = 0; i < PathStep::kParts; ++i) row[kPartKeys[i]] = step.parts[i].count;
    if (step.longest_wait != Ticks{})
      row["longest_link_wait"] = {
          {"from", step.wait_from}, {"to", step.wait_to}, {"wait", step.longest_wait.count}};
    rows.push_back(std::move(row));
  }
  return rows;
}

nlohmann::ordered_json path_json(const Report& report) {
  auto rows = nlohmann::ordered_json::array();
  for (const PathEvent& e : report.critical_path) {
    std::string kind = to_string(e.kind);
    std::replace(kind.begin(), kind.end(), ' ', '_');
    nlohmann::ordered_json row{{"kind", kind}, {"begin", e.begin.count}, {"end", e.end.count}};
    row[is_of_a_link(e) ? "from" : "pe"] = e.pe;
    if (e.peer >= 0) row[is_of_a_link(e) ? "to" : "peer"] = e.peer;
    if (e.kind == Kind::transmission) row["bytes"] = e.bytes;
    if (e.count != 1) row["count"] = e.count;
    if (e.receives) row["receives"] = true;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace toruscope::cli
