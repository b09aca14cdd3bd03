// SPDX-License-Identifier: Apache-2.0
// What a PE does with messages: sends and receives (T2, T4, T5, T10, T12).

#include "runtime/core/check.hpp"
#include "runtime/engine/pe.hpp"
#include "runtime/engine/run.hpp"
#include "runtime/engine/tap.hpp"
#include "runtime/model/clock.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace toruscope::detail {

namespace {

#ifdef NDEBUG
constexpr bool kChecksBuffers = false;
#else
constexpr bool kChecksBuffers = true;
#endif

/// FNV-1a, to notice that a buffer was written while a receive owned it.
std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const std::byte b : bytes) hash = (hash ^ std::to_integer<std::uint64_t>(b)) * 0x100000001b3U;
  return hash;
}

}  // namespace

// --- sending ---------------------------------------------------------------------------------------------------

namespace {

/// Why a transfer with this partner and tag cannot be; empty if it can.
std::string refusal(const char* operation, const Group& group, Rank partner, int tag, bool is_receive) {
  const char* or_any = is_receive ? ", or any_source" : "";
  if ((partner < 0 || partner >= group.size()) && !(is_receive && partner == any_source))
    return fmt::format("{}: {} is not a rank of this communicator (ranks are 0..{}{})", operation, partner,
                       group.size() - 1, or_any);
  if ((tag < 0 || tag > kMaxTag) && !(is_receive && tag == any_tag))
    return fmt::format("{}: tag {} is out of range (tags are 0..{}{})", operation, tag, kMaxTag,
                       is_receive ? ", or any_tag" : "");
  return {};
}

}  // namespace

bool Pe::check_send(const char* operation, const Group& group, Rank to, int tag) {
  if (!check(operation)) return false;
  if (const std::string reason = refusal(operation, group, to, tag, false); !reason.empty()) fail(reason);
  return true;
}
bool Pe::check_receive(const char* operation, const Group& group, Rank from, int tag) {
  if (!check(operation)) return false;
  if (const std::string reason = refusal(operation, group, from, tag, true); !reason.empty()) fail(reason);
  return true;
}

void Pe::check_send_in_round(const Group& group, Rank to, int tag) {
  if (const std::string reason = refusal("round", group, to, tag, false); !reason.empty()) fail(reason);
}
void Pe::check_receive_in_round(const Group& group, Rank from, int tag) {
  if (const std::string reason = refusal("round", group, from, tag, true); !reason.empty()) fail(reason);
}

Message* Pe::copy_of(std::span<const std::byte> data) {
  last_read_ = data.data();
  return worker_.messages.copy_of(data);
}
Message* Pe::carrying(OwnedBuffer data) {
  last_read_ = data.bytes().data();
  return worker_.messages.carrying(std::move(data));
}

void Pe::post_send(const Place& place, Rank to, Message* message, int tag, RequestState* request,
                   bool is_synchronous) {
  if (tap_ != nullptr) return send_through_tap(place, to, message, tag, request, is_synchronous);
  Message& m = *message;
  m.source = rank_;
  m.source_in_group = place.rank;
  m.destination = place.group.world_rank(to);
  m.tag = tag;
  m.context = place.context;
  m.sequence = sends_;
  m.posted = clock_.time;
  if (m.is_to_self()) {  // T12: one copy and no time
    m.sequence = sends_to_self_++;
    m.start = clock_;
    m.complete = m.asks = clock_.time;
    if (request != nullptr) request->complete = clock_;
    static_cast<void>(mailbox_.deliver(message));  // a PE that posts does not wait
    return;
  }
  if (request != nullptr) {
    request->complete.time = kNever;
    request->sending = message;
    m.request = request;
  }
  run_.topology().route(rank_, m.destination, m.legs);
  m.x = run_.costs().transmission(m.bytes);
  m.hop = run_.costs().th + (run_.stores_messages() ? m.x : Ticks{});
  if (!run_.has_equal_links()) run_.measure_way(m);
  m.at = rank_;
  for (const Leg& leg : m.legs) m.hops_left += leg.steps;
  m.steps_left = m.legs.front().steps;
  ++sends_;
  ++book_.messages_sent;
  if (run_.topology().is_detour(rank_, m.destination)) ++book_.detours;
  book_.bytes_sent += static_cast<std::int64_t>(m.bytes);
  const bool waits = is_synchronous || waits_for_receive(m);
  if (watch_ && !waits) watch_send(m, clock_.time);
  if (waits || is_bookable_later() || !later_sends_.empty()) return post_later(message, waits);
  start_send(m, clock_);
}

