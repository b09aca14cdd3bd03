// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/waiting_router.hpp"

#include "runtime/core/emptied.hpp"
#include "runtime/model/clock.hpp"
#include "runtime/network/serving.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::core {

namespace {

/// Width of a bucket for few events, such that next hops of granted headers lie in near buckets.
Ticks width_of_bucket(const Costs& costs) {
  constexpr std::int64_t kInAHop = 256;
  const Ticks hop = costs.th == Ticks{} ? costs.ts : costs.th;
  return std::max(Ticks{hop.count / kInAHop}, Ticks{1});
}

}  // namespace

WaitingRouter::WaitingRouter(const NetworkSetup& setup, Gates& gates, int worker)
    : wiring_(setup.wiring),
      client_(setup.client),
      worker_(worker),
      is_perturbed_(setup.is_perturbed),
      is_worm_(setup.wiring.switching() == Switching::wormhole),
      gates_(gates),
      grants_(setup.wiring, setup.observers.of(worker)),
      events_(width_of_bucket(setup.wiring.costs())),
      transits_(worker) {}

WaitingRouter::~WaitingRouter() {
  transits_.for_each([](const Transit& t) { discard(t.message); });
  for (Message* m : arrived_) discard(m);
  for (const auto& notices : notices_)
    for (const Notice& notice : notices)
      if (const auto* one = std::get_if<HasArrived>(&notice); one != nullptr && one->message != nullptr)
        discard(one->message);
}

void WaitingRouter::connect(std::span<const std::unique_ptr<WaitingRouter>> routers) {
  for (const auto& here : routers) {
    here->all_ = routers;
    here->notices_.resize(routers.size());
  }
}

// --- who may go on -------------------------------------------------------------------------------

/// Takes the first waiting header that finds a channel now; null if none does.
Transit* WaitingRouter::take_first_to_enter(Gate& here, Ticks now) {
  Transit* first = nullptr;
  Transit* enters = nullptr;
  for (Transit* t : here.first) {
    if (t == nullptr) continue;
    if (first == nullptr || t->place < first->place) first = t;
    if ((enters == nullptr || t->place < enters->place) &&
        gates_.free_channel(here, t->lowest_channel, now) >= 0)
      enters = t;
  }
  if (enters != first) room_use_.lacked_channel = true;
  if (enters != nullptr) here.take_first(enters->lowest_channel);
  return enters;
}

/// Returns to a link when its first waiting header may go on, as far as known.
void WaitingRouter::wake(LinkIndex index) {
  const Ticks opens = gates_.opens(gates_[index]);
  if (opens == kNever) return;
  Link& link = wiring_.link(index);
  const Ticks when = std::max(opens, link.free_at);
  if (link.wake_at <= when) return;
  link.wake_at = when;
  events_.put(WaitingEvent::wake(index, when));
}

// --- events --------------------------------------------------------------------------------------

void WaitingRouter::inject(Message* message) {
  Transit& t = *transits_.begin(message, wiring_.flow());
  t.lookahead = is_worm_ && t.links > 1 ? wiring_.tail_lookahead(t.x) : kNever;
  apply(HeaderComes{&t});
}

void WaitingRouter::serve(std::span<const std::unique_ptr<WaitingRouter>> routers, Ticks until) {
  WaitingRouter& leader = *routers.front();
  for (const auto& router : routers) router->serves_together_ = routers.size() > 1;
  const bool is_alone = leader.all_.size() == 1;
  // Tick at which PEs were let go on by what became free, if they ask in no time.
  Ticks woken = kNever;
  Ticks asked = kNever;  // tick of the last event that was no waking
  while (!leader.client_.must_stop()) {
    WaitingRouter& here = **std::min_element(routers.begin(), routers.end(),
                                             [](const auto& a, const auto& b) { return a->comes_before(*b); });
    const bool is_over = here.events_.earliest() >= until;
    if (is_over ? !leader.freed_.empty() : leader.ends_pass(here.events_.first())) {
      leader.begin_next_pass();
      continue;
    }
    const bool is_waking = !is_over && here.events_.first().kind() == WaitingEvent::Kind::wake;
    if (is_over || (!is_waking && here.events_.earliest() == woken)) break;
    const WaitingEvent event = here.events_.take();
    if (!is_waking) asked = event.when;
    here.serve(event);
    if (is_waking && here.has_news_ && here.wiring_.least_costs().ts == Ticks{} && event.when != asked)
      woken = event.when;
    if (is_alone && here.arrived_.size() >= kDelivered) here.deliver();
  }
}

