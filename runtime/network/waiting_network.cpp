// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/waiting_network.hpp"

#include "runtime/core/prefetch.hpp"
#include "runtime/model/clock.hpp"

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

}  // namespace

WaitingNetwork::WaitingNetwork(const NetworkSetup& setup)
    : wiring_(setup.wiring),
      team_(setup.team),
      client_(setup.client),
      is_perturbed_(setup.is_perturbed),
      grants_(setup.wiring, setup.observers.of(0)),
      outboxes_(setup.wiring.workers()),
      events_(width_of_bucket(setup.wiring.costs())),
      gates_((setup.wiring.links().size() + kBlock - 1) / kBlock) {}

WaitingNetwork::~WaitingNetwork() {
  for (const auto& transit : under_way_) discard(transit->message);
}

// --- who may go on -----------------------------------------------------------------------------------------------

LinkIndex WaitingNetwork::wanted(const Transit& t) const {
  return wiring_.link_index(t.message->at, t.message->legs[t.message->leg].port);
}

Ticks WaitingNetwork::available(const Channel& channel) const {
  return is_worm() ? channel.free_at : channel.slots.available();
}

int WaitingNetwork::free_channel(const Gate& gate, int lowest, Ticks now) const {
  for (int c = lowest; c < wiring_.flow().channels; c += wiring_.flow().step)
    if (available(gate.channels[static_cast<std::size_t>(c)]) <= now) return c;
  return -1;
}

std::vector<Transit*>::iterator WaitingNetwork::first_to_enter(Gate& here, Ticks now) {
  bool finds_any = false;  // queues are long where worms wait: look at each only if that is of use
  for (int lowest = 0; lowest < wiring_.flow().channels && !finds_any; ++lowest)
    finds_any = here.waiting[static_cast<std::size_t>(lowest)] != 0 && free_channel(here, lowest, now) >= 0;
  if (!finds_any) return here.queue.end();
  return std::find_if(here.queue.begin(), here.queue.end(),
                      [&](const Transit* t) { return free_channel(here, t->lowest_channel, now) >= 0; });
}

WaitingNetwork::Gate& WaitingNetwork::gate(LinkIndex link) {
  auto& block = gates_[link / kBlock];
  if (!block) block = std::make_unique<Gate[]>(kBlock);
  Gate& here = block[link % kBlock];
  if (here.channels.empty()) {
    const auto channels = static_cast<std::size_t>(wiring_.flow().channels);
    here.waiting.resize(channels);
    here.channels.resize(channels);
    for (Channel& channel : here.channels) channel.slots = BufferSlots(wiring_.flow().slots);
  }
  return here;
}

/// Comes back to a link when the first of those who wait for it may go on, as far as that is known.
void WaitingNetwork::wake(LinkIndex link) {
  Gate& here = gate(link);
  Ticks earliest = kNever;
  for (int lowest = 0; lowest < wiring_.flow().channels; ++lowest) {
    if (here.waiting[static_cast<std::size_t>(lowest)] == 0) continue;
    for (int c = lowest; c < wiring_.flow().channels; c += wiring_.flow().step)
      earliest = std::min(earliest, available(here.channels[static_cast<std::size_t>(c)]));
  }
  if (earliest == kNever) return;
  earliest = std::max(earliest, wiring_.link(link).free_at);
  if (here.wake_at <= earliest) return;
  here.wake_at = earliest;
  events_.put({.when = earliest, .kind = Kind::wake, .link = link});
}

// --- events ------------------------------------------------------------------------------------------------------

void WaitingNetwork::inject(int worker, Message* message) {
  if (worker == 0)
    await_next_link(message);
  else
    outboxes_.put(worker, message);
}

void WaitingNetwork::collect() {
  outboxes_.empty([this](Message* m) { await_next_link(m); });
}