/// Sends what the tap makes of a message.
void Pe::send_through_tap(const Place& place, Rank to, Message* message, int tag, RequestState* request,
                          bool is_synchronous) {
  struct Lifted {  // what the tap sends instead is not shown to it again
    Tap*& place;
    Tap* const tap = std::exchange(place, nullptr);
    ~Lifted() { place = tap; }
  } const lifted{tap_};
  const auto body = message->contents();
  Tap::Sending asked{place, to, tag, {body.begin(), body.end()}, last_read_};
  worker_.messages.put(message);
  const auto instead = lifted.tap->send(std::move(asked));
  if (request != nullptr) request->complete = clock_;
  for (const Tap::Sending& s : instead)
    post_send(s.place, s.to, copy_of(s.data), s.tag, &s == &instead.back() ? request : nullptr, is_synchronous);
}

/// A clock that would pass the longest virtual time is refused, never wrapped.
void Pe::check_length(const Group& group, Rank to, std::size_t bytes) const {
  if (group.world_rank(to) == rank_) return;
  Costs c = run_.costs();
  const LinkCosts& dearest = run_.dearest_link();
  c.tm = dearest.tm;
  c.tw = dearest.tw;
  c.th = dearest.th;
  std::int64_t x = 0;
  std::int64_t wires = 0;
  std::int64_t sum = 0;
  const bool is_too_long =
      __builtin_mul_overflow(static_cast<std::int64_t>(bytes), c.tw.count, &x) ||
      __builtin_mul_overflow(x, std::int64_t{run_.stores_messages() ? run_.topology().diameter() : 1}, &x) ||
      __builtin_mul_overflow(std::int64_t{run_.topology().diameter()}, c.th.count + c.tm.count, &wires) ||
      __builtin_add_overflow(x, wires, &sum) || __builtin_add_overflow(sum, clock_.time.count, &sum) || [&] {
        for (const Ticks part : {c.ts, c.tr, c.tm, c.latency, c.gap})
          if (__builtin_add_overflow(sum, part.count, &sum)) return true;
        return Ticks{sum} > kLongest;
      }();
  if (is_too_long) refuse_length("send", bytes, "would end");
}

void Pe::refuse_length(const char* operation, std::size_t bytes, const char* what) const {
  throw ConfigError(fmt::format(
      "{}: a message of {} bytes {} after the longest virtual time (PE {} at {}); take smaller costs, a longer "
      "tick or less data",
      operation, bytes, what, rank_, run_.time_text(clock_.time)));
}

void Pe::send(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
  RequestState* request = new_request(RequestState::Kind::send, to, place.group.world_rank(to), tag);
  request->bytes = message->bytes;
  const bool is_real = request->world_partner != rank_;
  post_send(place, to, message, tag, request, is_synchronous);
  complete({&request, 1}, is_synchronous ? "ssend" : "send", is_real);
}

RequestState* Pe::isend(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
  RequestState* request = new_request(RequestState::Kind::send, to, place.group.world_rank(to), tag);
  request->bytes = message->bytes;
  const bool is_real = request->world_partner != rank_;
  post_send(place, to, message, tag, request, is_synchronous);
  if (is_real) {  // T2: the PE is kept for ts
    add_startup(clock_, run_.costs());
    note(clock_, Moment::Kind::startup, request->world_partner);
  }
  return request;
}