void WaitingRouter::serve(const WaitingEvent& event) {
  ++served_;
  serving_ = event.kind();
  prefetch_for(events_, gates_, wiring_);
  has_news_ = false;
  switch (event.kind()) {
    case WaitingEvent::Kind::wake:
      if (wiring_.link(event.link).wake_at != event.when) break;  // it was woken earlier
      wiring_.link(event.link).wake_at = kNever;
      grant_those_who_wait(event.link, event.when);
      break;
    case WaitingEvent::Kind::ask:
      ask(event.transit, event.link, event.when);
      break;
    case WaitingEvent::Kind::buffer_worm:
      buffer_worm(event.link, event.channel(), event.when);
      break;
  }
}

bool WaitingRouter::comes_before(WaitingRouter& other) {
  const Ticks mine = events_.earliest();
  const Ticks others = other.events_.earliest();
  return mine != others ? mine < others : mine != kNever && events_.first() < other.events_.first();
}

void WaitingRouter::free_in_next_pass(const Freed& freed, WaitingEvent::Kind by) {
  freed_.push_back(freed);
  freed_by_ = by;
}

void WaitingRouter::begin_next_pass() {
  const Emptied freed(freed_);
  for (const auto& [router, channel] : freed_) all_[static_cast<std::size_t>(router)]->apply(channel);
}

void WaitingRouter::ask(Transit* t, LinkIndex link, Ticks now) {
  Gate& here = gates_[link];
  const int lowest = t->lowest_channel;
  t->place = places_++;
  here.put(t);
  grant_those_who_wait(link, now);
  if (!here.ends_with(t, lowest)) return;  // it may have arrived, and be gone
  if (!has_slots_for_worms() || t->hops.empty() || t->hops.back().has_slot) return;
  const Transit::Hop& last = t->hops.back();
  Room& room = gates_.room(last.link, last.channel);
  room.blocked = t;
  if (const Ticks slot = room.slots.available(); slot != kNever)
    await_slot(last.link, last.channel, std::max(now, slot));
}

/// Puts the worm that waits behind the link into the next free slot.
void WaitingRouter::await_slot(LinkIndex link, int channel, Ticks when) {
  events_.put(WaitingEvent::buffer_worm(link, channel, when));
}

void WaitingRouter::grant_those_who_wait(LinkIndex link, Ticks now) {
  Gate& here = gates_[link];
  // Grants more than one if x = 0: the link is free again at once.
  while (here.is_awaited() && wiring_.link(link).free_at <= now) {
    Transit* const t = take_first_to_enter(here, now);
    if (t == nullptr) break;
    grant(t, link, gates_.free_channel(here, t->lowest_channel, now), now);
  }
  wake(link);
}

/// Notes the use of channels and slots. Called before the link is taken.
void WaitingRouter::note_room(const Transit& t, LinkIndex link, int channel, Ticks now) {
  const Ticks asked = t.asks;
  if (now > std::max(asked, wiring_.link(link).free_at)) room_use_.lacked_channel = true;
  if (channel > 1) room_use_.took_further_channel = true;
  if (is_worm_ && now > asked && !t.hops.empty() && t.hops.back().has_slot) room_use_.waited_in_slot = true;
}

