// SPDX-License-Identifier: Apache-2.0
#include "runtime/network/ring_router.hpp"

#include "runtime/core/emptied.hpp"
#include "runtime/core/prefetch.hpp"
#include "runtime/model/clock.hpp"
#include "runtime/network/serving.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::core {

namespace {

constexpr std::uint64_t kWalksBetweenLooks = 4096;  // walks between two looks at the run's end
// Messages to be served are prefetched that far ahead.
constexpr std::size_t kServedAhead = 3;

// Order for heaps.
constexpr auto kAsksLater = [](const RingHeader& a, const RingHeader& b) { return a.asks > b.asks; };

/// The list for messages handed over in this phase, for the next one.
int place_of(int phase) {
  return phase % 2;
}

}  // namespace

RingRouter::RingRouter(const NetworkSetup& setup, Rings& rings, int worker)
    : wiring_(setup.wiring),
      rings_(rings),
      client_(setup.client),
      worker_(worker),
      is_perturbed_(setup.is_perturbed),
      is_small_(is_small(setup.wiring)),
      th_(setup.wiring.costs().th),
      latency_(setup.wiring.costs().latency),
      grants_(setup.wiring, setup.observers.of(worker)),
      listed_(static_cast<std::size_t>(rings.dimensions())) {}

RingRouter::~RingRouter() {
  if (turns_.empty())  // memory was refused
    for (const RingHeader& header : asking_) discard(header.message);
  for (; next_ < turns_.size(); ++next_) discard(asking_[turns_[next_].header].message);
  for (const Turn& turn : again_) discard(asking_[turn.header].message);
  for (Message* m : arrived_) discard(m);
}

void RingRouter::inject(Message* message) {
  const Ticks arrives = arrival(*message);
  sent_asks_ = std::min(sent_asks_, message->asks);
  sent_arrives_ = std::min(sent_arrives_, arrives);
  enter_ring(message, arrives, Rings::kOfPes);
}

template <class Use>
void RingRouter::for_each_under_way(Use&& use) const {
  for (const auto& rings : listed_)
    for (const std::uint32_t ring : rings)
      for (const RingHeader& header : rings_.ring(ring).headers) use(*header.message);
  for (int to = 0; to < rings_.workers(); ++to)
    for (Message* m : rings_.handed_over(Rings::kOfPes, worker_, to)) use(*m);
}

void RingRouter::add_in_flight(std::vector<Message*>& messages) const {
  for_each_under_way([&](Message& m) {
    if (m.announcement == nullptr) messages.push_back(&m);
  });
}

/// Delivers arrived messages. PEs' new messages are read in the first phase; before its end earlier
/// ones may still be read. Inline, as PEs go on from here, and after a switch of stacks the
/// processor mispredicts every return.
inline void RingRouter::deliver(int phase) {
  if (!arrived_.empty()) {
    const Emptied arrived(arrived_);
    client_.deliver(worker_, arrived_);
  }
  if (phase > 0 || rings_.workers() == 1) client_.resume_pes(worker_);
}

void RingRouter::serve(int phase, Ticks until) {
  if (phase == 0) sent_asks_ = sent_arrives_ = kNever;
  if (rings_.workers() > 1) take_over(phase);
  if (phase == rings_.dimensions()) {
    find_earliest();
  } else {
    // The list may grow meanwhile, by rings where nobody asks before the horizon.
    const std::vector<std::uint32_t>& listed = listed_[static_cast<std::size_t>(phase)];
    for (std::size_t i = 0; i < listed.size(); ++i) {
      if (Ring& ring = rings_.ring(listed[i]); ring.asks < until) serve_ring(ring, until, place_of(phase));
      if (arrived_.size() >= kDelivered) deliver(phase);
    }
  }
  deliver(phase);
}

void RingRouter::take_over(int phase) {
  const int place = phase == 0 ? Rings::kOfPes : place_of(phase - 1);
  for (int from = 0; from < rings_.workers(); ++from) {
    if (from == worker_) continue;
    std::vector<Message*>& messages = rings_.handed_over(place, from, worker_);
    const Emptied emptied(messages);
    for (Message* m : messages)
      if (m->hops_left == 0)
        arrive(m, place_of(phase));
      else
        enter_ring(m, arrival(*m), place_of(phase));
  }
}