// --- receiving -------------------------------------------------------------------------------------------------

RequestState* Pe::post_receive(const Place& place, Rank from, Destination into, int tag) {
  const Rank world_rank = from == any_source ? any_source : place.group.world_rank(from);
  RequestState* request = new_request(RequestState::Kind::receive, from, world_rank, tag);
  request->context = place.context;
  request->into = into;
  request->bytes = into.bytes.size();
  request->posted_at = clock_;
  if (kChecksBuffers) request->checksum = checksum_of(into.bytes);
  mailbox_.post(*request);
  return request;
}

void Pe::wait_for(std::span<RequestState* const> requests, const char* operation) {
  if (needs_turn(requests)) {
    try {
      await_turn(Wait::Until::turn_all, requests, operation);
    } catch (const Unwound&) {
      release_all(requests);
      throw;
    }
    return;
  }
  wait_.until = Wait::Until::matched;
  awaiting_ = 0;
  for (RequestState* r : requests)
    if (!r->is_known()) {
      r->is_awaited = true;
      ++awaiting_;
    }
  if (awaiting_ == 0) return;
  wait_ = {Wait::Until::matched, operation, requests, nullptr};
  try {
    suspend(State::waiting);
  } catch (const Unwound&) {
    release_all(requests);
    throw;
  }
}

Stamp Pe::arrival_of(const Message& m) const {
  const int transmissions = run_.stores_messages() ? m.hops : 1;
  const Costs& costs = run_.costs();
  const bool is_equal = run_.has_equal_links();
  return detail::arrival_of(m.start, costs, m.bytes, m.hops, transmissions, m.link_wait,
                            is_equal ? Ticks{} : m.transmission - transmissions * costs.transmission(m.bytes),
                            is_equal ? Ticks{} : m.hop_time - m.hops * costs.th);
}

void Pe::take(RequestState& receive, Stamp& cursor, Stamp* arrived) {
  const Message& m = *receive.message;
  if (m.is_to_self()) {
    cursor = later(cursor, m.start);
    if (arrived != nullptr) *arrived = later(*arrived, m.start);
    return;
  }
  const Costs& costs = run_.costs();
  Stamp arrival = arrival_of(m);
  note(arrival, Moment::Kind::arrival, m.source, m.sequence);
  TORUSCOPE_CHECK(arrival.time == m.asks, "arrival by account", arrival.time.count, "by the network",
                  m.asks.count);
  const auto [available, held_by] =
      ports_.book_reception(arrival, m.source, m.bytes, m.x, run_.parameters(), costs);
  note_port_wait(arrival.time, available.time, {false, m.source}, held_by);
  note_wait(m, arrival.time - cursor.time);
  const Stamp taken = takes_.take(cursor, available, costs);
  if (taken.time > kLongest) refuse_length("recv", m.bytes, "arrives");
  cursor = taken;
  add_receive(cursor, costs);
  note(cursor, Moment::Kind::receive, m.source);
  ++book_.messages_received;
  if (run_.execution().record_events) record(m, arrival.time, available.time, taken.time);
  if (arrived != nullptr) *arrived = later(*arrived, arrival);
}

/// The PE waited so long for the arrival of a message.
void Pe::note_wait(const Message& m, Ticks waited) {
  if (waited <= Ticks{}) return;
  const Ticks by_links = std::min(waited, m.link_wait);
  book_.link_wait += by_links;
  book_.partner_wait += waited - by_links;
}

void Pe::record(const Message& m, Ticks arrival, Ticks available, Ticks taken) {
  Event& event = worker_.events.emplace_back();
  event.kind = Event::Kind::message;
  event.source = m.source;
  event.sequence = m.sequence;
  event.destination = m.destination;
  event.tag = m.tag;
  event.bytes = static_cast<std::int64_t>(m.bytes);
  event.hops = m.hops;
  event.posted = m.posted;
  event.start = m.start.time;
  event.left = m.complete;
  event.arrival = arrival;
  event.available = available;
  event.taken = taken;
}