void WaitingRouter::grant(Transit* t, LinkIndex index, int channel, Ticks now) {
  note_room(*t, index, channel, now);
  if (has_slots_for_worms() && !t->hops.empty())
    gates_.room(t->hops.back().link, t->hops.back().channel).release(t);
  Link& link = wiring_.opened(index);
  const Asking asking{t->asks, t->x, t->hop_takes, t->bytes};
  const Ticks asks_next = grants_.enter(link, index, asking, *t->message, now);
  if (now > t->asks) grants_.note_delay(t->link_wait, now - t->asks);
  t->hops.push_back(
      {.link = index,
       .asked = t->asks,
       .entered = now,
       .th = wiring_.has_equal_links() ? wiring_.costs().th : wiring_.costs_of(index, t->bytes).th,
       .channel = static_cast<std::int8_t>(channel),
       .has_slot = take_slot(index, channel, now),
       .router = static_cast<std::uint8_t>(worker_)});
  if (is_worm_) gates_[index].open[static_cast<std::size_t>(channel)] = kNever;
  release_passed_links(*t, now);
  if (is_perturbed_) client_.delay(worker_);
  t->asks = asks_next;
  t->reach(link.head, wiring_.flow());
  forward(t);
}

/// Sends the header on from the head of its last link.
void WaitingRouter::forward(Transit* t) {
  const int router = wiring_.router_owner(t->at);
  if (router != worker_) ++crossings_;
  --under_way_;
  if (t->hops_left() != 0) return tell(router, HeaderComes{t});
  has_news_ = true;
  t->write_back();
  grants_.reach_mailbox(*t->message);
  tell(router, HasArrived{t->message});
  t->message = nullptr;
  tell(t->maker, TransitIsFree{t});
}

/// Frees for others what the tail has passed, as far as known, at a grant or when buffered.
void WaitingRouter::release_passed_links(Transit& t, Ticks now) {
  const auto free_slot = [this](const Transit::Hop& hop, Ticks when) {
    if (hop.has_slot) tell(hop.router, SlotIsFree{hop.link, hop.channel, when});
  };
  for (; t.unfinished < t.kept(); ++t.unfinished) {
    const Transit::Hop& hop = t.hop(t.unfinished);
    const int j = t.passed + t.unfinished;
    const Ticks passed = is_worm_ ? t.tail_passes(t.unfinished) : wiring_.link(hop.link).free_at;
    if (passed == kNever) break;
    if (grants_.is_observed())
      grants_.tell_hop(*t.message, j, hop.link, hop.channel, hop.asked, hop.entered, std::min(passed, kBeyond));
    if (is_worm_) {
      const ChannelOpens opens{hop.link, hop.channel, std::min(passed, kBeyond)};
      if (passed == now && j + 1 != t.links)
        all_.front()->free_in_next_pass({hop.router, opens}, serving_);
      else
        tell(hop.router, opens);
      if (j == 0) tell(hop.router, TailLeaves{t.message, passed});
    }
    if (j > 0) {
      const Transit::Hop& before = t.hop(t.unfinished - 1);
      free_slot(before, std::min(passed, kBeyond) + before.th);
    }
    if (j + 1 == t.links) free_slot(hop, wiring_.link(hop.link).free_at + 2 * hop.th);
  }
  t.drop_finished();
}

/// Takes a slot; false if there is none.
bool WaitingRouter::take_slot(LinkIndex link, int channel, Ticks now) {
  if (!gates_.has_rooms()) return false;
  BufferSlots& slots = gates_.room(link, channel).slots;
  if (slots.available() > now) return false;
  slots.take(now);
  if (!is_worm_) gates_[link].open[static_cast<std::size_t>(channel)] = slots.available();
  return true;
}

/// Puts the worm that waits behind a link into the buffer there, if it has a free slot.
void WaitingRouter::buffer_worm(LinkIndex link, int channel, Ticks now) {
  Room& here = gates_.room(link, channel);
  if (here.blocked == nullptr || here.slots.available() > now) return;
  Transit& t = *std::exchange(here.blocked, nullptr);
  t.hops.back().has_slot = true;
  t.hops.back().buffered_at = now;
  here.slots.take(now);
  release_passed_links(t, now);
}

