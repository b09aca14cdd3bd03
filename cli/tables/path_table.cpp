// SPDX-License-Identifier: Apache-2.0

#include "cli/tables/path_table.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <nlohmann/json.hpp>
#include <optional>

namespace toruscope::cli {

namespace {

using Kind = PathEvent::Kind;

/// Nothing for what takes no time.
std::optional<PathStep::Part> part_of(Kind kind) {
  constexpr std::array kParts{PathStep::startup,      PathStep::link_wait, PathStep::hop,
                              PathStep::transmission, PathStep::latency,   PathStep::gap,
                              PathStep::receive,      PathStep::compute,   PathStep::polling};
  static_assert(static_cast<std::size_t>(Kind::polling) + 1 == kParts.size());
  return kind > Kind::polling ? std::nullopt : std::optional(kParts[static_cast<std::size_t>(kind)]);
}

/// True if it is no part of a message's way.
bool is_of_pe(const PathEvent& e) {
  return e.kind == Kind::compute || e.kind == Kind::polling;
}

std::string waited_text(const PathEvent& e) {
  switch (e.kind) {
    case Kind::port_wait:
      return fmt::format("for PE {}'s port, held by the {} PE {}", e.pe,
                         e.receives ? "receive from" : "send to", e.peer);
    case Kind::receive_wait:
      return fmt::format("until PE {} posted its receive", e.peer);
    case Kind::synchronize:
      return fmt::format("for PE {}, which synchronised last", e.peer);
    default:
      return fmt::format("for PE {}", e.peer);
  }
}

PathStep step_from(const PathEvent& e) {
  PathStep step;
  step.begin = step.end = e.begin;
  step.from = e.receives ? e.peer : e.pe;
  step.to = is_of_pe(e) ? -1 : e.receives ? e.pe : e.peer;
  step.last_from = step.from;
  step.last_to = step.to;
  return step;
}

/// Adds an event of the step's message, or of its work.
void add(PathStep& step, const PathEvent& e, PathStep::Part part) {
  step.parts[part] += e.end - e.begin;
  step.end = e.end;
  step.bytes += e.kind == Kind::transmission ? e.bytes : 0;
  const bool is_of_a_link = e.kind == Kind::link_wait && e.count == 1;
  if (is_of_a_link && e.end - e.begin > step.longest_wait) {
    step.longest_wait = e.end - e.begin;
    step.wait_from = e.pe;
    step.wait_to = e.peer;
  }
}

PathStep join(PathStep first, const PathStep& second) {
  first.end = second.end;
  for (std::size_t i = 0; i < PathStep::kParts; ++i) first.parts[i] += second.parts[i];
  first.count += second.count;
  if (first.waits == 0) first.waited = second.waited;
  first.waits += second.waits;
  first.bytes += second.bytes;
  first.last_from = second.last_from;
  first.last_to = second.last_to;
  if (second.longest_wait > first.longest_wait) {
    first.longest_wait = second.longest_wait;
    first.wait_from = second.wait_from;
    first.wait_to = second.wait_to;
  }
  return first;
}

/// Joins each step with those before it that `are_alike`.
template <class AreAlike>
std::vector<PathStep> joined_by(const std::vector<PathStep>& steps, const AreAlike& are_alike) {
  std::vector<PathStep> lines;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (i > 0 && are_alike(i - 1, i))
      lines.back() = join(std::move(lines.back()), steps[i]);
    else
      lines.push_back(steps[i]);
  }
  return lines;
}

}  // namespace

std::vector<PathStep> path_steps(const Report& report) {
  std::vector<PathStep> steps;
  std::string waited;  // before the step that begins next
  bool begins = true;
  for (const PathEvent& e : report.critical_path) {
    const auto part = part_of(e.kind);
    if (!part) {
      waited = waited_text(e);
      begins = true;
      continue;
    }
    const bool was_work = !steps.empty() && !steps.back().is_message();
    if (begins || e.kind == Kind::startup || was_work != is_of_pe(e)) {
      steps.push_back(step_from(e));
      steps.back().waits = waited.empty() ? 0 : 1;
      steps.back().waited = std::exchange(waited, {});
      begins = false;
    }
    add(steps.back(), e, *part);
  }
  return steps;
}