/// Puts the body where the program wants it. Errors: ProgramError, after which the request is as if received.
Received Pe::store(RequestState& receive) {
  Message& m = *receive.message;
  const auto what = [&] {
    return fmt::format("recv: PE {} expected {} bytes from PE {} (tag {})", rank_, receive.bytes, m.source,
                       m.tag);
  };
  if (tap_ != nullptr) {
    auto* body = const_cast<std::byte*>(m.contents().data());  // the message is ours
    tap_->receive({m.source_in_group, m.tag, {body, m.bytes}, receive.into.bytes});
  }
  if (receive.into.adopt != nullptr) {
    if (!receive.into.adopt(receive.into.vector, m.owned, m.contents()))
      fail(fmt::format(
          "recv: the message of {} bytes from PE {} (tag {}) is no whole number of the elements asked for",
          m.bytes, m.source, m.tag));
    return {m.source_in_group, m.tag, m.bytes};
  }
  if (m.bytes > receive.bytes)
    fail(fmt::format("{} but the message has {}; sent at {}", what(), m.bytes, run_.time_text(m.posted)));
  if (kChecksBuffers && checksum_of(receive.into.bytes) != receive.checksum)
    fail(fmt::format("{} and its buffer was written while the receive owned it; touch it only after the wait",
                     what()));
  if (m.bytes != 0) std::memcpy(receive.into.bytes.data(), m.contents().data(), m.bytes);
  return {m.source_in_group, m.tag, m.bytes};
}

namespace {

/// To whom the first of the messages goes that leave the PE.
Rank first_partner(std::span<RequestState* const> requests) {
  for (const RequestState* r : requests)
    if (r->kind == RequestState::Kind::send && r->world_partner != r->pe->rank()) return r->world_partner;
  return -1;
}

}  // namespace

Received Pe::complete(std::span<RequestState* const> requests, const char* operation, bool pays_startup) {
  wait_for(requests, operation);
  return finish(requests, pays_startup);
}

Received Pe::finish(std::span<RequestState* const> requests, bool pays_startup) {
  await_own_sends(requests);
  Stamp cursor = clock_;
  if (pays_startup) {
    add_startup(cursor, run_.costs());
    note(cursor, Moment::Kind::startup, first_partner(requests));
  }
  sorted_.clear();
  const Stamp* done = nullptr;
  for (RequestState* r : requests) {
    if (r->kind == RequestState::Kind::receive) {
      sorted_.push_back(r);
    } else if (done == nullptr || r->complete.time > done->time) {
      done = &r->complete;
    }
  }
  std::sort(sorted_.begin(), sorted_.end(), [](const RequestState* a, const RequestState* b) {
    return arrives_first(*a->message, *b->message);
  });
  Stamp answered = clock_;  // when all had come, if receives without a source are pending
  Stamp* const arrived = mailbox_.has_unnamed() ? &answered : nullptr;
  for (RequestState* r : sorted_) take(*r, cursor, arrived);
  clock_ = done != nullptr ? later(*done, cursor) : cursor;  // model.md: own transfers count as own clock
  if (worker_.paths) worker_.paths->note_change(clock_, {Moment::Kind::sent, rank_});
  Received last;
  std::exception_ptr failure;
  for (RequestState* r : requests) {
    try {
      if (r->kind == RequestState::Kind::receive) last = store(*r);
    } catch (...) {
      if (!failure) failure = std::current_exception();
    }
    if (r->kind == RequestState::Kind::receive) mailbox_.complete(*r, answered);
    release(r);
  }
  if (failure) std::rethrow_exception(failure);
  return last;
}

}  // namespace toruscope::detail
