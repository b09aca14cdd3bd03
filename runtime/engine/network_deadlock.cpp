// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/network_deadlock.hpp"

#include "runtime/core/decimal.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>
#include <vector>

namespace toruscope::core {

namespace {

constexpr std::size_t kWorms = 16;  // the rest is counted

std::string message_text(const Message& m) {
  return fmt::format("{} -> {}", m.source, m.destination);
}

std::string link_text(const Wiring& wiring, LinkIndex link, int channel) {
  const Node tail = wiring.tail(link);
  return fmt::format("{} -> {} ({}) channel {}", tail, wiring.head(link),
                     wiring.topology().port_name(tail, wiring.port(link)), channel);
}

/// The first message, by source and send count, that holds what this one wants; none if there is
/// none.
std::size_t holder_of(const std::vector<StuckMessage>& all, const StuckMessage& one) {
  const auto holds = [&](const StuckMessage& other) {
    return std::any_of(other.holds.begin(), other.holds.end(),
                       [&](const auto& held) { return held.link == one.wants && held.channel == one.channel; });
  };
  return static_cast<std::size_t>(std::find_if(all.begin(), all.end(), holds) - all.begin());
}

/// A cycle of "wants what the next one holds".
std::vector<std::size_t> find_cycle(const std::vector<StuckMessage>& stuck) {
  std::vector<std::size_t> visited(stuck.size(), stuck.size());
  for (std::size_t start = 0; start < stuck.size(); ++start) {
    std::size_t at = start;
    while (at < stuck.size() && visited[at] == stuck.size()) {
      visited[at] = start;
      at = holder_of(stuck, stuck[at]);
    }
    if (at == stuck.size() || visited[at] != start) continue;
    std::vector<std::size_t> cycle{at};
    for (std::size_t next = holder_of(stuck, stuck[at]); next != at; next = holder_of(stuck, stuck[next]))
      cycle.push_back(next);
    return cycle;
  }
  return {};
}

}  // namespace

std::string describe_stuck(const std::string& when, const std::vector<StuckMessage>& stuck,
                           const Wiring& wiring) {
  std::string text = fmt::format(
      "network deadlock at {}: {} message{} wait{} in the network, and no link, channel or buffer will be free "
      "again\n",
      when, stuck.size(), stuck.size() == 1 ? "" : "s", stuck.size() == 1 ? "s" : "");
  const std::vector<std::size_t> cycle = find_cycle(stuck);
  for (std::size_t i = 0; i < std::min(cycle.size(), kWorms); ++i)
    text += (i == 0 ? "  cycle: " : ", ") + message_text(*stuck[cycle[i]].message);
  if (!cycle.empty()) text += fmt::format("{}, and the first again\n", cycle.size() > kWorms ? ", ..." : "");
  for (std::size_t i = 0; i < std::min(stuck.size(), kWorms); ++i) {
    const StuckMessage& one = stuck[i];
    std::string held;
    for (const auto& h : one.holds)
      held += fmt::format("{}{}{}", held.empty() ? "" : ", ", h.is_slot ? "a buffer behind " : "",
                          link_text(wiring, h.link, h.channel));
    const std::size_t holder = holder_of(stuck, one);
    text += fmt::format("  {} (tag {}, {}) holds {}, wants {}{}\n", message_text(*one.message),
                        one.message->tag, counted(one.message->bytes, "byte"), held.empty() ? "nothing" : held,
                        link_text(wiring, one.wants, one.channel),
                        holder == stuck.size() ? "" : ", held by " + message_text(*stuck[holder].message));
  }
  if (stuck.size() > kWorms) text += fmt::format("  ... and {} more\n", stuck.size() - kWorms);
  return text + (wiring.flow().channels == 1 ? "  with 2 virtual channels the routes of a ring are free of "
                                               "cycles; with one a program must not "
                                               "fill it"
                                             : "  a buffer for more messages would let it go on");
}

std::vector<StuckTransfer> stuck_transfers(const std::vector<StuckMessage>& stuck, const Wiring& wiring) {
  const auto ends = [&](LinkIndex link) { return std::pair(wiring.tail(link), wiring.head(link)); };
  std::vector<StuckTransfer> all;
  for (const StuckMessage& one : stuck) {
    StuckTransfer& told = all.emplace_back();
    told.source = one.message->source;
    told.destination = one.message->destination;
    for (const StuckMessage::Held& held : one.holds) told.holds.push_back(ends(held.link));
    told.wants = ends(one.wants);
  }
  return all;
}

}  // namespace toruscope::core
