// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/calls.hpp"

#include "runtime/model/clock.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <fmt/core.h>
#include <memory>
#include <utility>

namespace toruscope::core {

bool Calls::check_unusual(const char* operation, int patience) {
  if (!body_.may_go_on(operation, patience)) return false;
  core_.note_unusual(PeCore::is_misused, false);
  if (requests_.is_misused()) core_.fail(requests_.take_misuse());
  if (core_.is_any(PeCore::describes))
    core_.fail(fmt::format(
        "{}: called while a round is being described; a round's transfers are named by its own send and "
        "recv",
        operation));
  return true;
}

// --- sends and receives --------------------------------------------------------------------------

/// Adds the one startup of a call (T6), which is the longest of the messages that leave the PE.
/// Returns what it costs above the machine's own (T15).
Ticks Calls::pay_startup(Stamp& cursor, std::span<RequestState* const> requests) const {
  const Costs& costs = core_.run.costs;
  add_startup(cursor, costs);
  Ticks extra;
  if (!core_.is_any(PeCore::of_machine | PeCore::has_strands)) return extra;
  Rank to = -1;
  std::size_t bytes = 0;
  for (const RequestState* r : requests) {
    if (r->kind != RequestState::Kind::send || r->world_partner == core_.rank) continue;
    const Ticks above = costs.of(r->bytes).ts - costs.ts;
    if (to >= 0 && above <= extra) continue;
    extra = above;
    to = r->world_partner;
    bytes = r->bytes;
  }
  add_above_own(cursor, extra);
  core_.note_sized(cursor, {Moment::Kind::startup, core_.rank, to}, bytes);
  return extra;
}

void Calls::send_rarely(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
  RequestState* request = posting_.post_send(place, to, message, tag, is_synchronous);
  complete({&request, 1}, is_synchronous ? "ssend" : "send", request->world_partner != core_.rank);
}

RequestState* Calls::isend(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
  RequestState* request = posting_.post_send(place, to, message, tag, is_synchronous);
  if (request->is_known()) requests_.note_known(*request);
  if (request->world_partner != core_.rank) {  // T2: the PE is kept for ts
    if (core_.is_any(PeCore::of_machine | PeCore::has_strands)) [[unlikely]] {
      static_cast<void>(pay_startup(core_.clock, {&request, 1}));
      hold_processor(core_, core_.clock);
    } else {
      add_startup(core_.clock, core_.run.costs);
    }
  }
  return request;
}

void Calls::abandon(RequestState* request) noexcept {
  try {
    give_up(request);
  } catch (...) {
    core_.host.note_refusal();
  }
}

void Calls::give_up(RequestState* request) {
  if (!requests_.is_misused() && !body_.is_unwinding() && std::uncaught_exceptions() == 0) {
    requests_.note_misuse(Requests::destroyed_text(*request));
    core_.note_unusual(PeCore::is_misused);
  }
  if (request->kind == RequestState::Kind::started) core_.strands->cancel(*request);
  release_all({&request, 1});
}

void Calls::release_all(std::span<RequestState* const> requests, std::optional<Ticks> kept) {
  bool has_put_back = kept && receives_.has_expected_match();
  for (RequestState* r : requests) {
    has_put_back = has_put_back || r->message != nullptr;
    if (r->kind == RequestState::Kind::receive) {
      requests_.leave_order(*r);
      receives_.withdraw(*r);
    }
    requests_.release(r);
  }
  if (!has_put_back || body_.is_unwinding()) return;  // one that is unwound receives nothing more
  requests_.for_each_live_receive([this](RequestState& receive) { requests_.leave_order(receive); });
  receives_.match_again(kept);
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
  static_cast<void>(round_.take_held());
  release_all(core_.waiting.now().requests);
}

bool Calls::await_turn(const PeWait& wait) {
  turns_.begin(wait);
  if (!body_.suspend(Body::State::waiting)) return false;
  turns_.end(wait);
  return true;
}

/// Waits for requests by `wait`. If the run is ended, releases them, and returns false or throws
/// Unwound.
template <class Wait>
bool Calls::wait_or_release(std::span<RequestState* const> requests, const Wait& wait) {
  try {
    if (wait()) return true;
  } catch (const Unwound&) {
    release_all(requests);
    throw;
  }
  release_all(requests);
  return false;
}

/// Takes several receptions in the order in which they are booked.
void Calls::take_in_order(std::span<RequestState* const> requests, Stamp& cursor, Ticks begun, Stamp* arrived) {
  boost::container::small_vector<const Message*, 8> messages;
  for (const RequestState* r : requests)
    if (r->kind == RequestState::Kind::receive) messages.push_back(r->message);
  std::sort(messages.begin(), messages.end(),
            [](const Message* a, const Message* b) { return arrives_first(*a, *b); });
  Stamp taken = cursor;
  for (const Message* m : messages) receives_.take_rarely(*m, taken, begun, arrived);
  cursor = taken;
}

/// Takes from `cursor` on, which may be the PE's clock, and goes on when that and all sends are
/// over. `arrived`: as for Receives::take_rarely(). `done`: the end of sends without requests.
Received Calls::take_all(std::span<RequestState* const> requests, Stamp& cursor, Stamp* arrived,
                         const Stamp* done, bool pays_startup) {
  const Costs& costs = core_.run.costs;
  const Ticks begun = core_.clock.time;
  RequestState* reception = nullptr;
  bool are_several = false;
  for (RequestState* r : requests) {
    if (r->kind == RequestState::Kind::receive) {
      are_several = are_several || reception != nullptr;
      reception = r;
    } else if (done == nullptr || r->completion().time > done->time) {
      done = &r->completion();
    }
  }
  const Ticks above_own = pays_startup ? pay_startup(cursor, requests) : Ticks{};

  Received last;
  std::exception_ptr failure;
  bool is_taken = false;
  try {
    if (are_several || arrived != nullptr) [[unlikely]]
      take_in_order(requests, cursor, begun, arrived);
    else if (reception != nullptr)
      receives_.take(*reception, cursor, begun);
    // reading (a): own transfers count as own clock
    const Stamp& end = done != nullptr ? later(*done, cursor) : cursor;
    if (&end != &core_.clock) core_.clock = end;
    if (core_.paths != nullptr) [[unlikely]]
      core_.paths->note_change(core_.clock, {Moment::Kind::sent, core_.rank});
    is_taken = true;
  } catch (...) {
    failure = std::current_exception();
    if (pays_startup && &cursor == &core_.clock) take_back_startup(cursor, costs, above_own);
  }
  for (RequestState* r : requests) {
    if (r->kind == RequestState::Kind::receive) {
      try {
        if (is_taken) last = receives_.store(*r, posting_.tap());
      } catch (...) {
        if (!failure) failure = std::current_exception();
      }
      receives_.mailbox().complete(*r, arrived != nullptr ? *arrived : core_.clock);
    }
    requests_.release(r);
  }
  core_.waiting.forget_requests();
  if (failure) [[unlikely]]
    std::rethrow_exception(failure);
  return last;
}

Received Calls::complete_in_turn(std::span<RequestState* const> requests, const char* operation,
                                 bool pays_startup) {
  tell_held();
  if (turns_.are_of_strands()) return complete_beside(requests, operation, pays_startup);
  const auto wait = [&] { return await_turn({PeWait::Until::turn_all, operation, requests}); };
  return wait_or_release(requests, wait) ? finish(requests, pays_startup) : Received{};
}

/// Completes requests beside operations that the PE has started (T13).
Received Calls::complete_beside(std::span<RequestState* const> asked, const char* operation,
                                bool pays_startup) {
  const boost::container::small_vector<RequestState*, 8> own(asked.begin(),
                                                             asked.end());  // others will wait, too
  const std::span<RequestState* const> requests{own.data(), own.size()};
  const Stamp* const end_of_sends = round_.take_end();
  const std::optional<Stamp> sent = end_of_sends != nullptr ? std::optional(*end_of_sends) : std::nullopt;
  round_.forget_requests();
  Strands& strands = *core_.strands;
  Stamp cursor = core_.clock;
  if (pays_startup) {
    static_cast<void>(pay_startup(cursor, requests));
    strands.hold(cursor);
  }
  const bool takes = std::any_of(requests.begin(), requests.end(),
                                 [](const RequestState* r) { return r->kind == RequestState::Kind::receive; });
  const bool is_known =
      std::all_of(requests.begin(), requests.end(), [](const RequestState* r) { return r->is_known(); });
  const auto wait = [&] { return strands.await(requests, operation, cursor.time); };
  if ((takes || !is_known) && !wait_or_release(requests, wait)) return {};
  if (!takes) return take_all(requests, cursor, nullptr, sent ? &*sent : nullptr, false);
  cursor = later(cursor, strands.processor());
  Received last;
  try {
    last = take_all(requests, cursor, nullptr, sent ? &*sent : nullptr, false);
  } catch (...) {
    strands.hold(cursor);
    throw;
  }
  strands.hold(cursor);
  return last;
}

/// Takes for the PE, which waits, what it has waited for.
void Calls::finish_for_pe() {
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
  sends_.mark_before_receptions(std::max(core_.clock.time, turns_.given()));
  waiting.begin(PeWait{PeWait::Until::own_sends, waiting.now().operation, requests});
  if (sends_.hold_up(requests) && !suspend()) return false;
  waiting.end();
  return true;
}

// --- taking --------------------------------------------------------------------------------------

Received Calls::finish(std::span<RequestState* const> requests, bool pays_startup) {
  if (core_.is_any(PeCore::of_machine | PeCore::takes_turns)) [[unlikely]]
    return finish_apart(requests, pays_startup);
  if (requests.size() == 1 && requests[0]->kind == RequestState::Kind::receive &&
      pays_startup == round_.has_held())
    return finish_one(*requests[0]);
  tell_held();
  return take_all(requests, core_.clock, nullptr, round_.take_end(), pays_startup);
}

/// Takes what one receive has got, and ends the send of an exchange, where both are usual.
Received Calls::finish_one(RequestState& receive) {
  const Costs& costs = core_.run.costs;
  const Message& m = *receive.message;
  const bool has_held = round_.has_held();
  const Ticks begun = core_.clock.time + (has_held ? costs.ts : Ticks{});
  if (core_.is_any(Receives::kRareTake) || !receives_.is_usual(receive, begun)) [[unlikely]]
    return finish_one_rarely(receive);
  const RoundCall::Held held = round_.take_held();
  Stamp& clock = core_.clock;
  const Stamp& available = receives_.book_usual(m, begun);
  if (held.end >= std::max(begun, available.time) + costs.tr) {  // reading (a): as in take_all()
    add_startup(clock, costs);
    add_equal_transmission(clock, costs, held.bytes, held.end - clock.time);
  } else {
    if (available.time > begun)
      clock = available;
    else if (has_held)
      add_startup(clock, costs);
    core::add_receive(clock, costs);
  }
  const Received received = Receives::store_usual(receive);
  requests_.release_received(&receive);
  core_.waiting.forget_requests();
  return received;
}

Received Calls::finish_one_rarely(RequestState& receive) {
  RequestState* one[] = {&receive};
  const bool pays_startup = round_.has_held();
  tell_held();
  return take_all(one, core_.clock, nullptr, round_.take_end(), pays_startup);
}

void Calls::tell_account_of_held() {
  const RoundCall::Held held = round_.take_held();
  Stamp end = core_.clock;
  add_startup(end, core_.run.costs);
  add_equal_transmission(end, core_.run.costs, held.bytes, held.end - end.time);
  round_.note_end(core_.ports.tell_held(end));
}

/// Like finish(), where sends may hold up receptions, or receives without a source are pending.
Received Calls::finish_apart(std::span<RequestState* const> requests, bool pays_startup) {
  tell_held();
  if (sends_.may_hold_up_receptions() && !await_own_sends(requests)) return {};
  Stamp cursor = core_.clock;
  std::unique_ptr<Stamp> arrived;  // when all had, if such receives are pending
  if (receives_.mailbox().has_unnamed()) arrived = std::make_unique<Stamp>(cursor);
  return take_all(requests, cursor, arrived.get(), round_.take_end(), pays_startup);
}

// --- rounds --------------------------------------------------------------------------------------

/// Adds a send that a tap sees. The tap cannot join the round: calls of the PE are refused in it.
void Calls::add_tapped(const Place& place, Rank to, Message* message, int tag) {
  struct Described {  // as in a round of the program, which exchange() does not open
    PeCore& core;
    const bool was_open = core.is_any(PeCore::describes);
    ~Described() { core.note_unusual(PeCore::describes, was_open); }
  } const described{core_};
  core_.note_unusual(PeCore::describes);
  round_.add(posting_.post_send(place, to, message, tag, false));
}

void Calls::cancel_round() noexcept {
  tell_held();
  core_.note_unusual(PeCore::describes, false);
  try {
    release_all(round_.requests());
  } catch (...) {
    core_.host.note_refusal();
  }
  static_cast<void>(round_.take_end());
  round_.forget_requests();
}

}  // namespace toruscope::core
