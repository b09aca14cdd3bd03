// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/hop_router.hpp"

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

HopRouter::HopRouter(const NetworkSetup& setup, int worker)
    : wiring_(setup.wiring),
      team_(setup.team),
      client_(setup.client),
      worker_(worker),
      is_perturbed_(setup.is_perturbed),
      grants_(setup.wiring, setup.records_hops) {}

HopRouter::~HopRouter() {
  for (const Header& header : waiting_) discard(header.message);
}

void HopRouter::connect(const std::vector<std::unique_ptr<HopRouter>>& routers) {
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

void HopRouter::inject(Message* message) {
  const Leg& leg = message->legs[message->leg];
  waiting_.push_back({message->asks,
                      wiring_.topology().channel_order(message->at, leg.port, leg.virtual_channel),
                      message->source, message->sequence, message});
  std::push_heap(waiting_.begin(), waiting_.end());
}

/// The least of header.asks + after(message) over all headers, where `after` is nowhere less than `least`.
template <class After>
Ticks HopRouter::least_of(Ticks least, After&& after) const {
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

Ticks HopRouter::earliest_arrival() const {
  const Costs& costs = wiring_.costs();
  return least_of(costs.th + costs.latency + costs.tm, [&](const Message& m) { return m.rest(costs); });
}

Ticks HopRouter::earliest_reception(Ticks startup) const {
  const Costs& costs = wiring_.costs();
  return least_of(costs.th + costs.latency - startup,
                  [&](const Message& m) { return m.rest(costs) - costs.transmission(m.bytes) - startup; });
}

void HopRouter::add_in_flight(std::vector<Message*>& messages) const {
  for (const Header& h : waiting_)
    if (h.message->announcement == nullptr) messages.push_back(h.message);
}

void HopRouter::serve(Ticks until) {
  for (std::uint64_t served = 1; !waiting_.empty() && waiting_.front().asks < until; ++served) {
    if (served % kServedBetweenLooks == 0 && client_.must_stop()) break;
    std::pop_heap(waiting_.begin(), waiting_.end());
    const Header header = waiting_.back();
    waiting_.pop_back();
    serve(header);
  }
  for (std::size_t i = 0; i < filled_.size(); ++i) drain(filled_[i]);
  filled_.clear();
}

void HopRouter::serve(const Header& header) {
  Message* m = header.message;
  const LinkIndex index = wiring_.link_index(m->at, m->legs[m->leg].port);
  grants_.grant(index, *m);
  if (is_perturbed_) client_.delay(worker_);
  push(index, m);
}

void HopRouter::push(LinkIndex link, Message* message) {
  if (const int owner = wiring_.router_owner(wiring_.head(link)); owner != worker_) {
    push_to_other(link, message, owner);
    return;
  }
  LinkChannel& channel = wiring_.channel(wiring_.link(link));
  if (!channel.try_push(message)) {  // the producer waits for the consumer, who is this worker too
    ++channel_waits_;
    drain(link);
    while (!channel.try_push(message)) std::this_thread::yield();
  }
  if (wiring_.lookahead() == Ticks{}) {
    drain(link);
  } else {
    filled_.push_back(link);
  }
}

void HopRouter::push_to_other(LinkIndex link, Message* message, int owner) {
  LinkChannel& channel = wiring_.channel(wiring_.link(link));
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
void HopRouter::let_others_work() {
  drain_rung();
  team_.wake();
  std::this_thread::yield();
}

void HopRouter::drain_rung() {
  for (const auto& bell : from_) {
    if (!bell) continue;
    LinkIndex link = 0;
    while (bell->pop(link)) drain(link);
  }
}

void HopRouter::drain(LinkIndex link) {
  LinkChannel& channel = *wiring_.link(link).channel;
  while (Message* m = channel.try_pop()) arrive(link, m);
}

void HopRouter::arrive(LinkIndex link, Message* m) {
  leave_link(*m, wiring_.head(link));
  if (m->hops_left != 0) {
    inject(m);
    return;
  }
  grants_.reach_mailbox(*m);
  client_.deliver(worker_, {&m, 1});
}

void HopRouter::add_to(NetworkStatistics& sum) const {
  sum.conflicts += grants_.conflicts();
  sum.channel_waits += channel_waits_;
  sum.crossings += crossings_;
}

}  // namespace toruscope::detail
