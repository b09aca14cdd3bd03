// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_links.hpp"

#include <algorithm>
#include <cassert>

namespace toruscope::test {

void ReferenceLinks::ask(std::size_t index, Time tick) {
  const Message& message = messages_[index];
  const Channel& channel = message.route[message.hop];
  Header header{tick, channel.order, channel.tail, message.source, message.sequence, index};
  if (is(Mistake::channels_in_no_order)) header.channel_order = header.tail = 0;
  if (is(Mistake::ties_to_highest_source)) header.source = -header.source;
  headers_.push(header);
}

std::optional<Time> ReferenceLinks::next_tick() const {
  return headers_.empty() ? std::nullopt : std::optional(headers_.top().tick);
}

/// Grants the link, first come, first served (T3).
void ReferenceLinks::serve_one() {
  const Header header = headers_.top();
  headers_.pop();
  Message& message = messages_[header.message];
  const Channel& channel = message.route[message.hop];
  const std::pair<Node, Node> link{channel.tail, channel.head};
  Time& free = free_[link];
  const Time granted = std::max(header.tick, free);
  free = granted + message.x;

  LinkLoad& load = loads_[link];
  load.messages += 1;
  load.bytes += static_cast<std::int64_t>(message.bytes);
  load.wait += granted - header.tick;
  hops_ += 1;
  if (granted > header.tick) delayed_.insert(header.message);

  ++message.hop;
  if (message.hop < message.route.size()) {
    assert(message.route[message.hop].order > channel.order);
    ask(header.message, granted + machine_.th);
  } else {
    const Time flights = is(Mistake::latency_per_hop) ? static_cast<Time>(message.route.size()) : 1;
    message.arrival = granted + machine_.th + flights * machine_.latency + message.x;
  }
}

std::optional<Time> ReferenceLinks::free_from(Node tail, Node head) const {
  const auto link = free_.find({tail, head});
  return link == free_.end() ? std::nullopt : std::optional(link->second);
}

void ReferenceLinks::report_to(Outcome& outcome) const {
  outcome.links = loads_;
  outcome.hops = hops_;
  outcome.link_conflicts = static_cast<std::int64_t>(delayed_.size());
}

}  // namespace toruscope::test
