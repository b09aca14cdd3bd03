// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/waiting_network.hpp"

#include "runtime/core/emptied.hpp"
#include "runtime/core/prefetch.hpp"
#include "runtime/model/clock.hpp"
#include "runtime/network/serving.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace toruscope::core {

namespace {

/// Few events lie in a bucket, and the next hops of headers that have just been granted lie in near ones.
Ticks width_of_bucket(const Costs& costs) {
  constexpr std::int64_t kInAHop = 256;
  const Ticks hop = costs.th == Ticks{} ? costs.ts : costs.th;
  return std::max(Ticks{hop.count / kInAHop}, Ticks{1});
}

constexpr std::size_t kTransitLines = sizeof(Transit) / 64;

}  // namespace

WaitingNetwork::WaitingNetwork(const NetworkSetup& setup)
    : wiring_(setup.wiring),
      team_(setup.team),
      client_(setup.client),
      is_perturbed_(setup.is_perturbed),
      is_worm_(setup.wiring.switching() == Switching::wormhole),
      grants_(setup.wiring, setup.observers.of(0)),
      outboxes_(setup.wiring.workers()),
      events_(width_of_bucket(setup.wiring.costs())),
      gates_(setup.wiring.links(), setup.wiring.flow()) {}

WaitingNetwork::~WaitingNetwork() {
  transits_.for_each([](const Transit& t) { discard(t.message); });
  for (Message* m : arrived_) discard(m);
}

// --- who may go on -----------------------------------------------------------------------------------------------

