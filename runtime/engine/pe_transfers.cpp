// SPDX-License-Identifier: Apache-2.0
// What a PE does with messages: sends, and receives as they are posted (T2, T10, T12). How they complete is in
// engine/pe_completion.cpp.

#include "runtime/core/checksum.hpp"
#include "runtime/engine/pe_inline.hpp"
#include "runtime/engine/tap.hpp"
#include "runtime/model/clock.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>

namespace toruscope::detail {

// --- sending ---------------------------------------------------------------------------------------------------

void Pe::refuse_partner(const char* operation, const Group& group, Rank partner, int tag,
                        bool is_receive) const {
  if (!can_be_partner(group, partner, is_receive))
    fail(fmt::format("{}: {} is not a rank of this communicator (ranks are 0..{}{})", operation, partner,
                     group.size() - 1, is_receive ? ", or any_source" : ""));
  fail(fmt::format("{}: tag {} is out of range (tags are 0..{}{})", operation, tag, kMaxTag,
                   is_receive ? ", or any_tag" : ""));
}

Message* Pe::carrying(OwnedBuffer data) {
  if (tap_ != nullptr) last_read_ = data.bytes().data();
  return worker_.messages.carrying(std::move(data));
}

/// T12: one copy and no time.
void Pe::send_to_self(Message* message) {
  Message& m = *message;
  m.sequence = sends_to_self_++;
  m.start = clock_;
  m.complete = m.asks = clock_.time;
  static_cast<void>(mailbox_.deliver(message));  // a PE that posts does not wait
}

/// Its route, what that takes, and what is counted of it.
void Pe::prepare_way(Message& m) {
  m.sequence = sends_++;
  Route& legs = worker_.route;
  run_.topology().route(rank_, m.destination, legs);
  m.legs.clear();
  for (const Leg& leg : legs) {
    m.legs.push_back(leg);
    m.hops_left += leg.steps;
  }
  m.x = run_.costs().transmission(m.bytes);
  m.hop = run_.costs().th + (run_.stores_messages() ? m.x : Ticks{});
  if (!run_.has_equal_links()) run_.measure_way(m);
  m.at = rank_;
  m.steps_left = m.legs.front().steps;
  ++book_.messages_sent;
  if (run_.topology().is_detour(rank_, m.destination)) ++book_.detours;
  book_.bytes_sent += static_cast<std::int64_t>(m.bytes);
}

void Pe::post_send(const Place& place, Rank to, Message* message, int tag, RequestState* request,
                   bool is_synchronous) {
  if (tap_ != nullptr) return send_through_tap(place, to, message, tag, request, is_synchronous);
  Message& m = *message;
  fill_envelope(place, to, m, tag);
  if (m.is_to_self()) {
    if (request != nullptr) request->complete = clock_;
    return send_to_self(message);
  }
  if (request != nullptr) {
    request->complete.time = kNever;
    request->sending = message;
    m.request = request;
  }
  prepare_way(m);
  const bool waits = is_synchronous || waits_for_receive(m);
  if (watch_ && !waits) watch_send(m, clock_.time);
  if (waits || is_bookable_later() || !queued_sends_.is_empty()) return post_later(message, waits);
  start_later_send(m, clock_);
}

const Stamp& Pe::post_at_once(Message* message) {
  Message& m = *message;
  if (m.is_to_self()) {
    send_to_self(message);
    return clock_;
  }
  prepare_way(m);
  if (watch_) watch_send(m, clock_.time);
  return start_send(m, clock_);
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
  for (const Tap::Sending& s : instead) check_way(s.place.group, s.to, s.data.size());
  for (const Tap::Sending& s : instead)
    post_send(s.place, s.to, copy_of(s.data), s.tag, &s == &instead.back() ? request : nullptr, is_synchronous);
}

/// A message whose end may be too late, unless it goes nowhere.
void Pe::check_long(const Group& group, Rank to, std::size_t bytes) const {
  check_size("send", bytes);
  if (group.world_rank(to) != rank_) refuse_length("send", bytes, "would end");
}

void Pe::check_size(const char* operation, std::size_t bytes) const {
  if (bytes > PTRDIFF_MAX)
    fail(fmt::format("{}: no memory holds a buffer of {} bytes; was its size computed below 0?", operation,
                     bytes));
}

void Pe::refuse_length(const char* operation, std::size_t bytes, const char* what) const {
  throw ConfigError(fmt::format(
      "{}: a message of {} bytes {} after the longest virtual time (PE {} at {}); take smaller costs, a longer "
      "tick or less data",
      operation, bytes, what, rank_, run_.time_text(clock_.time)));
}

void Pe::send(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
  if (!is_synchronous && is_booked_at_once(*message)) {
    fill_envelope(place, to, *message, tag);
    clock_ = post_at_once(message);  // it is complete after the PE's own startup
    return;
  }
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
  if (request->is_known()) note_known(*request);
  if (is_real) {  // T2: the PE is kept for ts
    add_startup(clock_, run_.costs());
    note(clock_, Moment::Kind::startup, request->world_partner);
  }
  return request;
}

// --- receiving -------------------------------------------------------------------------------------------------

RequestState* Pe::post_receive(const Place& place, Rank from, Destination into, int tag, bool is_blocking) {
  check_size("recv", into.bytes.size());
  const Rank world_rank = from == any_source ? any_source : place.group.world_rank(from);
  RequestState* request = new_request(RequestState::Kind::receive, from, world_rank, tag);
  request->context = place.context;
  request->into = into;
  request->bytes = into.bytes.size();
  if (!is_blocking) request->clock = clock_;
  request->posted_at = is_blocking ? &clock_ : &request->clock;
  if (kChecksBuffers) request->checksum = checksum_of(into.bytes);
  try {
    mailbox_.post(*request);
  } catch (...) {  // this computer has no memory for it
    release(request);
    throw;
  }
  return request;
}

}  // namespace toruscope::detail
