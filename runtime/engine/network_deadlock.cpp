// SPDX-License-Identifier: Apache-2.0
// A run that cannot go on: messages that wait for each other in the network, what each holds, what it wants, and the cycle;
// else the PEs that wait (engine/deadlock_report.cpp).

#include "runtime/engine/run.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

namespace toruscope::detail {

namespace {

constexpr std::size_t kWorms = 16;  // the rest is counted

std::string message_text(const Message& m) {
  return fmt::format("{} -> {}", m.source, m.destination);
}

std::string link_text(const Network& network, LinkIndex link, int channel) {
  const Node tail = network.tail(link);
  return fmt::format("{} -> {} ({}) channel {}", tail, network.head(link),
                     network.topology().port_name(tail, network.port(link)), channel);
}

/// The first message, by source and send count, that holds what this one wants; none if there is none.
std::size_t holder_of(const std::vector<Router::Jam>& jams, const Router::Jam& jam) {
  const auto holds = [&](const Router::Jam& other) {
    return std::any_of(other.holds.begin(), other.holds.end(),
                       [&](const auto& held) { return held.link == jam.wants && held.channel == jam.channel; });
  };
  return static_cast<std::size_t>(std::find_if(jams.begin(), jams.end(), holds) - jams.begin());
}

/// A cycle of "wants what the next one holds".
std::vector<std::size_t> find_cycle(const std::vector<Router::Jam>& jams) {
  std::vector<std::size_t> visited(jams.size(), jams.size());
  for (std::size_t start = 0; start < jams.size(); ++start) {
    std::size_t at = start;
    while (at < jams.size() && visited[at] == jams.size()) {
      visited[at] = start;
      at = holder_of(jams, jams[at]);
    }
    if (at == jams.size() || visited[at] != start) continue;
    std::vector<std::size_t> cycle{at};
    for (std::size_t next = holder_of(jams, jams[at]); next != at; next = holder_of(jams, jams[next]))
      cycle.push_back(next);
    return cycle;
  }
  return {};
}

}  // namespace

std::string describe_jam(const std::string& when, const std::vector<Router::Jam>& jams,
                         const Network& network) {
  std::string text = fmt::format(
      "network deadlock at {}: {} message{} wait{} in the network, and no link, channel or buffer will be free "
      "again\n",
      when, jams.size(), jams.size() == 1 ? "" : "s", jams.size() == 1 ? "s" : "");
  for (std::size_t i = 0; i < std::min(jams.size(), kWorms); ++i) {
    const Router::Jam& jam = jams[i];
    std::string held;
    for (const auto& h : jam.holds)
      held += fmt::format("{}{}{}", held.empty() ? "" : ", ", h.is_slot ? "a buffer behind " : "",
                          link_text(network, h.link, h.channel));
    const std::size_t holder = holder_of(jams, jam);
    text += fmt::format("  {} (tag {}, {} bytes) holds {}, wants {}{}\n", message_text(*jam.message),
                        jam.message->tag, jam.message->bytes, held.empty() ? "nothing" : held,
                        link_text(network, jam.wants, jam.channel),
                        holder == jams.size() ? "" : ", held by " + message_text(*jams[holder].message));
  }
  if (jams.size() > kWorms) text += fmt::format("  ... and {} more\n", jams.size() - kWorms);
  const std::vector<std::size_t> cycle = find_cycle(jams);
  for (std::size_t i = 0; i < std::min(cycle.size(), kWorms); ++i)
    text += (i == 0 ? "  cycle: " : ", ") + message_text(*jams[cycle[i]].message);
  if (!cycle.empty()) text += fmt::format("{}, and the first again\n", cycle.size() > kWorms ? ", ..." : "");
  return text + (network.flow().channels == 1 ? "  with 2 virtual channels the routes of a ring are free of "
                                                "cycles; with one a program must not "
                                                "fill it"
                                              : "  a buffer for more messages would let it go on");
}

bool Run::is_jammed() const {
  return routers_[0]->is_stuck();
}

void Run::report_deadlock() {
  for (const Pe& pe : pes_) reached_ = std::max(reached_, pe.clock().time);
  if (is_jammed()) {
    deadlock_ = DeadlockError::Where::network;
    const std::vector<Router::Jam> jams = routers_[0]->jam();
    for (const Router::Jam& jam : jams)
      reached_ = std::max(reached_, jam.message->asks);  // for what it waits for
    stop_report_ = describe_jam(time_text(reached_), jams, network_);
    return;
  }
  for (Pe& pe : pes_) pe.mailbox().settle(kNever - Ticks{1});  // nothing else arrives: what fits is matched
  stop_report_ = describe_waiting(fmt::format("deadlock at {}", time_text(reached_)), pes_, true);
}

}  // namespace toruscope::detail