void WaitingNetwork::await_next_link(Message* m) {
  if (m->transit == nullptr) {
    std::unique_ptr<Transit> t = spare_.empty() ? std::make_unique<Transit>() : std::move(spare_.back());
    if (!spare_.empty()) spare_.pop_back();
    t->begin(m, under_way_.size());
    m->transit = t.get();
    under_way_.push_back(std::move(t));
  }
  const Leg& leg = m->legs[m->leg];
  m->transit->lowest_channel = std::min(leg.virtual_channel, wiring_.flow().channels - 1);
  events_.put({.when = m->asks,
               .kind = Kind::ask,
               .order = wiring_.topology().channel_order(m->at, leg.port, m->transit->lowest_channel),
               .source = m->source,
               .sequence = m->sequence,
               .transit = m->transit,
               .link = wiring_.link_index(m->at, leg.port)});
}

void WaitingNetwork::set_horizon(Ticks horizon) {
  horizon_ = horizon;
  client_.note_reached(earliest_asking());
}

void WaitingNetwork::advance(int worker) {
  if (worker == 0 && earliest_asking() < horizon_) guard(client_, worker, [&] { serve(horizon_); });
  if (wiring_.workers() > 1) team_.meet([] {});
}

void WaitingNetwork::serve(Ticks until) {
  Ticks woken = kNever;  // the tick at which what became free let PEs go on, if no time passes until they ask
  while (events_.earliest() < until && !client_.must_stop()) {
    const Event event = events_.first([this](std::span<const Event> events) { prefetch(events); });
    if (event.kind != Kind::wake && event.when == woken) return;
    events_.pop();
    switch (event.kind) {
      case Kind::wake:
        gate(event.link).wake_at = kNever;
        has_news_ = false;
        grant_those_who_wait(event.link, event.when);
        if (has_news_ && wiring_.costs().ts == Ticks{}) woken = event.when;
        break;
      case Kind::ask:
        ask(event.transit, event.link, event.when);
        break;
      case Kind::buffer_worm:
        buffer_worm(event.link, event.channel, event.when);
        break;
    }
  }
}

/// What the events of a bucket will need, from what they name to what that points to.
void WaitingNetwork::prefetch(std::span<const Event> events) {
  for (const Event& event : events) {
    prefetch_lines<2>(event.transit);
    prefetch_lines<2>(used_gate(event.link));
    prefetch_lines<1>(&wiring_.link(event.link));
  }
  for (const Event& event : events) {
    if (const Gate* here = used_gate(event.link)) prefetch_lists(*here);
    if (const Transit* t = event.transit) {
      prefetch_lines<3>(t->message);
      prefetch_lines<2>(t->next_to_leave());
      if (!t->hops.empty()) prefetch_lines<2>(&t->hops.back());
    }
  }
  for (const Event& event : events) {
    if (const Gate* here = used_gate(event.link); here != nullptr && !here->queue.empty())
      prefetch_lines<1>(here->queue.front());
    if (const Transit::Hop* left = event.transit != nullptr ? event.transit->next_to_leave() : nullptr) {
      prefetch_lines<2>(used_gate(left->link));
      prefetch_lines<1>(&wiring_.link(left->link));
    }
  }
  for (const Event& event : events)
    if (const Transit::Hop* left = event.transit != nullptr ? event.transit->next_to_leave() : nullptr)
      prefetch_lists(*used_gate(left->link));
}

void WaitingNetwork::prefetch_lists(const Gate& gate) {
  prefetch_lines<2>(gate.channels.data());
  prefetch_lines<1>(gate.waiting.data());
  prefetch_lines<1>(gate.queue.data());
}

void WaitingNetwork::ask(Transit* t, LinkIndex link, Ticks now) {
  Gate& here = gate(link);
  here.queue.push_back(t);
  ++here.waiting[static_cast<std::size_t>(t->lowest_channel)];
  grant_those_who_wait(link, now);
  if (here.queue.empty() || here.queue.back() != t) return;  // it may have arrived, and be gone
  if (!has_slots_for_worms() || t->hops.empty() || t->hops.back().has_slot) return;
  const Transit::Hop& last = t->hops.back();
  Channel& channel = gate(last.link).channels[static_cast<std::size_t>(last.channel)];
  const auto entered_later = [&](const Transit* other) {
    const Message& m = *other->message;
    return std::tuple(other->hops.back().entered, m.source, m.sequence) >
           std::tuple(last.entered, t->message->source, t->message->sequence);
  };
  channel.blocked.insert(std::find_if(channel.blocked.begin(), channel.blocked.end(), entered_later), t);
  buffer_next_worm(last.link, last.channel, now);
}

