// SPDX-License-Identifier: Apache-2.0
#include "runtime/trace/unused_settings.hpp"

#include "runtime/model/link_costs.hpp"
#include "runtime/model/named_costs.hpp"
#include "runtime/model/switching.hpp"
#include "runtime/topology/slow_factor.hpp"
#include "runtime/trace/text.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace toruscope::core {

namespace {

/// PEs with more than so many transfers in one direction, or, if both share a port, in all.
std::int64_t pes_with_more(const Report& report, std::int64_t transfers, bool share_a_port) {
  return std::count_if(report.pes.begin(), report.pes.end(), [&](const PeReport& pe) {
    return pe.messages_sent > transfers || pe.messages_received > transfers ||
           (share_a_port && pe.messages_sent + pe.messages_received > transfers);
  });
}

/// A gap lies between two sends or two takes of a PE, and where it has one port for both between
/// any two transfers.
std::int64_t spaced_transfers(const Report& report) {
  return pes_with_more(report, 1, report.parameters.ports.rule == Ports::Rule::half);
}

struct CostUse {
  Ticks Costs::*cost;
  std::int64_t count;
  const char* why;  ///< the event that did not happen
};

void add_costs(std::vector<std::string>& unused, const Report& report) {
  const Parameters& machine = report.parameters;
  constexpr const char* kNoMessage = "no PE sent another one a message";
  const auto cost_text = [&](Time time, const char* name) {
    return machine.tick.is_zero() ? time_text(in_ticks(name, time, machine), machine) : to_string(time);
  };
  const std::int64_t messages = report.totals.messages;
  const int costly_operations = report.met.declared_operations && report.is_reproducible ? 1 : 0;
  const std::vector<CostUse> uses{
      {&Costs::ts, messages, kNoMessage},
      {&Costs::tr, messages, kNoMessage},
      {&Costs::tm, messages, kNoMessage},
      {&Costs::tw, report.totals.bytes, messages == 0 ? kNoMessage : "no message carried a byte"},
      {&Costs::th, messages, kNoMessage},
      {&Costs::latency, messages, kNoMessage},
      {&Costs::gap, spaced_transfers(report), "no PE sent two messages or took two"},
      {&Costs::flop, costly_operations,
       report.is_reproducible ? "no PE declared operations"
                              : "local work costs what it took on this computer, not what was declared"}};
  for (const CostUse& use : uses) {
    if (report.costs.*use.cost == Ticks{} || use.count != 0) continue;
    const NamedCost& cost = *std::find_if(kNamedCosts.begin(), kNamedCosts.end(),
                                          [&](const NamedCost& c) { return c.ticks == use.cost; });
    unused.push_back(
        fmt::format("{}: {} given, but {}", cost.name, cost_text(machine.*cost.time, cost.name), use.why));
  }
  if (messages == 0) return;  // told above
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

/// Channels and buffers matter where a message would have had to wait otherwise, or had to.
void add_room(std::vector<std::string>& unused, const Report& report) {
  const Parameters& machine = report.parameters;
  const Met& met = report.met;
  const int channels = machine.virtual_channels;
  if (channels != Parameters{}.virtual_channels) {
    if (!holds_while_waiting(machine))
      unused.push_back(fmt::format(
          "virtual channels: {} given, but messages hold none on a machine with {} switching and room for any "
          "number of them; they do with --switching wormhole or with --buffers",
          channels, to_string(machine.switching)));
    else if (channels == 1 ? !met.lacked_channel : !met.took_further_channel)
      unused.push_back(fmt::format(
          "virtual channels: {} given, but {}", channels,
          channels == 1 ? "no message had to wait for one" : "no message went on another than the first two"));
  }
  const int slots = machine.buffers.value_or(0);
  const bool is_worm = machine.switching == Switching::wormhole;
  if (slots > 0 && !(is_worm ? met.waited_in_slot : met.lacked_channel))
    unused.push_back(fmt::format("buffers: {} given, but no message {}", slots,
                                 is_worm ? "waited where one had room for it" : "found one without room"));
}

/// Adds rules by which messages would behave otherwise than by default, and links that are not
/// there.
void add_rules(std::vector<std::string>& unused, const Report& report) {
  const Parameters& machine = report.parameters;
  const Totals& totals = report.totals;
  const Ports ports = machine.ports;
  if (ports.k > 1 && pes_with_more(report, 1, false) == 0)
    unused.push_back(fmt::format("ports: {} given, but no PE sent two messages or took two", to_string(ports)));
  const bool is_narrow = ports.rule == Ports::Rule::half || ports.rule == Ports::Rule::telephone;
  if (is_narrow && pes_with_more(report, 1, true) == 0)
    unused.push_back(fmt::format("ports: {} given, but no PE had two transfers", to_string(ports)));
  if (machine.port_policy == PortPolicy::strict && pes_with_more(report, 1, is_narrow) == 0)
    unused.push_back("port policy: strict given, but no PE had two transfers that could want one port");
  if (machine.switching == Switching::store_and_forward && totals.hops == totals.messages)
    unused.push_back("switching: store-and-forward given, but no message crossed two links");
  if (machine.switching == Switching::wormhole && has_equal_links(*report.topology, machine) &&
      totals.header_wait == Ticks{})
    unused.push_back(
        "switching: wormhole given, but no message waited on its way, so that all went as with cut-through");
  if (machine.injection == Injection::buffered && totals.messages == 0)
    unused.push_back("injection: buffered given, but no PE sent another one a message");
  // A failed link also takes a port where there are as many as links, and the datelines of what
  // holds channels.
  const bool is_routing_all = ports.rule != Ports::Rule::all && !holds_while_waiting(machine);
  if (report.topology->has_failed_links() && totals.detours == 0 && (is_routing_all || totals.messages == 0))
    unused.push_back("fail: failed links given, but no message would have gone over one");
}

}  // namespace

std::vector<std::string> unused_settings(const Report& report) {
  const Parameters& machine = report.parameters;
  std::vector<std::string> unused;
  add_costs(unused, report);
  add_rules(unused, report);
  add_room(unused, report);
  if (machine.eager && !report.met.long_sends)
    unused.push_back(fmt::format("eager: {} given, but no message was longer, so none waited for its receive",
                                 bytes_to_string(static_cast<std::size_t>(*machine.eager))));
  if (machine.flit != 0 && !report.met.short_worms) {
    const std::string flit = bytes_to_string(static_cast<std::size_t>(machine.flit));
    unused.push_back(
        machine.switching == Switching::wormhole
            ? fmt::format("flit: {} given, but no message was shorter", flit)
            : fmt::format("flit: {} given, but with {} switching messages are passed on whole; worms "
                          "have flits, with --switching wormhole",
                          flit, to_string(machine.switching)));
  }
  const auto is_crossed = [&](int from, int to) {
    return std::any_of(report.links.begin(), report.links.end(),
                       [&](const LinkReport& link) { return link.from == from && link.to == to; });
  };
  const std::vector<SlowLink>& slow = machine.slow;
  for (auto link = slow.begin(); link != slow.end(); ++link) {
    const auto& [from, to, factor, over] = *link;
    const auto back = std::find(slow.begin(), slow.end(), SlowLink{to, from, factor, over});
    const bool is_wire = back != slow.end();  // "3-4=2"; told once
    if (is_crossed(from, to) || (is_wire && (back < link || is_crossed(to, from)))) continue;
    unused.push_back(fmt::format("slow: the {} {} to {} is {} times slower, but no message crossed it",
                                 is_wire ? "link" : "link from", from, to, factor_text(*link)));
  }
  return unused;
}

}  // namespace toruscope::core