// --- what becomes known --------------------------------------------------------------------------

void WaitingRouter::apply(const HeaderComes& notice) {
  Transit& t = *notice.transit;
  const std::uint32_t order = wiring_.topology().channel_order(t.at, t.port, t.lowest_channel);
  events_.put(WaitingEvent::ask(&t, next_link(t), order));
  ++under_way_;
}

void WaitingRouter::apply(const ChannelOpens& notice) {
  gates_[notice.link].open[static_cast<std::size_t>(notice.channel)] = notice.when;
  wake(notice.link);
}

void WaitingRouter::apply(const SlotIsFree& notice) {
  Room& room = gates_.room(notice.link, notice.channel);
  room.slots.give_back(notice.when);
  if (!is_worm_) {
    gates_[notice.link].open[static_cast<std::size_t>(notice.channel)] = room.slots.available();
    wake(notice.link);
  }
  if (room.blocked != nullptr) await_slot(notice.link, notice.channel, notice.when);
}

void WaitingRouter::apply(const TailLeaves& notice) {
  has_news_ = true;
  client_.tail_left(notice.message, notice.when);
}

void WaitingRouter::apply(HasArrived& notice) {
  arrived_.push_back(notice.message);
  notice.message = nullptr;
}

void WaitingRouter::apply_notices() {
  for (const auto& router : all_) {
    auto& notices = router->notices_[static_cast<std::size_t>(worker_)];
    for (Notice& notice : notices) std::visit([this](auto& one) { apply(one); }, notice);
    notices.clear();
  }
}

void WaitingRouter::deliver() {
  if (arrived_.empty()) return;
  const Emptied arrived(arrived_);
  client_.deliver(worker_, arrived_);
}

// --- how soon ------------------------------------------------------------------------------------

/// The least of of(transit, first), `first` being the first event of all routers; kNever: none.
template <class Of>
Ticks WaitingRouter::earliest_of(Of&& of) const {
  Ticks first = kNever;
  for (const auto& router : all_) first = std::min(first, router->earliest_asking());
  Ticks least = kNever;
  if (first != kNever) transits_.for_each([&](const Transit& t) { least = std::min(least, of(t, first)); });
  return least;
}

Ticks WaitingRouter::lookahead() const {
  Ticks least = wiring_.lookahead();
  transits_.for_each([&](const Transit& t) { least = std::min(least, t.lookahead); });
  return least;
}

Ticks WaitingRouter::earliest_arrival() const {
  return earliest_of([this](const Transit& t, Ticks first) {
    return std::max(first, t.asks) + t.rest(wiring_.least_costs());
  });
}

Ticks WaitingRouter::earliest_tail() const {
  return earliest_of([this](const Transit& t, Ticks first) {
    return is_worm_ && t.holds_port() ? t.leaves_after(first) : kNever;
  });
}

void WaitingRouter::add_in_flight(std::vector<Message*>& messages) const {
  transits_.for_each([&](const Transit& t) {
    if (t.message->announcement != nullptr) return;
    t.write_back();
    messages.push_back(t.message);
  });
}

void WaitingRouter::add_stuck(std::vector<StuckMessage>& all) const {
  transits_.for_each([&](const Transit& t) {
    StuckMessage& one = all.emplace_back();
    t.write_back();
    one.message = t.message;
    one.wants = next_link(t);
    for (int j = t.unfinished; j < t.kept(); ++j)
      if (is_worm_) one.holds.push_back({t.hop(j).link, t.hop(j).channel, false});
    if (!t.hops.empty() && t.hops.back().has_slot)
      one.holds.push_back({t.hops.back().link, t.hops.back().channel, true});
    one.channel = t.lowest_channel;
  });
}

void WaitingRouter::add_to(NetworkStatistics& sum) const {
  sum.conflicts += grants_.conflicts();
  sum.crossings += crossings_;
}

}  // namespace toruscope::core
