// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_links.hpp"

#include "tests/support/reference_dealt.hpp"

#include <algorithm>
#include <cassert>
#include <iterator>
#include <tuple>

namespace toruscope::test {

void ReferenceLinks::ask(std::size_t index, Time tick) {
  const Message& message = messages_[index];
  const Channel& channel = message.hops[message.hop].channel;
  Header header{tick, channel.order, channel.tail, message.source, message.sequence, index};
  if (is(Mistake::channels_in_no_order)) header.channel_order = header.tail = 0;
  if (is(Mistake::ties_to_highest_source)) header.source = -header.source;
  headers_.push(header);
  asked_[index] = tick;
}

std::optional<Time> ReferenceLinks::next_tick() const {
  std::optional<Time> next;
  if (!headers_.empty()) next = headers_.top().tick;
  if (!crowded_.empty() && !wakes_.empty()) next = std::min(next.value_or(kForever), *wakes_.begin());
  if (open_) next = std::min(next.value_or(kForever), *open_);
  return next;
}

bool ReferenceLinks::serve_one() {
  const Time now = *next_tick();
  if (!crowded_.empty() && !wakes_.empty() && *wakes_.begin() == now) {
    wakes_.erase(wakes_.begin());
    serve_queues(now);
    open_ = now;
    return true;
  }
  if (headers_.empty() || headers_.top().tick != now) {
    open_.reset();
    do {
      if (free_again()) serve_queues(now);
      take_in_worms(now);
    } while (!freed_.empty());
    return false;
  }
  const std::size_t index = headers_.top().message;
  headers_.pop();
  const Ends link = ends(messages_[index].hops[messages_[index].hop]);
  link_of(messages_[index].hops[messages_[index].hop]).queue.push_back(index);
  if (crowded_.empty()) wakes_.erase(wakes_.begin(), wakes_.upper_bound(now));
  serve_queue(link, now);
  open_ = now;
  return false;
}

/// Pass after pass, until one grants nothing that others have waited for.
void ReferenceLinks::serve_queues(Time now) {
  do {
    for (const Ends& link : std::set<Ends>(crowded_)) serve_queue(link, now);
  } while (free_again());
}

/// What grants of this tick have freed is free for those that come now.
bool ReferenceLinks::free_again() {
  for (const auto& [link, channel] : freed_)
    links_.at(link).channels[static_cast<std::size_t>(channel)].free = 0;
  return !std::exchange(freed_, {}).empty();
}

ReferenceLinks::Link& ReferenceLinks::link_of(const Hop& hop) {
  const auto [link, is_new] = links_.try_emplace(ends(hop));
  if (is_new) {
    link->second.channels.resize(static_cast<std::size_t>(reference_channels(machine_)));
    for (VirtualChannel& channel : link->second.channels)
      channel.slots.resize(static_cast<std::size_t>(machine_.buffers.value_or(0)));
  }
  return link->second;
}

/// Grants the link, first come, first served, so long as it is free for one of those that wait (T3,
/// T7, T8).
void ReferenceLinks::serve_queue(const Ends& ends, Time now) {
  Link& link = links_.at(ends);
  for (auto next = link.queue.begin(); next != link.queue.end() && link.free <= now;) {
    const std::size_t index = *next;
    const auto channel = channel_for(link, messages_[index].hops[messages_[index].hop], now);
    if (!channel) {
      ++next;
      continue;
    }
    link.queue.erase(next);
    enter(link, index, *channel, now);
    next = link.queue.begin();
  }
  if (link.queue.empty())
    crowded_.erase(ends);
  else
    crowded_.insert(ends);
}

/// The lowest virtual channel of the header's lane that it may enter now. With two or fewer each
/// lane has one.
std::optional<int> ReferenceLinks::channel_for(const Link& link, const Hop& hop, Time now) const {
  const auto has_slot = [&](const VirtualChannel& channel) {
    return std::any_of(channel.slots.begin(), channel.slots.end(), [&](Time free) { return free <= now; });
  };
  const int lanes = is_dealt(machine_) ? kMostLanes : 2;
  for (int v = hop.channel.lane; v < reference_channels(machine_); v += lanes) {
    if (v >= lanes && is(Mistake::one_channel_of_a_lane)) break;
    const VirtualChannel& channel = link.channels[static_cast<std::size_t>(v)];
    if (is_wormhole() ? channel.free <= now : (!machine_.buffers || has_slot(channel))) return v;
  }
  return std::nullopt;
}

/// The header enters its next link.
void ReferenceLinks::enter(Link& link, std::size_t index, int virtual_channel, Time now) {
  Message& message = messages_[index];
  Hop& hop = message.hops[message.hop];
  hop.entered = now;
  hop.virtual_channel = virtual_channel;
  hop.tail = now + hop.x;
  if (message.hop > 0) {
    const Hop& before = message.hops[message.hop - 1];
    if (!is(Mistake::tail_of_its_own_link)) hop.tail = std::max(hop.tail, before.tail + before.th);
  }
  link.free = hop.tail;
  wake_at(link.free, now);
  if (is_wormhole()) link.channels[static_cast<std::size_t>(virtual_channel)].free = kForever;
  if (take_slot(hop, now)) hop.taken_in = now + hop.th;

  LinkLoad& load = loads_[ends(hop)];
  load.messages += 1;
  load.bytes += static_cast<std::int64_t>(message.bytes);
  load.wait += now - asked_.at(index);
  hops_ += 1;
  message.waited += now - asked_.at(index);
  if (now > asked_.at(index)) delayed_.insert(index);
  asked_.erase(index);

  ++message.hop;
  const bool is_stored =
      machine_.switching == SwitchingMode::store_and_forward && !is(Mistake::stored_message_goes_through);
  if (message.hop < message.hops.size()) {
    assert(hop.th > 0 || message.hops[message.hop].channel.order > hop.channel.order);
    ask(index, (is_stored ? hop.tail : now) + hop.th);
  } else {
    const Time flights = is(Mistake::latency_per_hop) ? static_cast<Time>(message.hops.size()) : 1;
    message.arrival = hop.tail + hop.th + flights * message.costs.latency;
    // one flight may be shorter (T15)
    Time& last = last_arrivals_[{message.source, message.destination}];
    message.of_arrival = parts_of_arrival(message);
    if (last > *message.arrival && !is(Mistake::flights_overtake)) {
      message.arrival = last;
      message.of_arrival.reset();
    }
    last = *message.arrival;
  }
  release(message, now);
}

/// From its start on: a startup, hops with the waits for them, transmissions, a flight.
Parts ReferenceLinks::parts_of_arrival(const Message& message) const {
  // a slow tail may hide the wait
  if (message.waited > 0 && !machine_.slow.empty()) return std::nullopt;
  const std::int64_t hops = std::ssize(message.hops);
  const std::int64_t transmissions = machine_.switching == SwitchingMode::store_and_forward ? hops : 1;
  Account counts{.startups = 1,
                 .messages = transmissions,
                 .bytes = transmissions * message.length,
                 .hops = hops,
                 .latencies = 1};
  counts.link_wait = Ticks{message.waited};
  return plus(message.of_start, that_takes(machine_, counts, *message.arrival - *message.start));
}

/// Takes a free slot behind the hop's channel, if there is one.
bool ReferenceLinks::take_slot(Hop& hop, Time now) {
  std::vector<Time>& slots = link_of(hop).channels[static_cast<std::size_t>(hop.virtual_channel)].slots;
  const auto slot = std::find_if(slots.begin(), slots.end(), [&](Time free) { return free <= now; });
  if (slot == slots.end()) return false;
  *slot = kForever;
  hop.slot = static_cast<std::size_t>(slot - slots.begin());
  return true;
}

/// Worms that are blocked and have no slot get what is free behind the link that they have entered
/// last (T9).
void ReferenceLinks::take_in_worms(Time now) {
  if (!is_wormhole() || machine_.buffers.value_or(0) == 0 || is(Mistake::blocked_worm_waits_for_no_slot))
    return;
  using Entry = std::tuple<Time, Rank, std::int64_t, std::size_t>;  // who entered first
  std::set<Entry> blocked;
  for (const Ends& ends : crowded_)
    for (const std::size_t index : links_.at(ends).queue)
      if (const Message& m = messages_[index]; m.hop > 0 && !m.hops[m.hop - 1].slot)
        blocked.insert({*m.hops[m.hop - 1].entered, m.source, m.sequence, index});
  for (const Entry& entry : blocked) {
    Message& message = messages_[std::get<std::size_t>(entry)];
    Hop& hop = message.hops[message.hop - 1];
    if (!take_slot(hop, now)) continue;
    hop.taken_in = now;
    release(message, now);
  }
}

/// Finds out since when, or from when on, links behind the tail are released, as far as it is
/// known.
void ReferenceLinks::release(Message& message, Time now) {
  for (std::size_t j = 0; j < message.hop; ++j) {
    Hop& hop = message.hops[j];
    if (hop.released) continue;
    Time released = hop.tail;
    bool is_known = true;
    Time distance = hop.th;  // (q - j) th of T8
    const bool is_stopped = is_wormhole() && !is(Mistake::worm_leaves_when_unblocked);
    for (std::size_t q = j + 1; is_stopped && q < message.hops.size(); ++q) {
      const bool has_left = distance >= hop.x && !is(Mistake::worm_reaches_back_for_ever);
      const bool is_next = q == j + 1 && !is(Mistake::short_worm_holds_nothing);
      if (has_left && !is_next) break;
      const Hop& before = message.hops[q - 1];
      const std::optional<Time> moves_on = before.taken_in ? before.taken_in : message.hops[q].entered;
      is_known = moves_on.has_value();
      if (!is_known) break;
      released = std::max(released, *moves_on + (has_left ? 0 : hop.x - distance));
      if (before.taken_in) break;
      distance += message.hops[q].th;
    }
    if (!is_known) continue;

    hop.released = released;
    const bool was_held = now > *hop.entered || j + 1 < message.hop;
    if (is_wormhole() && was_held && released <= now)
      freed_.emplace_back(ends(hop), hop.virtual_channel);
    else if (is_wormhole())
      link_of(hop).channels[static_cast<std::size_t>(hop.virtual_channel)].free = released;
    wake_at(released, now);
    if (j == 0) continue;
    give_slot_back(message.hops[j - 1], released, now);
  }
  if (message.hop < message.hops.size()) return;
  Hop& last = message.hops.back();
  give_slot_back(last, is(Mistake::no_slot_at_the_last_link) ? now - last.th : last.tail + last.th, now);
}

/// The tail has left the router behind the hop, or will have (T9).
void ReferenceLinks::give_slot_back(const Hop& hop, Time tail_left, Time now) {
  if (!hop.slot) return;
  const Time free = tail_left + (is(Mistake::slot_free_with_the_tail) ? 0 : hop.th);
  link_of(hop).channels[static_cast<std::size_t>(hop.virtual_channel)].slots[*hop.slot] = free;
  wake_at(free, now);
}

void ReferenceLinks::wake_at(Time tick, Time now) {
  if (tick > now) wakes_.insert(tick);
}

std::optional<Time> ReferenceLinks::free_from(Node tail, Node head) const {
  const auto link = links_.find({tail, head});
  return link == links_.end() ? std::nullopt : std::optional(link->second.free);
}

void ReferenceLinks::report_to(Outcome& outcome) const {
  outcome.links = loads_;
  outcome.hops = hops_;
  outcome.link_conflicts = static_cast<std::int64_t>(delayed_.size());
  for (const Ends& wanted : crowded_)
    for (const std::size_t index : links_.at(wanted).queue) {
      const Message& message = messages_[index];
      BlockedHeader blocked{message.source, message.destination, wanted, {}};
      for (std::size_t j = 0; j < message.hop; ++j) {
        const Hop& hop = message.hops[j];
        const bool is_held = is_wormhole() && !hop.released;
        if (is_held || (j + 1 == message.hop && hop.slot)) blocked.holds.push_back(ends(hop));
      }
      outcome.blocked.push_back(blocked);
      outcome.finish = std::max(outcome.finish, asked_.at(index));
    }
}

}  // namespace toruscope::test