/// Takes, of those who wait, the first that finds a channel now; null if none does.
Transit* WaitingNetwork::take_first_to_enter(Gate& here, Ticks now) {
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

/// Comes back to a link when the first of those who wait for it may go on, as far as that is known.
void WaitingNetwork::wake(LinkIndex index) {
  const Ticks opens = gates_.opens(gates_[index]);
  if (opens == kNever) return;
  Link& link = wiring_.link(index);
  const Ticks when = std::max(opens, link.free_at);
  if (link.wake_at <= when) return;
  link.wake_at = when;
  events_.put({.when = when, .place = place_of(Kind::wake, index, 0), .link = index});
}

// --- events ------------------------------------------------------------------------------------------------------

void WaitingNetwork::inject(int worker, Message* message) {
  if (worker == 0)
    begin(message);
  else
    outboxes_.put(worker, message);
}

void WaitingNetwork::collect() {
  outboxes_.empty([this](Message* m) { begin(m); });
}

void WaitingNetwork::await_next_link(Transit& t) {
  const std::uint32_t order = wiring_.topology().channel_order(t.at, t.port, t.lowest_channel);
  events_.put(
      {.when = t.asks, .place = place_of(Kind::ask, order, t.source), .transit = &t, .link = wanted(t)});
}

void WaitingNetwork::set_horizon(Ticks horizon) {
  horizon_ = horizon;
  client_.note_reached(earliest_asking());
}

void WaitingNetwork::advance(int worker) {
  if (worker == 0 && earliest_asking() < horizon_) keep_refusal(client_, worker, [&] { serve(horizon_); });
  if (wiring_.workers() > 1) team_.meet([] {});
}

void WaitingNetwork::serve(Ticks until) {
  Ticks woken = kNever;  // the tick at which what became free let PEs go on, if no time passes until they ask
  while (events_.earliest() < until && !client_.must_stop()) {
    const Event event = events_.take();
    if (event.kind() != Kind::wake && event.when == woken) {
      events_.put(event);
      break;
    }
    prefetch();
    switch (event.kind()) {
      case Kind::wake:
        wiring_.link(event.link).wake_at = kNever;
        has_news_ = false;
        grant_those_who_wait(event.link, event.when);
        if (has_news_ && wiring_.costs().ts == Ticks{}) woken = event.when;
        break;
      case Kind::ask:
        ask(event.transit, event.link, event.when);
        break;
      case Kind::buffer_worm:
        buffer_worm(event.link, event.last(), event.when);
        break;
    }
    if (arrived_.size() >= kDelivered) deliver();
  }
  deliver();
}

/// What the next events will need: from what they name to what that points to.
void WaitingNetwork::prefetch() const {
  constexpr std::size_t kStep = 4;  // events between two looks at one
  if (const Event* event = events_.ahead(3 * kStep)) {
    prefetch_lines<kTransitLines>(event->transit);
    gates_.prefetch(event->link);
    prefetch_lines<1>(&wiring_.link(event->link));
  }
  if (const Event* event = events_.ahead(2 * kStep)) {
    if (event->transit != nullptr) {
      prefetch_end_of_leg(*event->transit);
      gates_.prefetch_room(event->link, event->transit->lowest_channel);
    } else {
      gates_.for_each_first(event->link, prefetch_lines<kTransitLines>);
    }
  }
  if (const Event* event = events_.ahead(kStep)) {
    if (event->transit != nullptr)
      prefetch_behind(*event->transit);
    else
      gates_.for_each_first(event->link, [&](const Transit* t) {
        prefetch_end_of_leg(*t);
        prefetch_behind(*t);
        gates_.prefetch_room(event->link, t->lowest_channel);
      });
  }
}

/// The message of a header whose leg ends with the next hop.
void WaitingNetwork::prefetch_end_of_leg(const Transit& t) {
  if (t.steps_left == 1) prefetch_lines<3>(&t.message->asks);
}

/// What becomes free when the header goes on.
void WaitingNetwork::prefetch_behind(const Transit& t) const {
  const auto prefetch_link = [this](const Transit::Hop& hop) {
    gates_.prefetch(hop.link);
    gates_.prefetch_room(hop.link, hop.channel);
    prefetch_lines<1>(&wiring_.link(hop.link));
  };
  if (t.hops.empty()) return;
  prefetch_link(t.hops.back());
  if (t.unfinished + 1 < t.kept()) prefetch_link(t.hop(t.unfinished));
}

void WaitingNetwork::ask(Transit* t, LinkIndex link, Ticks now) {
  Gate& here = gates_[link];
  const int lowest = t->lowest_channel;
  t->place = places_++;
  here.put(t);
  grant_those_who_wait(link, now);
  if (!here.ends_with(t, lowest)) return;  // it may have arrived, and be gone
  if (!has_slots_for_worms() || t->hops.empty() || t->hops.back().has_slot) return;
  const Transit::Hop& last = t->hops.back();
  gates_.room(last.link, last.channel).block(t);
  buffer_next_worm(last.link, last.channel, now);
}

/// When a slot is free, the next of the worms that wait behind the link goes into it.
void WaitingNetwork::buffer_next_worm(LinkIndex link, int channel, Ticks now) {
  const Room& here = gates_.room(link, channel);
  const Ticks slot = here.slots.available();
  if (here.blocked == nullptr || slot == kNever) return;
  await_slot(link, channel, std::max(now, slot));
}

void WaitingNetwork::await_slot(LinkIndex link, int channel, Ticks when) {
  events_.put({.when = when, .place = place_of(Kind::buffer_worm, link, channel), .link = link});
}

void WaitingNetwork::grant_those_who_wait(LinkIndex link, Ticks now) {
  Gate& here = gates_[link];
  while (here.is_awaited() && wiring_.link(link).free_at <= now) {  // with x = 0 it is free for another one
    Transit* const t = take_first_to_enter(here, now);
    if (t == nullptr) break;
    grant(t, link, gates_.free_channel(here, t->lowest_channel, now), now);
  }
  wake(link);
}

/// Called before the link is taken.
void WaitingNetwork::note_room(const Transit& t, LinkIndex link, int channel, Ticks now) {
  const Ticks asked = t.asks;
  if (now > std::max(asked, wiring_.link(link).free_at)) room_use_.lacked_channel = true;
  if (channel > 1) room_use_.took_further_channel = true;
  if (is_worm_ && now > asked && !t.hops.empty() && t.hops.back().has_slot) room_use_.waited_in_slot = true;
}

void WaitingNetwork::grant(Transit* t, LinkIndex index, int channel, Ticks now) {
  note_room(*t, index, channel, now);
  if (has_slots_for_worms() && !t->hops.empty())
    gates_.room(t->hops.back().link, t->hops.back().channel).release(t);
  Link& link = wiring_.opened(index);
  const Asking asking{t->asks, t->x, t->hop_takes, t->bytes};
  const Ticks asks_next = grants_.enter(link, index, asking, *t->message, now);
  if (now > t->asks) grants_.note_delay(t->link_wait, now - t->asks);
  t->hops.push_back({.link = index,
                     .asked = t->asks,
                     .entered = now,
                     .th = wiring_.has_equal_links() ? wiring_.costs().th : wiring_.costs_of(index).th,
                     .channel = static_cast<std::int8_t>(channel),
                     .has_slot = take_slot(index, channel, now)});
  if (is_worm_) gates_[index].open[static_cast<std::size_t>(channel)] = kNever;
  finish_hops(*t);
  if (is_perturbed_) client_.delay(0);
  t->asks = asks_next;
  t->reach(link.head, wiring_.flow());
  if (t->hops_left() == 0)
    arrive(t);
  else
    await_next_link(*t);
}

/// What the tail has passed, as far as that is known, is free for others. Called when the header enters a link, and when a worm is
/// buffered.
void WaitingNetwork::finish_hops(Transit& t) {
  for (; t.unfinished < t.kept(); ++t.unfinished) {
    const Transit::Hop& hop = t.hop(t.unfinished);
    const int j = t.passed + t.unfinished;
    const Ticks passed = is_worm_ ? t.tail_passes(t.unfinished) : wiring_.link(hop.link).free_at;
    if (passed == kNever) break;
    if (grants_.is_observed())
      grants_.tell_hop(*t.message, j, hop.link, hop.channel, hop.asked, hop.entered, std::min(passed, kBeyond));
    if (is_worm_) {
      gates_[hop.link].open[static_cast<std::size_t>(hop.channel)] = std::min(passed, kBeyond);
      wake(hop.link);
      if (j == 0) {
        has_news_ = true;
        client_.tail_left(t.message, passed);
      }
    }
    if (j > 0) {
      const Transit::Hop& before = t.hop(t.unfinished - 1);
      free_slot(before, std::min(passed, kBeyond) + before.th);
    }
    if (j + 1 == t.links) free_slot(hop, wiring_.link(hop.link).free_at + 2 * hop.th);
  }
  t.drop_finished();
}

/// False if there is none.
bool WaitingNetwork::take_slot(LinkIndex link, int channel, Ticks now) {
  if (!gates_.has_rooms()) return false;
  BufferSlots& slots = gates_.room(link, channel).slots;
  if (slots.available() > now) return false;
  slots.take(now);
  if (!is_worm_) gates_[link].open[static_cast<std::size_t>(channel)] = slots.available();
  return true;
}

void WaitingNetwork::free_slot(const Transit::Hop& hop, Ticks when) {
  if (!hop.has_slot) return;
  Room& room = gates_.room(hop.link, hop.channel);
  room.slots.give_back(when);
  if (!is_worm_) {
    gates_[hop.link].open[static_cast<std::size_t>(hop.channel)] = room.slots.available();
    wake(hop.link);
  }
  if (room.blocked != nullptr) await_slot(hop.link, hop.channel, when);
}

/// The first worm that waits behind a link goes into the buffer there, if there is a slot.
void WaitingNetwork::buffer_worm(LinkIndex link, int channel, Ticks now) {
  Room& here = gates_.room(link, channel);
  if (here.blocked == nullptr || here.slots.available() > now) return;
  Transit& t = *here.blocked;
  here.release(&t);
  t.hops.back().has_slot = true;
  t.hops.back().buffered_at = now;
  here.slots.take(now);
  buffer_next_worm(link, channel, now);
  finish_hops(t);
}

// --- what a message leaves behind -----------------------------------------------------------------------------------

void WaitingNetwork::arrive(Transit* t) {
  t->write_back();
  has_news_ = true;
  grants_.reach_mailbox(*t->message);
  arrived_.push_back(t->message);
  transits_.end(t);
}

void WaitingNetwork::deliver() {
  if (arrived_.empty()) return;
  const Emptied arrived(arrived_);
  client_.deliver(0, arrived_);
}

// --- how soon --------------------------------------------------------------------------------------------------------

Ticks WaitingNetwork::earliest_arrival() const {
  return earliest_of([this, first = earliest_asking()](const Transit& t) {
    return std::max(first, t.asks) + t.rest(wiring_.costs());
  });
}

Ticks WaitingNetwork::earliest_reception(Ticks startup) const {
  return earliest_of([this, startup, first = earliest_asking()](const Transit& t) {
    return std::max(first, t.asks) + t.rest(wiring_.costs()) - wiring_.costs().transmission(t.bytes) - startup;
  });
}

Ticks WaitingNetwork::earliest_tail() const {
  return earliest_of([this, first = earliest_asking()](const Transit& t) {
    return is_worm_ && t.holds_port() ? t.leaves_after(first) : kNever;
  });
}

void WaitingNetwork::add_in_flight(std::vector<Message*>& messages) const {
  transits_.for_each([&](const Transit& t) {
    if (t.message->announcement != nullptr) return;
    t.write_back();
    messages.push_back(t.message);
  });
}

std::vector<StuckMessage> WaitingNetwork::stuck() const {
  std::vector<StuckMessage> all;
  transits_.for_each([&](const Transit& t) {
    StuckMessage& one = all.emplace_back();
    t.write_back();
    one.message = t.message;
    one.wants = wanted(t);
    for (int j = t.unfinished; j < t.kept(); ++j)
      if (is_worm_) one.holds.push_back({t.hop(j).link, t.hop(j).channel, false});
    if (!t.hops.empty() && t.hops.back().has_slot)
      one.holds.push_back({t.hops.back().link, t.hops.back().channel, true});
    one.channel = t.lowest_channel;
  });
  std::sort(all.begin(), all.end(), [](const StuckMessage& a, const StuckMessage& b) {
    return std::tuple(a.message->source, a.message->sequence) <
           std::tuple(b.message->source, b.message->sequence);
  });
  return all;
}

NetworkStatistics WaitingNetwork::statistics() {
  NetworkStatistics sum;
  sum.conflicts = grants_.conflicts();
  return sum;
}

}  // namespace toruscope::core
