// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/grants.hpp"

#include <iterator>

namespace toruscope::detail {

void Grants::record_hop(const Message& m, int index, Node from, Node to, int channel, Ticks asked,
                        Ticks granted) {
  Event& event = events_.emplace_back();
  event.kind = Event::Kind::hop;
  event.source = m.source;
  event.sequence = m.sequence;
  event.index = index;
  event.from = from;
  event.to = to;
  event.virtual_channel = channel;
  event.asked = asked;
  event.granted = granted;
}

void Grants::move_events(std::vector<Event>& events) {
  std::move(events_.begin(), events_.end(), std::back_inserter(events));
  events_.clear();
}

Ticks Grants::enter_unequal(Link& link, LinkIndex index, Message& m, Ticks granted) const {
  const LinkCosts& costs = wiring_.costs_of(index);
  if (wiring_.switching() != Switching::wormhole) m.x = costs.transmission(m.bytes);
  const Ticks passed = std::max(granted + m.x, m.tail_comes);
  link.occupy(m.asks, granted, passed - granted, m.bytes);
  m.tail_comes = passed + costs.th;
  return wiring_.switching() == Switching::store_and_forward ? m.tail_comes : granted + costs.th;
}

void Grants::reach_over_unequal(Message& m) const {
  const Costs& costs = wiring_.costs();
  m.asks = m.tail_comes + costs.latency;
  m.link_wait = m.asks - m.start.time - costs.ts - m.transmission - m.hop_time - costs.latency;
}

}  // namespace toruscope::detail
