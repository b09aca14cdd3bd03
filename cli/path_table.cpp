// SPDX-License-Identifier: Apache-2.0

#include "cli/path_table.hpp"

#include "cli/text_table.hpp"
#include "runtime/core/decimal.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace toruscope::detail {

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
        return fmt::format("{} {}s of {} bytes, {}", grouped(e.count), name, grouped(e.bytes / e.count),
                           partner);
      return fmt::format("{} of {} bytes, {}", name, grouped(e.bytes), partner);
    case Kind::hop:
      return e.count == 1 ? name : fmt::format("{} hops, {}", grouped(e.count), partner);
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

std::string path_text(const Report& report, const Console& console) {
  const auto time = [&](Ticks t) { return time_text(t, report.parameters); };
  TextTable table;
  for (const char* title : {"begin", "end", "takes"}) table.column(title, TextTable::Align::right);
  table.column("where");
  table.column("critical path");
  for (const PathEvent& e : report.critical_path)
    if (e.begin != e.end || is_wait_without_length(e))
      table.row({time(e.begin), time(e.end), is_wait_without_length(e) ? "" : time(e.end - e.begin),
                 where_text(e), what_text(e)});
  return table.text([&](const std::string& title) { return console.bold(title); });
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

}  // namespace toruscope::detail
