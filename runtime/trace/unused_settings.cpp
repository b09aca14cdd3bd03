// SPDX-License-Identifier: Apache-2.0

#include "runtime/trace/unused_settings.hpp"

#include "runtime/model/link_costs.hpp"
#include "runtime/model/settings.hpp"
#include "runtime/model/switching.hpp"
#include "runtime/topology/slow_factor.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>
#include <string>
#include <variant>
#include <vector>

namespace toruscope::core {

namespace {

/// Writes "flit: 16 bytes given, but no message was shorter", if there is a reason.
void add_sentence(std::vector<std::string>& unused, const Setting& setting, const std::string& value,
                  const Report& report) {
  const std::string why = setting.why_unused == nullptr ? std::string() : setting.why_unused(report);
  if (!why.empty()) unused.push_back(fmt::format("{}: {} given, but {}", setting.name, value, why));
}

void add_costs(std::vector<std::string>& unused, const Report& report) {
  const Parameters& machine = report.parameters;
  const auto cost_text = [&](Time time, const char* name) {
    return machine.tick.is_zero() ? time_text(in_ticks(name, time, machine), machine) : to_string(time);
  };
  for (const Setting& setting : settings())
    if (const auto* cost = std::get_if<NamedCost>(&setting.held))
      if (cost->ticks != nullptr && report.costs.*cost->ticks != Ticks{})
        add_sentence(unused, setting, cost_text(machine.*cost->time, cost->name), report);
  if (report.totals.messages == 0) return;  // told above
  const auto dimensions = static_cast<std::size_t>(report.topology->dimensions());
  std::vector<std::int64_t> crossings(dimensions), bytes(dimensions);
  for (const LinkReport& link : report.links) {
    const auto d = static_cast<std::size_t>(report.topology->dimension_of(link.port));
    crossings[d] += link.messages;
    bytes[d] += link.bytes;
  }
  const auto add_dimensions = [&](const char* name, const std::vector<Time>& costs,
                                  const std::vector<std::int64_t>& crossed, const char* what) {
    for (std::size_t d = 0; d < costs.size(); ++d)
      if (crossed[d] == 0)
        unused.push_back(fmt::format("{}: {} given for dimension {}, but {} crossed a link of it", name,
                                     cost_text(costs[d], name), d, what));
  };
  if (report.totals.bytes != 0) add_dimensions("tw", machine.tw_of, bytes, "no byte");
  add_dimensions("th", machine.th_of, crossings, "no message");
}

/// Adds sentences on settings held as an Alternative.
template <class Alternative>
void add_all(std::vector<std::string>& unused, const Report& report) {
  for (const Setting& setting : settings())
    if (std::holds_alternative<Alternative>(setting.held) && !is_default(setting, report.parameters))
      add_sentence(unused, setting, text_of(setting, report.parameters), report);
}

void add_failed_links(std::vector<std::string>& unused, const Report& report) {
  const Parameters& machine = report.parameters;
  const Totals& totals = report.totals;
  // A failed link also takes a port where each link has one, and datelines of held channels.
  const bool is_routing_all = machine.ports.rule != Ports::Rule::all && !holds_while_waiting(machine);
  if (report.topology->has_failed_links() && totals.detours == 0 && (is_routing_all || totals.messages == 0))
    unused.push_back("fail: failed links given, but no message would have gone over one");
}

}  // namespace

std::vector<std::string> unused_settings(const Report& report) {
  const Parameters& machine = report.parameters;
  std::vector<std::string> unused;
  add_costs(unused, report);
  add_all<Choice>(unused, report);
  add_failed_links(unused, report);
  add_all<Amount>(unused, report);
  const auto is_crossed = [&](int from, int to) {
    return std::any_of(report.links.begin(), report.links.end(),
                       [&](const LinkReport& link) { return link.from == from && link.to == to; });
  };
  const std::vector<SlowLink>& slow = machine.slow;
  for (auto link = slow.begin(); link != slow.end(); ++link) {
    const Node from = link->from, to = link->to;
    const auto back = std::find(slow.begin(), slow.end(), SlowLink{to, from, link->factor, link->over});
    const bool is_wire = back != slow.end();  // "3-4=2"; told once
    if (is_crossed(from, to) || (is_wire && (back < link || is_crossed(to, from)))) continue;
    unused.push_back(fmt::format("slow: the {} {} to {} is {} times slower, but no message crossed it",
                                 is_wire ? "link" : "link from", from, to, factor_text(*link)));
  }
  return unused;
}

}  // namespace toruscope::core
