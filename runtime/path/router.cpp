// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/router.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <thread>
#include <utility>

namespace toruscope::detail {

namespace {
constexpr std::size_t kBellCapacity = 4096;
constexpr std::uint64_t kServedBetweenLooks = 4096;  // headers, at whether the run is to be ended
}  // namespace

Router::Router(Network& network, int worker, bool record, std::function<void(std::span<Message* const>)> eject,
               std::function<bool()> must_stop)
    : network_(network),
      worker_(worker),
      record_(record),
      must_stop_(std::move(must_stop)),
      eject_(std::move(eject)) {}

Router::~Router() {
  for (const Header& header : waiting_) discard(header.message);
}

void Router::connect(const std::vector<std::unique_ptr<Router>>& routers) {
  for (const auto& here : routers) {
    here->from_.resize(routers.size());
    here->to_.resize(routers.size());
  }
  for (std::size_t a = 0; a < routers.size(); ++a)
    for (std::size_t b = 0; b < routers.size(); ++b) {
      if (a == b) continue;
      routers[b]->from_[a] = std::make_unique<Bell>(kBellCapacity);
      routers[a]->to_[b] = routers[b]->from_[a].get();
    }
}

void Router::inject(Message* message) {
  const Leg& leg = message->legs[message->leg];
  waiting_.push_back({message->asks,
                      network_.topology().channel_order(message->at, leg.port, leg.virtual_channel),
                      message->source, message->sequence, message});
  std::push_heap(waiting_.begin(), waiting_.end());
}

/// The least of header.asks + after(message) over all headers, where `after` is nowhere less than `least`.
template <class After>
Ticks Router::least_of(Ticks least, After&& after) const {
  if (waiting_.empty()) return kNever;
  std::array<std::size_t, 2 * std::numeric_limits<std::size_t>::digits> to_visit;
  std::size_t count = 0;
  to_visit[count++] = 0;
  Ticks earliest = kNever;
  while (count != 0) {  // down the heap, where nothing asks before what lies above it
    const std::size_t i = to_visit[--count];
    const Header& header = waiting_[i];
    if (header.asks + least >= earliest) continue;
    earliest = std::min(earliest, header.asks + after(*header.message));
    for (const std::size_t below : {2 * i + 2, 2 * i + 1})
      if (below < waiting_.size()) to_visit[count++] = below;
  }
  return earliest;
}

Ticks Router::earliest_arrival() const {
  const Costs& costs = network_.costs();
  return least_of(costs.th + costs.latency + costs.tm, [&](const Message& m) { return m.rest(costs); });
}

Ticks Router::earliest_reception(Ticks startup) const {
  const Costs& costs = network_.costs();
  return least_of(costs.th + costs.latency - startup,
                  [&](const Message& m) { return m.rest(costs) - costs.transmission(m.bytes) - startup; });
}

void Router::add_on_their_way(std::vector<Message*>& messages) const {
  for (const Header& h : waiting_)
    if (h.message->announcement == nullptr) messages.push_back(h.message);
}

void Router::serve(int /*phase*/, Ticks until) {
  for (std::uint64_t served = 1; !waiting_.empty() && waiting_.front().asks < until; ++served) {
    if (served % kServedBetweenLooks == 0 && must_stop_()) break;
    std::pop_heap(waiting_.begin(), waiting_.end());
    const Header header = waiting_.back();
    waiting_.pop_back();
    serve(header);
  }
  for (std::size_t i = 0; i < filled_.size(); ++i) drain(filled_[i]);
  filled_.clear();
}

void Router::serve(const Header& header) {
  Message* m = header.message;
  const LinkIndex index = network_.link_index(m->at, m->legs[m->leg].port);
  grant(index, *m);
  push(index, m);
}

void Router::record_hop(const Message& m, int index, Node from, Node to, int channel, Ticks asked,
                        Ticks granted) {
  Event& event = hop_events_.emplace_back();
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

Ticks Router::enter_unequal(Link& link, LinkIndex index, Message& m, Ticks granted) const {
  const LinkCosts& costs = network_.costs_of(index);
  if (network_.switching() != Switching::wormhole) m.x = costs.transmission(m.bytes);
  const Ticks passed = std::max(granted + m.x, m.tail_comes);
  link.occupy(m.asks, granted, passed - granted, m.bytes);
  m.tail_comes = passed + costs.th;
  return network_.switching() == Switching::store_and_forward ? m.tail_comes : granted + costs.th;
}

void Router::push(LinkIndex link, Message* message) {
  if (const int owner = network_.router_owner(network_.head(link)); owner != worker_) {
    push_to_other(link, message, owner);
    return;
  }
  LinkChannel& channel = network_.channel(network_.link(link));
  if (!channel.try_push(message)) {  // the producer waits for the consumer, who is this worker too
    ++channel_waits_;
    drain(link);
    while (!channel.try_push(message)) std::this_thread::yield();
  }
  if (network_.lookahead() == Ticks{}) {
    drain(link);
  } else {
    filled_.push_back(link);
  }
}

void Router::push_to_other(LinkIndex link, Message* message, int owner) {
  LinkChannel& channel = network_.channel(network_.link(link));
  Bell& bell = *to_[static_cast<std::size_t>(owner)];
  ++crossings_;
  if (!channel.try_push(message)) {
    ++channel_waits_;
    do {
      let_others_work();
    } while (!channel.try_push(message));
  }
  while (!bell.push(link)) let_others_work();
}

/// Between two tries to push: two workers who wait for each other both go on.
void Router::let_others_work() {
  take_in();
  if (wake_others) wake_others();
  std::this_thread::yield();
}

void Router::take_in() {
  for (const auto& bell : from_) {
    if (!bell) continue;
    LinkIndex link = 0;
    while (bell->pop(link)) drain(link);
  }
}

void Router::drain(LinkIndex link) {
  LinkChannel& channel = *network_.link(link).channel;
  while (Message* m = channel.try_pop()) arrive(link, m);
}

void Router::arrive(LinkIndex link, Message* m) {
  m->at = network_.head(link);
  ++m->hops;
  --m->hops_left;
  if (--m->steps_left == 0 && m->hops_left != 0) m->steps_left = m->legs[++m->leg].steps;
  if (m->hops_left != 0) {
    inject(m);
    return;
  }
  reach_mailbox(*m);
  eject_({&m, 1});
}

void Router::reach_over_unequal(Message& m) const {
  const Costs& costs = network_.costs();
  m.asks = m.tail_comes + costs.latency;
  m.link_wait = m.asks - m.start.time - costs.ts - m.transmission - m.hop_time - costs.latency;
}

}  // namespace toruscope::detail
