// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/grants.hpp"

namespace toruscope::core {

void Grants::tell_hop(const Message& m, int index, LinkIndex link, int channel, Ticks asked, Ticks granted,
                      Ticks released) const {
  observer_->tell(LinkCrossed{.source = m.source,
                              .sequence = m.sequence,
                              .index = index,
                              .from = wiring_.tail(link),
                              .to = wiring_.head(link),
                              .virtual_channel = channel,
                              .asked = asked,
                              .granted = granted,
                              .released = released});
}

Ticks Grants::enter_unequal(Link& link, LinkIndex index, Message& m, Ticks granted) const {
  const LinkCosts& costs = wiring_.costs_of(index, m.bytes);
  if (wiring_.switching() != Switching::wormhole) m.x = costs.transmission(static_cast<std::int64_t>(m.bytes));
  const Ticks passed = std::max(granted + m.x, m.tail_comes);
  link.occupy(m.asks, granted, passed - granted, m.bytes);
  m.tail_comes = passed + costs.th;
  return wiring_.switching() == Switching::store_and_forward ? m.tail_comes : granted + costs.th;
}

void Grants::reach_over_unequal(Message& m) const {
  const MessageCosts costs = wiring_.costs().of(m.bytes);
  m.asks = m.tail_comes + costs.latency;
  m.link_wait = m.asks - m.start.time - costs.ts - m.transmission - m.hop_time - costs.latency;
}

}  // namespace toruscope::core