inline void RingRouter::enter_ring(Message* message, Ticks arrives, int place) {
  const Leg& leg = message->legs[message->leg];
  const auto [index, position] = rings_.place(wiring_.link_index(message->at, leg.port));
  Ring& ring = rings_.ring(index);
  if (ring.owner != worker_) {
    ++crossings_;
    rings_.handed_over(place, worker_, ring.owner).push_back(message);
    return;
  }
  if (!ring.is_listed) {
    ring.is_listed = true;
    listed_[static_cast<std::size_t>(ring.dimension)].push_back(index);
  }
  ring.headers.push_back({.asks = message->asks,
                          .frame = message->asks - position * th_,
                          .arrives = arrives,
                          .message = message,
                          .source = message->source,
                          .position = position,
                          .virtual_channel = leg.virtual_channel});
  note_last(ring);
}

void RingRouter::take_asking(Ring& ring, Ticks until) {
  if (ring.latest < until) {
    asking_.swap(ring.headers);
    ring.is_heap = false;
    ring.asks = ring.arrives = kNever;
    ring.latest = Ticks{-1};
  } else {
    if (!std::exchange(ring.is_heap, true))
      std::make_heap(ring.headers.begin(), ring.headers.end(), kAsksLater);
    while (ring.headers.front().asks < until) {
      std::pop_heap(ring.headers.begin(), ring.headers.end(), kAsksLater);
      asking_.push_back(ring.headers.back());
      ring.headers.pop_back();
    }
    ring.asks = ring.headers.front().asks;
  }
  // PEs send in the order of their ranks, which is that of the frames or its reverse.
  const std::size_t size = asking_.size();
  const bool is_reverse = asking_.back().frame < asking_.front().frame;
  turns_.resize(size);
  for (std::size_t i = 0; i < size; ++i) {
    const std::size_t header = is_reverse ? size - 1 - i : i;
    turns_[i] = {asking_[header].frame, header};
  }
  std::sort(turns_.begin(), turns_.end(), [this](const Turn& a, const Turn& b) { return is_before(a, b); });
}

void RingRouter::prefetch_asking(std::size_t i) const {
  if (!is_small_ && i < turns_.size()) prefetch_lines<kRouted>(asking_[turns_[i].header].message);
}

void RingRouter::serve_ring(Ring& ring, Ticks until, int place) {
  take_asking(ring, until);
  for (std::size_t i = 0; i < kServedAhead; ++i) prefetch_asking(i);
  while (next_ < turns_.size() || !again_.empty()) {
    if (++walks_ % kWalksBetweenLooks == 0 && client_.must_stop()) {
      for (; next_ < turns_.size(); ++next_) wait(ring, asking_[turns_[next_].header]);
      for (; !again_.empty(); again_.pop_back()) wait(ring, asking_[again_.back().header]);
      break;
    }
    Turn turn = take_turn();
    RingHeader& header = asking_[turn.header];
    while (walk(ring, header, until, place)) {
      turn.frame = header.frame;
      if ((next_ == turns_.size() || is_before(turn, turns_[next_])) &&
          (again_.empty() || is_before(turn, again_.front())))
        continue;
      again_.push_back(turn);
      std::push_heap(again_.begin(), again_.end(), is_after());
      break;
    }
  }
  asking_.clear();
  turns_.clear();
  next_ = 0;
  if (ring.is_heap) find_earliest_arrival(ring);
}

/// Takes out the turn that comes first.
inline RingRouter::Turn RingRouter::take_turn() {
  if (next_ < turns_.size() && (again_.empty() || is_before(turns_[next_], again_.front()))) {
    prefetch_asking(next_ + kServedAhead);
    return turns_[next_++];
  }
  std::pop_heap(again_.begin(), again_.end(), is_after());
  const Turn turn = again_.back();
  again_.pop_back();
  return turn;
}

/// Walks down the heap as far as a header could arrive before the earliest arrival found.
void RingRouter::find_earliest_arrival(Ring& ring) {
  const Costs& costs = wiring_.costs();
  const Ticks least = costs.th + costs.tm + costs.latency;  // from the last link on
  ring.arrives = kNever;
  to_visit_.assign(ring.headers.empty() ? 0 : 1, 0);
  while (!to_visit_.empty()) {
    const std::size_t i = to_visit_.back();
    to_visit_.pop_back();
    const RingHeader& header = ring.headers[i];
    if (header.asks + least >= ring.arrives) continue;
    ring.arrives = std::min(ring.arrives, header.arrives);
    for (const std::size_t below : {2 * i + 2, 2 * i + 1})
      if (below < ring.headers.size()) to_visit_.push_back(below);
  }
}

