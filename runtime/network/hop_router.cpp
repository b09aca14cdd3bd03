// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/hop_router.hpp"

#include "runtime/core/check.hpp"
#include "runtime/core/emptied.hpp"
#include "runtime/core/prefetch.hpp"
#include "runtime/network/serving.hpp"

#include <algorithm>
#include <thread>

namespace toruscope::core {

namespace {

constexpr std::size_t kBellCapacity = 4096;
constexpr std::size_t kServedBetweenLooks = 4096;  // headers between two looks at the run's end
constexpr std::size_t kChannel = 2;                // cache lines of a channel

/// The width of a bucket: headers in one cannot influence each other at different links.
Ticks width_of_window(const Wiring& wiring) {
  const Ticks ahead = wiring.lookahead();
  if (ahead == kNever) return std::max(wiring.least_costs().ts, Ticks{1});  // any width would do
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
      stores_messages_(setup.wiring.switching() == Switching::store_and_forward),
      is_at_once_(setup.wiring.have_links_one_user()),
      is_small_(is_small(setup.wiring)),
      grants_(setup.wiring, setup.observers.of(worker)),
      headers_(width_of_window(setup.wiring)) {}

HopRouter::~HopRouter() {
  headers_.for_each([](const Header& header) { discard(header.message); });
  for (const Header& header : window_)
    if (header.message != nullptr) discard(header.message);
  if (is_by_ticks_)
    for (const Ordered& one : ordered_) discard(one.header.message);
  for (Message* m : arrived_) discard(m);
  for (const Came& came : came_)
    if (came.message != nullptr) discard(came.message);
}

void HopRouter::connect(const std::vector<std::unique_ptr<HopRouter>>& routers) {
  for (const auto& here : routers) {
    here->from_.resize(routers.size());
    here->to_.resize(routers.size());
    for (const auto& router : routers) here->all_.push_back(router.get());
  }
  for (std::size_t a = 0; a < routers.size(); ++a)
    for (std::size_t b = 0; b < routers.size(); ++b) {
      if (a == b) continue;
      routers[b]->from_[a] = std::make_unique<Bell>(kBellCapacity);
      routers[a]->to_[b] = routers[b]->from_[a].get();
    }
}

// --- headers that ask ----------------------------------------------------------------------------

void HopRouter::inject(Message* message) {
  if (is_at_once_ && wiring_.pe_owner(message->destination) == worker_)
    deliver_at_once(message);
  else
    put(message);
}

void HopRouter::put(Message* message) {
  headers_.put(header_of(message));
}

void HopRouter::deliver_at_once(Message* message) {
  Message& m = *message;
  const LinkIndex index = wiring_.link_index(m.at, m.legs.front().port);
  Link& link = wiring_.opened(index);
  const Ticks asked = m.asks;
  const Ticks granted = std::max(asked, link.free_at);
  m.asks = grants_.enter(link, index, {asked, m.x, m.hop, m.bytes}, m, granted);
  if (granted > asked) grants_.note_delay(m.link_wait, granted - asked);
  if (grants_.is_observed()) [[unlikely]]
    grants_.tell_hop(m, 0, index, m.legs.front().virtual_channel, asked, granted, link.free_at);
  if (is_perturbed_) client_.delay(worker_);
  m.at = link.head;
  m.hops = 1;
  m.hops_left = m.steps_left = 0;
  grants_.reach_mailbox(m);
  client_.deliver_one(worker_, message);
}

HopRouter::Header HopRouter::header_of(Message* message) const {
  Header header;
  header.when = message->asks;
  header.message = message;
  header.bytes = message->bytes;
  header.link_wait = message->link_wait;
  header.hops_left = message->hops_left;
  header.begin_leg(*message, static_cast<int>(message->leg));
  header.steps_left = message->steps_left;
  header.link = wiring_.link_index(message->at, header.port);
  return header;
}

/// Writes the header's hops so far back to its message.
void HopRouter::write_back(const Header& header) {
  Message& m = *header.message;
  m.asks = header.when;
  m.hops += m.hops_left - header.hops_left;
  m.hops_left = header.hops_left;
  m.leg = static_cast<std::size_t>(header.leg);
  m.steps_left = header.steps_left;
  m.link_wait = header.link_wait;  // where links differ, reach_mailbox() knows better
}

/// The arrival at the mailbox if nothing delays the message any more; a lower bound if costs differ
/// by link or by message size.
Ticks HopRouter::arrival(const Header& header) const {
  const Costs& costs = wiring_.least_costs();
  return header.when + (header.hops_left - 1) * hop(header) + costs.th + costs.transmission(header.bytes) +
         costs.latency;
}

/// The time from a link's grant to asking for the next one, like Message::hop.
Ticks HopRouter::hop(const Header& header) const {
  const Costs& costs = wiring_.least_costs();
  return stores_messages_ ? costs.th + costs.transmission(header.bytes) : costs.th;
}

HopRouter::Ordered HopRouter::ordered(const Header& header) const {
  const Message& m = *header.message;
  const Leg& leg = m.legs[static_cast<std::size_t>(header.leg)];
  return {.when = header.when,
          .order = wiring_.topology().channel_order(wiring_.tail(header.link), leg.port, leg.virtual_channel),
          .source = m.source,
          .sequence = m.sequence,
          .header = header};
}

Ticks HopRouter::earliest_arrival() const {
  const Costs& costs = wiring_.least_costs();
  return headers_.least_of(costs.th + costs.latency + costs.tm,
                           [this](const Header& header) { return arrival(header); });
}

void HopRouter::add_in_flight(std::vector<Message*>& messages) const {
  headers_.for_each([&](const Header& header) {
    if (header.message->announcement != nullptr) return;
    write_back(header);
    header.message->at = wiring_.tail(header.link);
    messages.push_back(header.message);
  });
}

// --- a window ------------------------------------------------------------------------------------

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
  served_ += static_cast<std::int64_t>(window_.size());
  link_window();
  for (std::size_t i = 0; i < window_.size(); ++i) {
    if ((i + 1) % kServedBetweenLooks == 0 && client_.must_stop()) {
      for (Header& header : window_)
        if (header.message != nullptr) headers_.put(header);
      window_.clear();
      return;
    }
    if (!is_small_) prefetch(i);
    Link& link = *asking_[i].link;
    if (link.last_asking != i + 1) continue;  // served with the last header for the link
    if (asking_[i].before == 0) {
      link.last_asking = 0;
      cross(link, window_[i]);
    } else {
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
    if (!is_small_ && i + kAhead < window_.size()) prefetch_lines<1>(&wiring_.link(window_[i + kAhead].link));
    Link& link = wiring_.opened(window_[i].link);
    asking_[i] = {&link, std::exchange(link.last_asking, static_cast<std::uint32_t>(i + 1))};
  }
}

/// Prefetches for later headers of the window: their links, and messages if needed.
void HopRouter::prefetch(std::size_t i) const {
  constexpr std::size_t kAhead = 8;
  if (i + kAhead < window_.size()) {
    prefetch_lines<1>(asking_[i + kAhead].link);
    if (window_[i + kAhead].will_touch_message()) prefetch_lines<kRouted>(window_[i + kAhead].message);
  }
  if (i + kAhead / 2 < window_.size()) {
    const Header& header = window_[i + kAhead / 2];
    if (header.will_touch_message() && header.hops_left > 1)
      prefetch_lines<1>(header.message->legs.data() + header.leg + 1);
    if (const LinkChannel* channel = asking_[i + kAhead / 2].link->channel.get(); channel != nullptr) {
      prefetch_lines<kChannel>(channel);
      prefetch_lines<kRouted>(header.message);
    }
  }
}

/// Serves the headers of the window that ask for one link, by T7.
void HopRouter::serve_in_order(Link& link) {
  rivals_.clear();
  for (std::uint32_t i = link.last_asking; i != 0; i = asking_[i - 1].before)
    rivals_.push_back(&window_[i - 1]);
  link.last_asking = 0;
  std::sort(rivals_.begin(), rivals_.end(), [this](const Header* a, const Header* b) {
    return a->when != b->when ? a->when < b->when : ordered(*a).is_before(ordered(*b));
  });
  for (Header* header : rivals_) cross(link, *header);
}

/// Serves one tick, on networks where hops take no time.
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
    Header header = ordered_.back().header;
    ordered_.pop_back();
    cross(wiring_.opened(header.link), header);
  }
  tick_ = Ticks{-1};
}

// --- a hop ---------------------------------------------------------------------------------------

/// Lets the header cross its link. Its message is null afterwards: it has gone on.
[[gnu::always_inline]] inline void HopRouter::cross(Link& link, Header& header) {
  grant(link, header);
  if (is_perturbed_) client_.delay(worker_);
  --header.hops_left;
  --header.steps_left;
  if (link.channel) [[unlikely]]
    push_to_other(link, header);
  else
    reach(link.head, header);
  header.message = nullptr;
}

/// Grants the header its link, free now or later; `when` becomes its next time of asking.
[[gnu::always_inline]] inline void HopRouter::grant(Link& link, Header& header) {
  const Ticks asked = header.when;
  const Ticks granted = std::max(asked, link.free_at);
  const Asking asking{asked, wiring_.costs().transmission(header.bytes), hop(header), header.bytes};
  header.when = grants_.enter(link, header.link, asking, *header.message, granted);
  if (granted > asked) grants_.note_delay(header.link_wait, granted - asked);
  if (grants_.is_observed()) [[unlikely]]
    tell_hop(link, header, asked, granted);
}

void HopRouter::tell_hop(const Link& link, const Header& header, Ticks asked, Ticks granted) const {
  const Message& m = *header.message;
  const Leg& leg = m.legs[static_cast<std::size_t>(header.leg)];
  grants_.tell_hop(m, m.hops + m.hops_left - header.hops_left, header.link, leg.virtual_channel, asked, granted,
                   link.free_at);
}

void HopRouter::push_to_other(Link& link, const Header& header) {
  const auto owner = static_cast<std::size_t>(wiring_.router_owner(link.head));
  Bell& bell = *to_[owner];
  ++crossings_;
  write_back(header);
  if (!link.channel->try_push(header.message)) {
    ++channel_waits_;
    do {
      let_others_work(*all_[owner]);
    } while (!link.channel->try_push(header.message));
  }
  while (!bell.push(header.link)) let_others_work(*all_[owner]);
}

/// Lets other workers run between two tries to push. Two workers that wait for room in each other's
/// queues would wait for ever otherwise.
void HopRouter::let_others_work(HopRouter& consumer) {
  if (is_alone_) return consumer.drain_rung();
  drain_rung();
  team_.wake();
  std::this_thread::yield();
}

void HopRouter::drain_rung() {
  for (const auto& bell : from_)
    if (bell) take_out(*bell);
  for (std::size_t i = 0; i < came_.size(); ++i) {  // in the order of sending
    constexpr std::size_t kAhead = 4;
    if (i + kAhead < came_.size()) prefetch_lines<kRouted>(came_[i + kAhead].message);
    // Skips one that was served before this computer refused memory for a later one.
    if (came_[i].message == nullptr) continue;
    Header header = header_of(came_[i].message);
    reach(came_[i].at, header);
    came_[i].message = nullptr;
  }
  came_.clear();
}

/// Takes one message out of a channel for each ring of the bell; reserves memory first.
void HopRouter::take_out(Bell& bell) {
  rung_.resize(bell.read_available());
  came_.reserve(came_.size() + rung_.size());
  bell.pop(rung_.data(), rung_.size());
  for (std::size_t i = 0; i < rung_.size(); ++i) {
    prefetch_rung(i);
    const Link& link = wiring_.link(rung_[i]);
    came_.push_back({link.channel->try_pop(), link.head});
  }
}

/// Prefetches later links for which a bell has rung, and their channels.
void HopRouter::prefetch_rung(std::size_t i) const {
  constexpr std::size_t kAhead = 8;
  if (i + kAhead < rung_.size()) prefetch_lines<1>(&wiring_.link(rung_[i + kAhead]));
  if (i + kAhead / 2 < rung_.size())
    prefetch_lines<kChannel>(wiring_.link(rung_[i + kAhead / 2]).channel.get());
}

/// Moves a header to the head of a link that it has crossed.
[[gnu::always_inline]] inline void HopRouter::reach(Node node, Header& header) {
  if (header.hops_left == 0) return arrive(node, header);
  if (header.steps_left == 0) header.begin_next_leg();
  header.link = wiring_.link_index(node, header.port);
  if (header.when == tick_) [[unlikely]]
    ask_again(header);
  else
    headers_.put(header);
}

void HopRouter::arrive(Node node, const Header& header) {
  Message* const m = header.message;
  write_back(header);
  m->at = node;
  grants_.reach_mailbox(*m);
  arrived_.push_back(m);
}

/// Lets the header ask for its next link in the tick that is being served.
void HopRouter::ask_again(const Header& header) {
  ordered_.push_back(ordered(header));
  std::push_heap(ordered_.begin(), ordered_.end(),
                 [](const Ordered& a, const Ordered& b) { return b.is_before(a); });
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

}  // namespace toruscope::core
