// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/hop_router.hpp"

#include "runtime/core/check.hpp"
#include "runtime/core/emptied.hpp"
#include "runtime/core/prefetch.hpp"

#include <algorithm>
#include <thread>

namespace toruscope::detail {

namespace {

constexpr std::size_t kBellCapacity = 4096;
constexpr std::size_t kServedBetweenLooks = 4096;  // headers, at whether the run is to be ended

/// The width of a bucket: headers in one cannot influence each other at different links.
Ticks width_of_window(const Wiring& wiring) {
  const Ticks ahead = wiring.lookahead();
  if (ahead == kNever) return std::max(wiring.costs().ts, Ticks{1});  // any would do
  return std::max(ahead, Ticks{1});
}

}  // namespace

HopRouter::HopRouter(const NetworkSetup& setup, int worker)
    : wiring_(setup.wiring),
      team_(setup.team),
      client_(setup.client),
      worker_(worker),
      is_perturbed_(setup.is_perturbed),
      is_by_ticks_(setup.wiring.lookahead() == Ticks{}),
      grants_(setup.wiring, setup.observers.of(worker)),
      headers_(width_of_window(setup.wiring)) {}

HopRouter::~HopRouter() {
  headers_.for_each([](const Header& header) { discard(header.message); });
  for (const Header& header : window_)
    if (header.message != nullptr) discard(header.message);
  if (is_by_ticks_)
    for (const Ordered& one : ordered_) discard(one.header.message);
  for (Message* m : arrived_) discard(m);
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

// --- headers that ask ------------------------------------------------------------------------------------------------

void HopRouter::inject(Message* message) {
  headers_.put(header_of(message, wiring_.link_index(message->at, message->legs[message->leg].port)));
}

HopRouter::Header HopRouter::header_of(Message* message, LinkIndex link) const {
  return {.when = message->asks,
          .arrives = message->asks + message->rest(wiring_.costs()),
          .message = message,
          .link = link};
}

HopRouter::Ordered HopRouter::ordered(const Header& header) const {
  const Message& m = *header.message;
  const Leg& leg = m.legs[m.leg];
  return {.when = header.when,
          .order = wiring_.topology().channel_order(m.at, leg.port, leg.virtual_channel),
          .source = m.source,
          .sequence = m.sequence,
          .header = header};
}

Ticks HopRouter::earliest_arrival() const {
  const Costs& costs = wiring_.costs();
  return headers_.least_of(costs.th + costs.latency + costs.tm,
                           [](const Header& header) { return header.arrives; });
}

Ticks HopRouter::earliest_reception(Ticks startup) const {
  const Costs& costs = wiring_.costs();
  return headers_.least_of(costs.th + costs.latency - startup, [&](const Header& header) {
    return header.arrives - costs.transmission(header.message->bytes) - startup;
  });
}

void HopRouter::add_in_flight(std::vector<Message*>& messages) const {
  headers_.for_each([&](const Header& header) {
    if (header.message->announcement == nullptr) messages.push_back(header.message);
  });
}

// --- a window --------------------------------------------------------------------------------------------------------

void HopRouter::serve(Ticks until) {
  while (headers_.earliest() < until && !client_.must_stop()) {
    if (is_by_ticks_)
      serve_tick(until);
    else
      serve_window(until);
    deliver();
  }
}

void HopRouter::serve_window(Ticks until) {
  window_.clear();
  headers_.take(until, window_);
  link_window();
  for (std::size_t i = 0; i < window_.size(); ++i) {
    if ((i + 1) % kServedBetweenLooks == 0 && client_.must_stop()) {
      for (Header& header : window_)
        if (header.message != nullptr) headers_.put(header);
      window_.clear();
      return;
    }
    prefetch(i);
    Link& link = *asking_[i].link;
    if (link.last_asking == i + 1 && asking_[i].before == 0) {
      link.last_asking = 0;
      cross(link, window_[i]);
      window_[i].message = nullptr;
    } else if (link.last_asking != 0) {
      serve_in_order(link);
    }
    if (arrived_.size() >= kDelivered) deliver();
  }
  window_.clear();
}

/// Chains the headers that ask for one link.
void HopRouter::link_window() {
  constexpr std::size_t kAhead = 16;
  asking_.resize(window_.size());
  for (std::size_t i = 0; i < window_.size(); ++i) {
    if (i + kAhead < window_.size()) prefetch_lines<1>(&wiring_.link(window_[i + kAhead].link));
    Link& link = wiring_.opened(window_[i].link);
    asking_[i] = {&link, std::exchange(link.last_asking, static_cast<std::uint32_t>(i + 1))};
  }
}

/// What later headers of the window will need: link and message, then what the link points to.
void HopRouter::prefetch(std::size_t i) const {
  constexpr std::size_t kAhead = 8;
  if (i + kAhead < window_.size()) {
    prefetch_lines<1>(asking_[i + kAhead].link);
    prefetch_lines<3>(window_[i + kAhead].message);
  }
  if (i + kAhead / 2 < window_.size()) prefetch_lines<2>(asking_[i + kAhead / 2].link->channel.get());
}

/// The headers of the window that ask for one link, by T7.
void HopRouter::serve_in_order(Link& link) {
  ordered_.clear();
  for (std::uint32_t i = link.last_asking; i != 0; i = asking_[i - 1].before) {
    ordered_.push_back(ordered(window_[i - 1]));
    window_[i - 1].message = nullptr;
  }
  link.last_asking = 0;
  std::sort(ordered_.begin(), ordered_.end(),
            [](const Ordered& a, const Ordered& b) { return a.is_before(b); });
  for (const Ordered& one : ordered_) cross(link, one.header);
}

/// Where hops take no time.
void HopRouter::serve_tick(Ticks until) {
  constexpr auto kIsAfter = [](const Ordered& a, const Ordered& b) { return b.is_before(a); };
  headers_.take(until, window_);
  ordered_.clear();
  tick_ = window_.front().when;
  for (Header& header : window_) ordered_.push_back(ordered(header));
  window_.clear();
  std::make_heap(ordered_.begin(), ordered_.end(), kIsAfter);
  for (std::size_t served = 1; !ordered_.empty(); ++served) {
    if (served % kServedBetweenLooks == 0 && client_.must_stop()) break;
    std::pop_heap(ordered_.begin(), ordered_.end(), kIsAfter);
    const Header header = ordered_.back().header;
    ordered_.pop_back();
    cross(wiring_.opened(header.link), header);
  }
  tick_ = Ticks{-1};
}

// --- a hop -----------------------------------------------------------------------------------------------------------

void HopRouter::cross(Link& link, const Header& header) {
  Message* const m = header.message;
  grants_.grant(link, header.link, *m);
  if (is_perturbed_) client_.delay(worker_);
  if (const int owner = wiring_.router_owner(link.head); owner != worker_) {
    push_to_other(link, header, owner);
    return;
  }
  const bool has_room = link.channel->try_push(m);
  TORUSCOPE_CHECK(has_room, "a full channel, link", header.link, "message from", m->source);
  reach(link, header.link, link.channel->try_pop());
}

void HopRouter::push_to_other(Link& link, const Header& header, int owner) {
  Bell& bell = *to_[static_cast<std::size_t>(owner)];
  ++crossings_;
  if (!link.channel->try_push(header.message)) {
    ++channel_waits_;
    do {
      let_others_work();
    } while (!link.channel->try_push(header.message));
  }
  while (!bell.push(header.link)) let_others_work();
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
    LinkIndex index = 0;
    while (bell->pop(index)) {
      const Link& link = wiring_.link(index);
      while (Message* m = link.channel->try_pop()) reach(link, index, m);
    }
  }
}

/// A message is at the head of a link that it has crossed.
void HopRouter::reach(const Link& link, LinkIndex index, Message* m) {
  const LinkIndex straight_on = index + wiring_.link_index(link.head, 0) - wiring_.link_index(m->at, 0);
  const std::size_t leg = m->leg;
  leave_link(*m, link.head);
  if (m->hops_left == 0) {
    grants_.reach_mailbox(*m);
    arrived_.push_back(m);
    return;
  }
  const Header header =
      header_of(m, m->leg == leg ? straight_on : wiring_.link_index(m->at, m->legs[m->leg].port));
  if (header.when == tick_) {
    ordered_.push_back(ordered(header));
    std::push_heap(ordered_.begin(), ordered_.end(),
                   [](const Ordered& a, const Ordered& b) { return b.is_before(a); });
  } else {
    headers_.put(header);
  }
}

void HopRouter::deliver() {
  if (arrived_.empty()) return;
  {
    const Emptied arrived(arrived_);
    client_.deliver(worker_, arrived_);
  }
  client_.resume_pes(worker_);
}

void HopRouter::add_to(NetworkStatistics& sum) const {
  sum.conflicts += grants_.conflicts();
  sum.channel_waits += channel_waits_;
  sum.crossings += crossings_;
}

}  // namespace toruscope::detail