/// When a slot is free, the next of the worms that wait behind the link goes into it.
void WaitingNetwork::buffer_next_worm(LinkIndex link, int channel, Ticks now) {
  const Channel& here = gate(link).channels[static_cast<std::size_t>(channel)];
  const Ticks slot = here.slots.available();
  if (here.blocked.empty() || slot == kNever) return;
  events_.put({.when = std::max(now, slot), .kind = Kind::buffer_worm, .link = link, .channel = channel});
}

void WaitingNetwork::grant_those_who_wait(LinkIndex link, Ticks now) {
  Gate& here = gate(link);
  while (!here.queue.empty() && wiring_.link(link).free_at <= now) {  // with x = 0 it is free for another one
    const auto next = first_to_enter(here, now);
    if (next != here.queue.begin()) room_use_.lacked_channel = true;
    if (next == here.queue.end()) break;
    Transit* t = *next;
    const int lowest = t->lowest_channel;
    here.queue.erase(next);
    --here.waiting[static_cast<std::size_t>(lowest)];
    grant(t, link, free_channel(here, lowest, now), now);
  }
  wake(link);
}

/// Called before the link is taken.
void WaitingNetwork::note_room(const Transit& t, LinkIndex link, int channel, Ticks now) {
  const Ticks asked = t.message->asks;
  if (now > std::max(asked, wiring_.link(link).free_at)) room_use_.lacked_channel = true;
  if (channel > 1) room_use_.took_further_channel = true;
  if (is_worm() && now > asked && !t.hops.empty() && t.hops.back().has_slot) room_use_.waited_in_slot = true;
}

void WaitingNetwork::grant(Transit* t, LinkIndex link, int channel, Ticks now) {
  Message* m = t->message;
  note_room(*t, link, channel, now);
  Channel& entered = gate(link).channels[static_cast<std::size_t>(channel)];
  if (has_slots_for_worms() && !t->hops.empty()) {
    const Transit::Hop& last = t->hops.back();
    Channel& before = gate(last.link).channels[static_cast<std::size_t>(last.channel)];
    std::erase(before.blocked, t);
  }
  const Ticks asks_next = grants_.enter(wiring_.link(link), link, *m, now);
  if (now > m->asks) grants_.note_delay(m->link_wait, now - m->asks);
  Transit::Hop& hop = t->hops.emplace_back();
  hop = {.link = link,
         .channel = channel,
         .asked = m->asks,
         .entered = now,
         .tail = wiring_.link(link).free_at,
         .th = wiring_.has_equal_links() ? wiring_.costs().th : wiring_.costs_of(link).th};
  if (entered.slots.available() <= now) {
    hop.has_slot = true;
    entered.slots.take(now);
  }
  if (is_worm()) entered.free_at = kNever;
  finish_hops(*t);
  m->asks = asks_next;
  if (t->is_all_known()) {
    has_news_ = true;
    forget(t);
  }
  if (is_perturbed_) client_.delay(0);
  cross(link, m);
}

/// What the tail has passed, as far as that is known, is free for others.
void WaitingNetwork::finish_hops(Transit& t) {
  const Ticks x = t.message->x;
  for (; t.unfinished < t.hops.size(); ++t.unfinished) {
    const std::size_t j = t.unfinished;
    Transit::Hop& hop = t.hops[j];
    const Ticks passed = is_worm() ? t.tail_passes(j, x) : hop.tail;
    if (passed == kNever) return;
    if (grants_.is_observed())
      grants_.tell_hop(*t.message, static_cast<int>(j), hop.link, hop.channel, hop.asked, hop.entered,
                       std::min(passed, kBeyond));
    if (is_worm()) {
      gate(hop.link).channels[static_cast<std::size_t>(hop.channel)].free_at = std::min(passed, kBeyond);
      wake(hop.link);
      if (j == 0) {
        has_news_ = true;
        client_.tail_left(t.message, passed);
      }
    }
    if (j > 0) free_slot(t.hops[j - 1], std::min(passed, kBeyond) + t.hops[j - 1].th);
    if (static_cast<int>(j) + 1 == t.links) free_slot(hop, hop.tail + 2 * hop.th);
  }
}