std::vector<PathStep> joined(const std::vector<PathStep>& steps, std::size_t most) {
  if (steps.size() <= most) return steps;
  const auto have_same_bytes = [&](std::size_t a, std::size_t b) {
    return steps[a].is_message() == steps[b].is_message() && steps[a].bytes == steps[b].bytes;
  };
  const auto are_equal = [&](std::size_t a, std::size_t b) {
    return have_same_bytes(a, b) && steps[a].parts == steps[b].parts;
  };
  std::vector<PathStep> lines = joined_by(steps, are_equal);
  if (lines.size() > most) lines = joined_by(steps, have_same_bytes);
  if (lines.size() <= most) return lines;
  const std::size_t each = (lines.size() + most - 1) / most;
  return joined_by(lines, [&](std::size_t, std::size_t i) { return i % each != 0; });
}

namespace {

bool is_at_link(const PathEvent& e) {
  return (e.kind == Kind::hop || e.kind == Kind::link_wait) && e.count == 1;  // else of a way
}

bool is_wait_without_length(const PathEvent& e) {
  return e.kind >= Kind::port_wait;
}

std::string where_text(const PathEvent& e) {
  return is_at_link(e) ? fmt::format("{} -> {}", e.pe, e.peer) : fmt::format("PE {}", e.pe);
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
        return fmt::format("{} {}s of {}, {}", core::grouped(e.count), name,
                           core::counted(e.bytes / e.count, "byte"), partner);
      return fmt::format("{} of {}, {}", name, core::counted(e.bytes, "byte"), partner);
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
    case Kind::polling:
      return name;
  }
  return name;
}

constexpr std::array<const char*, PathStep::kParts> kPartTitles{
    "startups", "bytes", "hops", "link wait", "receives", "latency", "gaps", "computation", "polls"};
constexpr std::array<const char*, PathStep::kParts> kPartKeys{
    "startup", "transmission", "hop", "link_wait", "receive", "latency", "gap", "compute", "polling"};

/// Whose step, what it moved, what it waited for.
std::string step_text(const PathStep& step) {
  std::string text;
  if (!step.is_message() && step.count == 1)
    text = fmt::format("PE {} {}", step.from, step.parts[PathStep::compute] != Ticks{} ? "computes" : "polls");
  else if (step.count == 1)
    text = fmt::format("PE {} -> {}, {}", step.from, step.to, core::counted(step.bytes, "byte"));
  else
    text = fmt::format("{} steps, PE {} to PE {}, {}", core::grouped(step.count), step.from,
                       step.last_to < 0 ? step.last_from : step.last_to, core::counted(step.bytes, "byte"));
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
  TextTable table{on_right("step")};
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
  return console.text(table);
}

std::string events_text(const Report& report, const Console& console) {
  const auto time = [&](Ticks t) { return core::time_text(t, report.parameters); };
  TextTable table{on_right("begin"), on_right("end"), on_right("takes"), "where", "critical path"};
  for (const PathEvent& e : report.critical_path)
    if (e.begin != e.end || is_wait_without_length(e))
      table.row({time(e.begin), time(e.end), is_wait_without_length(e) ? "" : time(e.end - e.begin),
                 where_text(e), what_text(e)});
  return console.text(table);
}

}  // namespace

std::string path_text(const Report& report, const Console& console) {
  return console.shows_full_path() ? events_text(report, console)
                                   : steps_text(report, console) + "(--critical-path full: event by event)\n";
}

Json path_steps_json(const Report& report) {
  auto rows = Json::array();
  for (const PathStep& step : path_steps(report)) {
    Json row{{"begin", step.begin.count}, {"end", step.end.count}};
    row[step.is_message() ? "from" : "pe"] = step.from;
    if (step.is_message()) row["to"] = step.to;
    row["bytes"] = step.bytes;
    for (std::size_t i = 0; i < PathStep::kParts; ++i)
      if (i != PathStep::polling || step.parts[i] != Ticks{}) row[kPartKeys[i]] = step.parts[i].count;
    if (step.longest_wait != Ticks{})
      row["longest_link_wait"] = {
          {"from", step.wait_from}, {"to", step.wait_to}, {"wait", step.longest_wait.count}};
    rows.push_back(std::move(row));
  }
  return rows;
}

Json path_json(const Report& report) {
  auto rows = Json::array();
  for (const PathEvent& e : report.critical_path) {
    std::string kind = to_string(e.kind);
    std::replace(kind.begin(), kind.end(), ' ', '_');
    Json row{{"kind", kind}, {"begin", e.begin.count}, {"end", e.end.count}};
    row[is_at_link(e) ? "from" : "pe"] = e.pe;
    if (e.peer >= 0) row[is_at_link(e) ? "to" : "peer"] = e.peer;
    if (e.kind == Kind::transmission) row["bytes"] = e.bytes;
    if (e.count != 1) row["count"] = e.count;
    if (e.receives) row["receives"] = true;
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace toruscope::cli
