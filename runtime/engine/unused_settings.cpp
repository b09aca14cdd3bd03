// SPDX-License-Identifier: Apache-2.0
// Settings of a machine that a run never used: for each a count of the run that would prove the use.
//
// Invariants  A run in which a setting mattered has that count above 0, so that it is never told as unused.
// Not here    Whether a user gave the setting or took it over with a preset: only the command line knows.

#include "runtime/engine/run.hpp"
#include "runtime/model/link_costs.hpp"
#include "runtime/model/named_costs.hpp"

#include <toruscope/units.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace toruscope::detail {

namespace {

/// PEs with more than so many transfers in one direction, or, if both share a port, in all.
std::int64_t pes_with_more(const Report& report, std::int64_t transfers, bool share_a_port) {
  return std::count_if(report.pes.begin(), report.pes.end(), [&](const PeReport& pe) {
    return pe.messages_sent > transfers || pe.messages_received > transfers ||
           (share_a_port && pe.messages_sent + pe.messages_received > transfers);
  });
}

/// A gap lies between two sends or two takes of a PE, and where it has one port for both between any two transfers.
std::int64_t spaced_transfers(const Report& report) {
  return pes_with_more(report, 1, report.parameters.ports.rule == Ports::Rule::half);
}

struct CostUse {
  Ticks Costs::*cost;
  std::int64_t count;
  const char* why;  ///< nothing of it happened
};

}  // namespace