void WaitingNetwork::free_slot(const Transit::Hop& hop, Ticks when) {
  if (!hop.has_slot) return;
  Channel& channel = gate(hop.link).channels[static_cast<std::size_t>(hop.channel)];
  channel.slots.give_back(when);
  if (!is_worm()) wake(hop.link);
  if (!channel.blocked.empty())
    events_.put({.when = when, .kind = Kind::buffer_worm, .link = hop.link, .channel = hop.channel});
}

/// The first worm that waits behind a link goes into the buffer there, if there is a slot.
void WaitingNetwork::buffer_worm(LinkIndex link, int channel, Ticks now) {
  Channel& here = gate(link).channels[static_cast<std::size_t>(channel)];
  if (here.blocked.empty() || here.slots.available() > now) return;
  Transit& t = *here.blocked.front();
  here.blocked.erase(here.blocked.begin());
  t.hops.back().has_slot = true;
  t.hops.back().taken_in = now;
  here.slots.take(now);
  buffer_next_worm(link, channel, now);
  finish_hops(t);
}

// --- what a message leaves behind -----------------------------------------------------------------------------------

/// To the node at the link's head, which worker 0 serves too.
void WaitingNetwork::cross(LinkIndex link, Message* m) {
  leave_link(*m, wiring_.opened(link).head);
  if (m->hops_left != 0) return await_next_link(m);
  grants_.reach_mailbox(*m);
  client_.deliver(0, {&m, 1});
}

void WaitingNetwork::forget(Transit* t) {
  t->message->transit = nullptr;
  const std::size_t place = t->place;
  under_way_.back()->place = place;
  std::swap(under_way_[place], under_way_.back());
  spare_.push_back(std::move(under_way_.back()));
  under_way_.pop_back();
}

// --- how soon --------------------------------------------------------------------------------------------------------

Ticks WaitingNetwork::earliest_arrival() const {
  Ticks least = kNever;
  if (events_.empty()) return least;
  for (const auto& t : under_way_)
    least = std::min(least, std::max(earliest_asking(), t->message->asks) + t->message->rest(wiring_.costs()));
  return least;
}

Ticks WaitingNetwork::earliest_reception(Ticks startup) const {
  Ticks least = kNever;
  if (events_.empty()) return least;
  for (const auto& t : under_way_) {
    const Message& m = *t->message;
    least = std::min(least, std::max(earliest_asking(), m.asks) + m.rest(wiring_.costs()) -
                                wiring_.costs().transmission(m.bytes) - startup);
  }
  return least;
}

void WaitingNetwork::add_in_flight(std::vector<Message*>& messages) const {
  for (const auto& t : under_way_)
    if (t->message->announcement == nullptr) messages.push_back(t->message);
}

Ticks WaitingNetwork::earliest_tail() const {
  Ticks least = kNever;
  if (events_.empty() || !is_worm()) return least;
  for (const auto& t : under_way_)
    if (t->unfinished == 0) least = std::min(least, t->leaves_after(earliest_asking(), t->message->x));
  return least;
}

std::vector<StuckMessage> WaitingNetwork::stuck() const {
  std::vector<StuckMessage> all;
  for (const auto& t : under_way_) {
    StuckMessage& one = all.emplace_back();
    one.message = t->message;
    one.wants = wanted(*t);
    for (std::size_t j = t->unfinished; j < t->hops.size(); ++j)
      if (is_worm()) one.holds.push_back({t->hops[j].link, t->hops[j].channel, false});
    if (!t->hops.empty() && t->hops.back().has_slot)
      one.holds.push_back({t->hops.back().link, t->hops.back().channel, true});
    one.channel = t->lowest_channel;
  }
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