/// Leaves the header in its ring until the next horizon.
void RingRouter::wait(Ring& ring, const RingHeader& header) {
  ring.headers.push_back(header);
  note_last(ring);
}

/// Updates the ring's bounds for its last header, which has just been added.
inline void RingRouter::note_last(Ring& ring) {
  const Ticks asks = ring.headers.back().asks;
  ring.asks = std::min(ring.asks, asks);
  ring.latest = std::max(ring.latest, asks);
  ring.arrives = std::min(ring.arrives, ring.headers.back().arrives);
  if (ring.is_heap) std::push_heap(ring.headers.begin(), ring.headers.end(), kAsksLater);
}

/// Moves a header on: to the first link that is busy, which is granted when it is free, to where
/// its way turns, to the end of the ring, or to the last link for which it asks before `until`.
/// True if it asks for one more link of the ring by then.
inline bool RingRouter::walk(Ring& ring, RingHeader& header, Ticks until, int place) {
  const Ticks th = th_;
  Message& m = *header.message;
  const int begin = header.position;
  int end = std::min(begin + m.steps_left, ring.links);
  if (header.frame + (end - 1) * th >= until)
    end = static_cast<int>((until - header.frame + th - Ticks{1}).count / th.count);

  Ticks* free_at = rings_.free_at(ring);
  const Ticks frame = header.frame;
  const Ticks busy_until = frame + m.x;
  int at = begin;
  while (at < end && free_at[at] <= frame) free_at[at++] = busy_until;
  if (at < end) {
    header.frame = std::max(frame, std::min(free_at[at], kBeyond));
    free_at[at++] = header.frame + m.x;
    grants_.note_delay(m.link_wait, header.frame - frame);
    rings_.add_wait(ring, at - 1, header.frame - frame);
  }
  rings_.add_load(ring, begin, at, static_cast<std::int64_t>(m.bytes));
  if (grants_.is_observed()) tell_walk(ring, header, frame, at);
  if (is_perturbed_) client_.delay(worker_);

  const int steps = at - begin;
  m.hops += steps;
  m.hops_left -= steps;
  m.steps_left -= steps;
  m.at = rings_.node(ring, at);
  m.asks = header.frame + at * th;
  if (m.hops_left == 0) {
    m.asks += m.x + latency_;
    arrive(&m, place);
    return false;
  }
  if (at == ring.links && ring.is_closed) {
    at = 0;
    header.frame = m.asks;
  }
  if (m.steps_left == 0) {
    const Leg& leg = m.legs[++m.leg];
    m.steps_left = leg.steps;
    if (leg.port != ring.port) {
      enter_ring(&m, arrival(m), place);
      return false;
    }
    header.virtual_channel = leg.virtual_channel;
  }
  header.position = at;
  header.asks = m.asks;
  header.arrives = arrival(m);
  if (m.asks < until) return true;
  wait(ring, header);
  return false;
}

/// Reports the links before `end` that the header has passed; only the last may have delayed it.
void RingRouter::tell_walk(const Ring& ring, const RingHeader& header, Ticks frame, int end) {
  const Ticks th = wiring_.costs().th;
  const Message& m = *header.message;
  for (int at = header.position; at < end; ++at) {
    const Ticks granted = (at + 1 == end ? header.frame : frame) + at * th;
    grants_.tell_hop(m, m.hops + at - header.position, wiring_.link_index(rings_.node(ring, at), ring.port),
                     static_cast<int>(header.virtual_channel), frame + at * th, granted,
                     std::min(granted + m.x, kBeyond));
  }
}

inline void RingRouter::arrive(Message* message, int place) {
  const int owner = wiring_.router_owner(message->destination);
  if (owner == worker_) {
    arrived_.push_back(message);
    return;
  }
  ++crossings_;
  rings_.handed_over(place, worker_, owner).push_back(message);
}

void RingRouter::find_earliest() {
  earliest_ = sent_asks_;
  earliest_arrival_ = sent_arrives_;
  for (auto& rings : listed_)
    std::erase_if(rings, [&](std::uint32_t index) {
      Ring& ring = rings_.ring(index);
      earliest_ = std::min(earliest_, ring.asks);
      earliest_arrival_ = std::min(earliest_arrival_, ring.arrives);
      ring.is_listed = !ring.headers.empty();
      return !ring.is_listed;
    });
}

}  // namespace toruscope::core
