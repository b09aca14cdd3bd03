// SPDX-License-Identifier: Apache-2.0
// Reader of the words by which a user chooses a part of a trace.

#include "perfetto/plan.hpp"
#include "runtime/core/nearest.hpp"
#include "runtime/core/numbers.hpp"

#include <toruscope/error.hpp>

#include <fmt/core.h>
#include <string>

namespace toruscope {

namespace {

/// Splits "a+b" into "a" and "b".
std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t at = text.find(separator);
    parts.push_back(text.substr(0, at));
    if (at == std::string_view::npos) return parts;
    text.remove_prefix(at + 1);
  }
}

[[noreturn]] void refuse(const std::string& what) {
  throw ConfigError("trace filter: " + what);
}

/// A whole number below `count`; -1 if the text is none.
int number_below(std::string_view text, int count) {
  const int number = core::read_number<int>(text).value_or(-1);
  return number >= 0 && number < count ? number : -1;
}

std::pair<Rank, Rank> read_pes(std::string_view text, int pes) {
  const std::size_t dash = text.find('-');
  const int first = number_below(text.substr(0, dash), pes);
  const int last = dash == std::string_view::npos ? first : number_below(text.substr(dash + 1), pes);
  if (first < 0 || last < first)
    refuse(fmt::format("\"{}\" names no PEs; the machine has PE 0 to {}: write pe=0-{}, or pe=3", text, pes - 1,
                       pes - 1));
  return {first, last};
}

bool has_link(const Topology& network, Node from, Node to) {
  for (Port port = 0; port < network.ports(); ++port)
    if (network.neighbour(from, port) == to) return true;
  return false;
}

/// Reads "3-4" as both directions, "3->4" as one, like --slow.
void read_link(std::string_view text, const Topology& network, TraceFilter& filter) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos)
    refuse(fmt::format("\"{}\" is no link; write the nodes at its ends, as link=3-4, or link=3->4 for one way",
                       text));
  const bool is_one_way = text.substr(dash + 1).starts_with('>');
  const Node from = number_below(text.substr(0, dash), network.nodes());
  const Node to = number_below(text.substr(dash + (is_one_way ? 2 : 1)), network.nodes());
  if (from < 0 || to < 0 || !has_link(network, from, to))
    refuse(fmt::format("{} has no link {}; name two neighbours, as link=3-4", network.name(), text));
  filter.links.emplace_back(from, to);
  if (!is_one_way) filter.links.emplace_back(to, from);
}

/// Reads a time, rounded outwards to whole ticks.
Ticks read_time(std::string_view text, const Parameters& machine, bool rounds_up) {
  const Time time = Time::parse(text, "trace filter: time");
  const std::int64_t tick = machine.tick.value();
  if (tick == 0 && time.is_physical())
    refuse(fmt::format("machine {} counts steps, got the time {}; write numbers of steps, as time=10-20",
                       machine.name, text));
  if (tick != 0 && !time.is_physical() && !time.is_zero())
    refuse(fmt::format("the time {} has no unit; write it with one, as time=1ms-2ms", text));
  if (tick != 0) return {time.value() / tick + (rounds_up && time.value() % tick != 0 ? 1 : 0)};
  return time.value() > INT64_MAX / machine.ticks_per_step ? kNever
                                                           : machine.ticks_per_step * Ticks{time.value()};
}

void read_times(std::string_view text, const Parameters& machine, TraceFilter& filter) {
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos)
    refuse(fmt::format("\"{}\" is no interval; write its begin and its end, as time=1ms-2ms", text));
  filter.from = read_time(text.substr(0, dash), machine, false);
  filter.to = read_time(text.substr(dash + 1), machine, true);
  if (filter.to < filter.from) refuse(fmt::format("the time {} ends before it begins; turn it round", text));
}

void read_kind(std::string_view text, TraceFilter& filter) {
  const std::vector<std::string>& names = perfetto::trace_kinds();
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == text) {
      filter.shows[i] = true;
      return;
    }
  refuse(core::unknown_name("kind", "kinds", text, names));
}

}  // namespace

TraceFilter parse_trace_filter(std::string_view text, const Topology& topology, const Parameters& machine) {
  TraceFilter filter;
  bool chooses_kinds = false;
  for (const std::string_view word : parts_of(text, ',')) {
    const std::size_t equals = word.find('=');
    const std::string_view key = word.substr(0, equals);
    if (equals == std::string_view::npos)
      refuse(
          fmt::format("\"{}\" says no value; write pe=, link=, time= or kind=, as pe=0-15,time=1ms-2ms", word));
    const std::string_view value = word.substr(equals + 1);
    if (key == "time") {
      read_times(value, machine, filter);
      continue;
    }
    if (key != "pe" && key != "link" && key != "kind")
      refuse(core::unknown_name("part", "parts", key, {"pe", "link", "time", "kind"}));
    if (key == "kind" && !std::exchange(chooses_kinds, true)) filter.shows.fill(false);
    for (const std::string_view part : parts_of(value, '+')) {
      if (key == "pe") filter.pes.push_back(read_pes(part, topology.pes()));
      if (key == "link") read_link(part, topology, filter);
      if (key == "kind") read_kind(part, filter);
    }
  }
  return filter;
}

}  // namespace toruscope