void Run::add_unused_costs(std::vector<std::string>& unused, const Report& report) const {
  constexpr const char* kNoMessage = "no PE sent another one a message";
  const auto cost_text = [&](Time time, const char* name) {
    return parameters_.tick.is_zero() ? time_text(in_ticks(name, time, parameters_)) : to_string(time);
  };
  const std::int64_t messages = report.totals.messages;
  const bool has_declared = has_operations_.load(std::memory_order_relaxed);
  const int costly_operations = has_declared && !execution_.measure_compute ? 1 : 0;
  const std::vector<CostUse> uses{
      {&Costs::ts, messages, kNoMessage},
      {&Costs::tr, messages, kNoMessage},
      {&Costs::tm, messages, kNoMessage},
      {&Costs::tw, report.totals.bytes, messages == 0 ? kNoMessage : "no message carried a byte"},
      {&Costs::th, messages, kNoMessage},
      {&Costs::latency, messages, kNoMessage},
      {&Costs::gap, spaced_transfers(report), "no PE sent two messages or took two"},
      {&Costs::flop, costly_operations,
       execution_.measure_compute ? "local work costs what it took on this computer, not what was declared"
                                  : "no PE declared operations"}};
  for (const CostUse& use : uses) {
    if (report.costs.*use.cost == Ticks{} || use.count != 0) continue;
    const NamedCost& cost = *std::find_if(kNamedCosts.begin(), kNamedCosts.end(),
                                          [&](const NamedCost& c) { return c.ticks == use.cost; });
    unused.push_back(
        fmt::format("{}: {} given, but {}", cost.name, cost_text(parameters_.*cost.time, cost.name), use.why));
  }
  if (messages == 0) return;  // told above
  const auto dimensions = static_cast<std::size_t>(topology_->dimensions());
  std::vector<std::int64_t> crossings(dimensions), bytes(dimensions);
  for (const LinkReport& link : report.links) {
    const auto d = static_cast<std::size_t>(topology_->dimension_of(link.port));
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
  if (report.totals.bytes != 0) add_dimensions("tw", parameters_.tw_of, bytes, "no byte");
  add_dimensions("th", parameters_.th_of, crossings, "no message");
}

/// Channels and buffers matter where a message would have had to wait otherwise, or had to.
void Run::add_unused_room(std::vector<std::string>& unused) const {
  Router::RoomUse use;
  for (const auto& router : routers_)
    use = router->room_use();  // one router serves messages that hold anything
  const int channels = parameters_.virtual_channels;
  if (channels != Parameters{}.virtual_channels) {
    if (!network_.holds_while_waiting())
      unused.push_back(fmt::format(
          "virtual channels: {} given, but messages hold none on a machine with {} switching and room for any "
          "number of them; they do with --switching wormhole or with --buffers",
          channels, to_string(parameters_.switching)));
    else if (channels == 1 ? !use.lacked_channel : !use.took_further_channel)
      unused.push_back(fmt::format(
          "virtual channels: {} given, but {}", channels,
          channels == 1 ? "no message had to wait for one" : "no message went on another than the first two"));
  }
  const int slots = parameters_.buffers.value_or(0);
  const bool is_worm = parameters_.switching == Switching::wormhole;
  if (slots > 0 && !(is_worm ? use.waited_in_slot : use.lacked_channel))
    unused.push_back(fmt::format("buffers: {} given, but no message {}", slots,
                                 is_worm ? "waited where one had room for it" : "found one without room"));
}

/// What messages do otherwise than by the default rules, and links that are not there.
void Run::add_unused_rules(std::vector<std::string>& unused, const Report& report) const {
  const Totals& totals = report.totals;
  const Ports ports = parameters_.ports;
  if (ports.k > 1 && pes_with_more(report, 1, false) == 0)
    unused.push_back(fmt::format("ports: {} given, but no PE sent two messages or took two", to_string(ports)));
  const bool is_narrow = ports.rule == Ports::Rule::half || ports.rule == Ports::Rule::telephone;
  if (is_narrow && pes_with_more(report, 1, true) == 0)
    unused.push_back(fmt::format("ports: {} given, but no PE had two transfers", to_string(ports)));
  if (is_strict() && pes_with_more(report, 1, is_narrow) == 0)
    unused.push_back("port policy: strict given, but no PE had two transfers that could want one port");
  if (terms_.stores_messages() && totals.hops == totals.messages)
    unused.push_back("switching: store-and-forward given, but no message crossed two links");
  if (parameters_.switching == Switching::wormhole && network_.has_equal_links() && totals.link_conflicts == 0)
    unused.push_back(
        "switching: wormhole given, but no message waited on its way, so that all went as with cut-through");
  if (parameters_.injection == Injection::buffered && totals.messages == 0)
    unused.push_back("injection: buffered given, but no PE sent another one a message");
  // A failed link also takes a port where there are as many as links, and the datelines of what holds channels.
  const bool is_routing_all = ports.rule != Ports::Rule::all && !network_.holds_while_waiting();
  if (topology_->has_failed_links() && totals.detours == 0 && (is_routing_all || totals.messages == 0))
    unused.push_back("fail: failed links given, but no message would have gone over one");
}

std::vector<std::string> Run::unused_settings(const Report& report) const {
  std::vector<std::string> unused;
  add_unused_costs(unused, report);
  add_unused_rules(unused, report);
  add_unused_room(unused);
  const bool has_waited =
      std::any_of(workers_.begin(), workers_.end(), [](const auto& w) { return w->has_long_sends; });
  if (parameters_.eager && !has_waited)
    unused.push_back(fmt::format("eager: {} given, but no message was longer, so none waited for its receive",
                                 bytes_to_string(static_cast<std::size_t>(*parameters_.eager))));
  const auto is_crossed = [&](int from, int to) {
    return std::any_of(report.links.begin(), report.links.end(),
                       [&](const LinkReport& link) { return link.from == from && link.to == to; });
  };
  const std::vector<SlowLink>& slow = parameters_.slow;
  for (auto link = slow.begin(); link != slow.end(); ++link) {
    const auto& [from, to, factor] = *link;
    const auto back = std::find(slow.begin(), slow.end(), SlowLink{to, from, factor});
    const bool is_wire = back != slow.end();  // "3-4=2"; told once
    if (is_crossed(from, to) || (is_wire && (back < link || is_crossed(to, from)))) continue;
    unused.push_back(fmt::format("slow: the {} {} to {} is {} times slower, but no message crossed it",
                                 is_wire ? "link" : "link from", from, to, factor));
  }
  return unused;
}

}  // namespace toruscope::detail
