// SPDX-License-Identifier: Apache-2.0
// How a call of a PE completes: it waits, takes what has arrived, pays for it and puts it where the program wants it
// (T4, T5, T6, T10).
//
//   PE       complete(): waits, if something is missing
//   worker   resume(): when nothing is missing any more, finishes the call on its own stack, which is in the host's caches
//            where that of one PE of thousands is not; what a round sends is posted there too. Where PEs hand
//            on control, the one that waits does this for the next (Run::hand_on())
//   PE       goes on with what it has received, or with the error

#include "runtime/core/check.hpp"
#include "runtime/core/checksum.hpp"
#include "runtime/engine/pe_inline.hpp"
#include "runtime/engine/tap.hpp"
#include "runtime/model/clock.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toruscope::detail {

// --- waiting ---------------------------------------------------------------------------------------------------

/// Suspends the PE; if the run is ended, nobody waits for the requests any more.
bool Pe::suspend_with(std::span<RequestState* const> requests) {
  const auto give_up = [&] {
    rest_.is_left = false;
    release_all(requests);
  };
  try {
    if (suspend(State::waiting)) return true;
  } catch (const Unwound&) {
    give_up();
    throw;
  }
  give_up();
  return false;
}

/// True if one of the requests is missing something: the PE is to be told.
bool Pe::expects_more(std::span<RequestState* const> requests) {
  wait_.until = Wait::Until::matched;
  awaiting_ = 0;
  for (RequestState* r : requests)
    if (!r->is_known()) {
      r->is_awaited = true;
      ++awaiting_;
    }
  return awaiting_ != 0;
}

Received Pe::complete(std::span<RequestState* const> requests, const char* operation, bool pays_startup) {
  if (needs_turn(requests)) {
    post_round_sends();
    bool is_over = false;
    try {
      is_over = !await_turn({Wait::Until::turn_all, operation, requests});
    } catch (const Unwound&) {
      release_all(requests);
      throw;
    }
    if (is_over) {
      release_all(requests);
      return {};
    }
  } else if (expects_more(requests)) {
    wait_ = {Wait::Until::matched, operation, requests};
    rest_.is_left = !may_wait_for_own_sends() && tap_ == nullptr;
    rest_.pays_startup = pays_startup;
    if (!suspend_with(requests)) return {};
    if (std::exchange(rest_.is_left, false)) {
      if (rest_.error) std::rethrow_exception(std::exchange(rest_.error, nullptr));
      return rest_.received;
    }
  }
  post_round_sends();
  return finish(requests, pays_startup);
}

/// What is left of the call for which the PE has waited.
void Pe::finish_for_program() {
  try {
    rest_.received = finish(wait_.requests, rest_.pays_startup);
  } catch (...) {
    rest_.error = std::current_exception();
  }
}

// --- taking ----------------------------------------------------------------------------------------------------

void Pe::take(RequestState& receive, Stamp& cursor, Stamp* arrived) {
  const Message& m = *receive.message;
  if (m.is_to_self()) {
    cursor = later(cursor, m.start);
    if (arrived != nullptr) *arrived = later(*arrived, m.start);
    return;
  }
  const Costs& costs = run_.costs();
  Stamp available = arrival_of(m);
  note(available, Moment::Kind::arrival, m.source, m.sequence);
  const Ticks arrival = m.asks;
  TORUSCOPE_CHECK(available.time == arrival, "arrival by account", available.time.count, "by the network",
                  arrival.count);
  if (arrived != nullptr) *arrived = later(*arrived, available);
  keep_expected(&m);
  const bool is_in_port = ports_.keeps_arrival();
  // No send waits for its receive there (T11), or what arrives has been noted already.
  const bool is_remembered = !m.was_announced && last_arrivals_ == nullptr;
  if (is_remembered && !is_in_port) expect({m.source, m.sequence, available});
  const PortUse held_by = ports_.book_reception(available, m.source, m.bytes, m.x, run_.parameters(), costs);
  if (is_remembered && is_in_port) expect_in_port(m, available);
  note_port_wait(arrival, available.time, {false, m.source}, held_by);
  note_wait(m, arrival - cursor.time);
  takes_.take(cursor, available, costs);
  const Ticks taken = cursor.time;
  if (taken > kLongest) refuse_length("recv", m.bytes, "arrives");
  add_receive(cursor, costs);
  note(cursor, Moment::Kind::receive, m.source);
  ++book_.messages_received;
  if (run_.execution().record_events) record(m, arrival, available.time, taken);
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
  copy(m.contents(), receive.into.bytes);
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

/// One reception, with what is sent beside it: most calls. As finish(), which see.
Received Pe::finish_one(RequestState& receive, bool pays_startup) {
  const Stamp* sent = std::exchange(round_sent_, nullptr);
  Received received;
  try {
    Stamp cursor = clock_;
    if (pays_startup) add_startup(cursor, run_.costs());
    take(receive, cursor, nullptr);
    clock_ = sent != nullptr ? later(*sent, cursor) : cursor;
    received = store(receive);
  } catch (...) {
    release(&receive);
    wait_.requests = {};
    throw;
  }
  release(&receive);
  wait_.requests = {};
  return received;
}

Received Pe::finish(std::span<RequestState* const> requests, bool pays_startup) {
  if (!await_own_sends(requests)) return {};
  if (requests.size() == 1 && requests[0]->kind == RequestState::Kind::receive && !mailbox_.has_unnamed() &&
      paths_ == nullptr)
    return finish_one(*requests[0], pays_startup);
  Stamp cursor = clock_;
  if (pays_startup) {
    add_startup(cursor, run_.costs());
    note(cursor, Moment::Kind::startup, first_partner(requests));
  }
  boost::container::small_vector<RequestState*, 8> receptions;  // in booking order
  const Stamp* done = std::exchange(round_sent_, nullptr);
  for (RequestState* r : requests) {
    if (r->kind == RequestState::Kind::receive) {
      receptions.push_back(r);
    } else if (done == nullptr || r->complete.time > done->time) {
      done = &r->complete;
    }
  }
  if (receptions.size() > 1)
    std::sort(receptions.begin(), receptions.end(), [](const RequestState* a, const RequestState* b) {
      return arrives_first(*a->message, *b->message);
    });
  std::optional<Stamp> arrived;  // when all had come, if receives without a source are pending
  if (mailbox_.has_unnamed()) arrived = clock_;
  std::exception_ptr failure;
  try {
    for (RequestState* r : receptions) take(*r, cursor, arrived ? &*arrived : nullptr);
    clock_ = done != nullptr ? later(*done, cursor) : cursor;  // reading (a): own transfers count as own clock
    if (paths_ != nullptr) paths_->note_change(clock_, {Moment::Kind::sent, rank_});
  } catch (...) {
    failure = std::current_exception();
  }
  const bool is_taken = !failure;
  Received last;
  for (RequestState* r : requests) {
    try {
      if (is_taken && r->kind == RequestState::Kind::receive) last = store(*r);
    } catch (...) {
      if (!failure) failure = std::current_exception();
    }
    if (r->kind == RequestState::Kind::receive && arrived) mailbox_.complete(*r, *arrived);
    release(r);
  }
  wait_.requests = {};  // they are over
  if (failure) std::rethrow_exception(failure);
  return last;
}

}  // namespace toruscope::detail
