// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/calls.hpp"

#include "runtime/model/clock.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <fmt/core.h>
#include <memory>
#include <utility>

namespace toruscope::core {

namespace {

/// Receiver of the first of the messages that leave the PE.
Rank first_partner(std::span<RequestState* const> requests, Rank pe) {
  for (const RequestState* r : requests)
    if (r->kind == RequestState::Kind::send && r->world_partner != pe) return r->world_partner;
  return -1;
}

}  // namespace

bool Calls::check_unusual(const char* operation, int patience) {
  if (!body_.may_go_on(operation, patience)) return false;
  if (requests_.is_misused()) core_.fail(requests_.take_misuse());
  if (round_.is_open())
    core_.fail(fmt::format(
        "{}: called while a round is being described; a round's transfers are named by its own send and "
        "recv",
        operation));
  return true;
}

// --- sends and receives --------------------------------------------------------------------------

void Calls::send(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
  if (!is_synchronous && !core_.is_shared && posting_.is_booked_at_once(*message)) {
    posting_.fill_envelope(place, to, *message, tag);
    core_.clock = posting_.post_at_once(message);  // it is complete after the PE's own startup
    return;
  }
  RequestState* request = posting_.post_send(place, to, message, tag, is_synchronous);
  complete({&request, 1}, is_synchronous ? "ssend" : "send", request->world_partner != core_.rank);
}

RequestState* Calls::isend(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
  RequestState* request = posting_.post_send(place, to, message, tag, is_synchronous);
  if (request->is_known()) requests_.note_known(*request);
  if (request->world_partner != core_.rank) {  // T2: the PE is kept for ts
    add_startup(core_.clock, core_.run.costs);
    core_.note(core_.clock, Moment::Kind::startup, request->world_partner);
    if (core_.is_shared) core_.strands->hold(core_.clock);
  }
  return request;
}

Received Calls::receive(const Place& place, Rank from, detail::Destination into, int tag) {
  if (waits_for(from) && may_defer()) return defer_receive(place, from, into, tag);
  RequestState* receive[] = {posting_.post_receive(place, from, into, tag, true)};
  return complete(receive, "recv");
}

void Calls::abandon(RequestState* request) noexcept {
  try {
    give_up(request);
  } catch (...) {
    core_.host.note_refusal();
  }
}

void Calls::give_up(RequestState* request) {
  if (!requests_.is_misused() && !body_.is_unwinding() && std::uncaught_exceptions() == 0)
    requests_.note_misuse(Requests::destroyed_text(*request));
  if (request->kind == RequestState::Kind::started) core_.strands->cancel(*request);
  release_all({&request, 1});
}

void Calls::release_all(std::span<RequestState* const> requests) {
  bool has_put_back = false;
  for (RequestState* r : requests) {
    has_put_back = has_put_back || r->message != nullptr;
    if (r->kind == RequestState::Kind::receive) {
      requests_.leave_order(*r);
      receives_.withdraw(*r);
    }
    requests_.release(r);
  }
  if (has_put_back && !body_.is_unwinding())
    receives_.match_again();  // one that is unwound receives nothing more
}

void Calls::give_up_receives() {
  requests_.for_each_live_receive([this](RequestState& receive) {
    if (receive.is_known()) return;
    requests_.leave_order(receive);
    receives_.withdraw(receive);
  });
  requests_.for_each_live_receive(
      [this](RequestState& receive) { receives_.mailbox().complete(receive, core_.clock); });
}

// --- waiting -------------------------------------------------------------------------------------

/// Gives up the wait: the run is ended, and nobody waits for the requests any more.
void Calls::give_up_wait() {
  is_rest_left_ = false;
  release_all(core_.waiting.now().requests);
}

bool Calls::await_turn(const PeWait& wait) {
  turns_.begin(wait);
  if (!body_.suspend(Body::State::waiting)) return false;
  turns_.end(wait);
  return true;
}

/// Waits until every request is complete. If the run is ended, releases the requests, and returns
/// false or throws Unwound.
bool Calls::await_turn_for(std::span<RequestState* const> requests, const char* operation) {
  post_round_sends();
  bool goes_on = false;
  try {
    goes_on = await_turn({PeWait::Until::turn_all, operation, requests});
  } catch (const Unwound&) {
    release_all(requests);
    throw;
  }
  if (!goes_on) release_all(requests);
  return goes_on;
}

Received Calls::complete(std::span<RequestState* const> requests, const char* operation, bool pays_startup) {
  if (core_.is_shared) return complete_beside(requests, operation, pays_startup);
  if (Turns::are_needed(sends_, receives_.mailbox(), requests)) {
    if (!await_turn_for(requests, operation)) return {};
  } else if (core_.waiting.begin(operation, requests)) {
    is_rest_left_ = leaves_rest();
    pays_startup_ = pays_startup;
    if (!suspend()) return {};
    if (is_rest_left_) return take_finished();
  }
  post_round_sends();
  return finish(requests, pays_startup);
}

/// Completes requests beside operations that the PE has started (T13).
Received Calls::complete_beside(std::span<RequestState* const> asked, const char* operation,
                                bool pays_startup) {
  const boost::container::small_vector<RequestState*, 8> own(asked.begin(),
                                                             asked.end());  // others will wait, too
  const std::span<RequestState* const> requests{own.data(), own.size()};
  post_round_sends();
  const Stamp* const end_of_sends = round_.take_end();
  const std::optional<Stamp> sent = end_of_sends != nullptr ? std::optional(*end_of_sends) : std::nullopt;
  round_.forget_requests();
  Strands& strands = *core_.strands;
  Stamp cursor = core_.clock;
  if (pays_startup) {
    add_startup(cursor, core_.run.costs);
    core_.note(cursor, Moment::Kind::startup, first_partner(requests, core_.rank));
    strands.hold(cursor);
  }
  const bool takes = std::any_of(requests.begin(), requests.end(),
                                 [](const RequestState* r) { return r->kind == RequestState::Kind::receive; });
  const bool is_known =
      std::all_of(requests.begin(), requests.end(), [](const RequestState* r) { return r->is_known(); });
  if (takes || !is_known) {
    try {
      if (!strands.await(requests, operation, cursor.time)) {
        release_all(requests);
        return {};
      }
    } catch (const Unwound&) {
      release_all(requests);
      throw;
    }
  }
  if (!takes) return take_all(requests, cursor, sent ? &*sent : nullptr);
  cursor = later(cursor, strands.processor());
  Received last;
  try {
    last = take_all(requests, cursor, sent ? &*sent : nullptr);
  } catch (...) {
    strands.hold(cursor);
    throw;
  }
  strands.hold(cursor);
  return last;
}

// --- calls that are deferred ---------------------------------------------------------------------

Received Calls::defer_receive(const Place& place, Rank from, detail::Destination into, int tag) {
  RequestState* receive[1];
  return defer("recv", [&]() -> std::span<RequestState* const> {
    receive[0] = posting_.post_receive(place, from, into, tag, true);
    return receive;
  });
}

void Calls::carry_out_deferred() {
  const Deferred& call = *std::exchange(deferred_, nullptr);
  bool waits = false;
  try {
    const std::span<RequestState* const> requests = call.post(call.how);
    waits = core_.waiting.begin(call.operation, requests);
    if (!waits) core_.waiting.begin(PeWait{PeWait::Until::matched, call.operation, requests});
    is_rest_left_ = true;
  } catch (...) {
    error_ = std::current_exception();
  }
  post_round_sends();
  if (!waits) core_.host.runnable.push_back(core_.pe);
}

void Calls::finish_rest() {
  if (!is_rest_left_) return;
  try {
    received_ = finish(core_.waiting.now().requests, pays_startup_);
  } catch (...) {
    error_ = std::current_exception();
  }
}

/// Waits, under rules `half` and `telephone`, for the ends of own sends that have asked before a
/// reception.
bool Calls::await_own_sends(std::span<RequestState* const> requests) {
  if (std::all_of(requests.begin(), requests.end(),
                  [](const RequestState* r) { return r->kind == RequestState::Kind::send; }))
    return true;
  Waiting& waiting = core_.waiting;
  sends_.mark_before_receptions(std::max(core_.clock.time, waiting.turn().value_or(Ticks{})));
  waiting.begin(PeWait{PeWait::Until::own_sends, waiting.now().operation, requests});
  if (sends_.hold_up(requests) && !suspend()) return false;
  waiting.end();
  return true;
}

// --- taking --------------------------------------------------------------------------------------

/// Finishes the common case: one receive, perhaps with sends that have no requests. Like finish().
Received Calls::finish_one(RequestState& receive, bool pays_startup) {
  const Stamp* sent = round_.take_end();
  Received received;
  try {
    Stamp cursor = core_.clock;
    if (pays_startup) add_startup(cursor, core_.run.costs);
    receives_.take(receive, cursor, nullptr);
    core_.clock = sent != nullptr ? later(*sent, cursor) : cursor;
    received = receives_.store(receive, posting_.tap());
  } catch (...) {
    requests_.release(&receive);
    core_.waiting.forget_requests();
    throw;
  }
  requests_.release(&receive);
  core_.waiting.forget_requests();
  return received;
}

Received Calls::finish(std::span<RequestState* const> requests, bool pays_startup) {
  if (sends_.may_hold_up_receptions() && !await_own_sends(requests)) return {};
  Mailbox& mailbox = receives_.mailbox();
  if (requests.size() == 1 && requests[0]->kind == RequestState::Kind::receive && !mailbox.has_unnamed() &&
      core_.paths == nullptr)
    return finish_one(*requests[0], pays_startup);
  return finish_all(requests, pays_startup);
}

Received Calls::finish_all(std::span<RequestState* const> requests, bool pays_startup) {
  Stamp cursor = core_.clock;
  if (pays_startup) {
    add_startup(cursor, core_.run.costs);
    core_.note(cursor, Moment::Kind::startup, first_partner(requests, core_.rank));
  }
  return take_all(requests, cursor, round_.take_end());
}

/// Takes from `cursor` on, and goes on when that and all sends are over. `done`: the end of the
/// other sends.
Received Calls::take_all(std::span<RequestState* const> requests, Stamp& cursor, const Stamp* done) {
  Mailbox& mailbox = receives_.mailbox();
  // When all had arrived, if receives without a source are pending. On the heap, to keep the stack
  // frame of every call small.
  const bool has_unnamed = mailbox.has_unnamed();
  std::unique_ptr<Stamp> arrived;
  std::exception_ptr failure;
  try {
    boost::container::small_vector<RequestState*, 8> receptions;  // in booking order
    for (RequestState* r : requests) {
      if (r->kind == RequestState::Kind::receive) {
        receptions.push_back(r);
      } else if (done == nullptr || r->completion().time > done->time) {
        done = &r->completion();
      }
    }
    if (receptions.size() > 1)
      std::sort(receptions.begin(), receptions.end(), [](const RequestState* a, const RequestState* b) {
        return arrives_first(*a->message, *b->message);
      });
    if (has_unnamed) arrived = std::make_unique<Stamp>(core_.clock);
    for (RequestState* r : receptions) receives_.take(*r, cursor, arrived.get());
    // reading (a): own transfers count as own clock
    core_.clock = done != nullptr ? later(*done, cursor) : cursor;
    if (core_.paths != nullptr) core_.paths->note_change(core_.clock, {Moment::Kind::sent, core_.rank});
  } catch (...) {
    failure = std::current_exception();
  }
  const bool is_taken = !failure;
  Received last;
  for (RequestState* r : requests) {
    try {
      if (is_taken && r->kind == RequestState::Kind::receive) last = receives_.store(*r, posting_.tap());
    } catch (...) {
      if (!failure) failure = std::current_exception();
    }
    if (r->kind == RequestState::Kind::receive && has_unnamed)
      mailbox.complete(*r, arrived ? *arrived : core_.clock);
    requests_.release(r);
  }
  core_.waiting.forget_requests();
  if (failure) std::rethrow_exception(failure);
  return last;
}

// --- rounds --------------------------------------------------------------------------------------

void Calls::round_send(const Place& place, Rank to, Message* message, int tag) {
  if (posting_.is_booked_at_once(*message)) {
    const Costs& costs = core_.run.costs;
    posting_.fill_envelope(place, to, *message, tag);
    round_.note_startup(!message->is_to_self());
    round_.add(message, costs.ts + costs.transmission(message->bytes));
    if (message->is_to_self()) post_round_sends();
    return;
  }
  post_round_sends();
  round_.keep_end();
  RequestState* request = posting_.post_send(place, to, message, tag, false);
  round_.note_startup(request->world_partner != core_.rank);
  round_.add(request);
}

void Calls::end_round() {
  round_.close();
  const Ticks begin = core_.clock.time;
  complete(round_.requests(), "round", round_.pays_startup());
  note_round(begin);
}

void Calls::exchange_at_once(const Exchange& both) {
  describe(both);
  end_round();
}

void Calls::describe(const Exchange& both) {
  begin_round();
  try {
    checks_.partner("round", both.place.group, both.to, both.tag, false);
    checks_.way(both.place.group, both.to, both.data.size());
    round_send(both.place, both.to, posting_.copy_of(both.data), both.tag);
    checks_.partner("round", both.place.group, both.from, both.tag, true);
    round_receive(both.place, both.from, both.into, both.tag);
  } catch (...) {
    cancel_round();
    throw;
  }
}

void Calls::cancel_round() noexcept {
  round_.close();
  try {
    post_round_sends();
    release_all(round_.requests());
  } catch (...) {
    core_.host.note_refusal();
  }
  static_cast<void>(round_.take_end());
  round_.forget_requests();
}

}  // namespace toruscope::core
