// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/calls.hpp"

#include "runtime/core/check.hpp"
#include "runtime/model/clock.hpp"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <fmt/format.h>
#include <utility>

namespace toruscope::core {

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

// --- sends and receives ------------------------------------------------------------------------------------------------

void Calls::send(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
  if (!is_synchronous && posting_.is_booked_at_once(*message)) {
    posting_.fill_envelope(place, to, *message, tag);
    core_.clock = posting_.post_at_once(message);  // it is complete after the PE's own startup
    return;
  }
  RequestState* request = posting_.post_send(place, to, message, tag, is_synchronous);
  const bool is_real = request->world_partner != core_.rank;
  complete({&request, 1}, is_synchronous ? "ssend" : "send", is_real);
}

RequestState* Calls::isend(const Place& place, Rank to, Message* message, int tag, bool is_synchronous) {
  RequestState* request = posting_.post_send(place, to, message, tag, is_synchronous);
  if (request->is_known()) requests_.note_known(*request);
  if (request->world_partner != core_.rank) {  // T2: the PE is kept for ts
    add_startup(core_.clock, core_.run.costs);
    core_.note(core_.clock, Moment::Kind::startup, request->world_partner);
  }
  return request;
}

Received Calls::receive(const Place& place, Rank from, detail::Destination into, int tag) {
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

// --- waiting -----------------------------------------------------------------------------------------------------------

/// The run is ended: nobody waits for the requests any more.
void Calls::give_up_wait(std::span<RequestState* const> requests) {
  rest_.is_left = false;
  release_all(requests);
}

/// Suspends the PE. False, or Unwound, if the run is ended.
bool Calls::suspend_with(std::span<RequestState* const> requests) {
  bool goes_on = false;
  try {
    goes_on = body_.suspend(Body::State::waiting);
  } catch (const Unwound&) {
    give_up_wait(requests);
    throw;
  }
  if (!goes_on) give_up_wait(requests);
  return goes_on;
}

Received Calls::complete(std::span<RequestState* const> requests, const char* operation, bool pays_startup) {
  if (turns_.are_needed(requests)) {
    if (!await_turn_for(requests, operation)) return {};
  } else if (core_.waiting.begin(operation, requests)) {
    rest_.is_left = !sends_.may_hold_up_receptions() && posting_.tap() == nullptr;
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

void Calls::finish_rest() {
  if (!rest_.is_left) return;
  try {
    rest_.received = finish(core_.waiting.now().requests, rest_.pays_startup);
  } catch (...) {
    rest_.error = std::current_exception();
  }
}

/// Rules `half` and `telephone`: a reception may have to wait for the ends of sends that have asked before it.
bool Calls::await_own_sends(std::span<RequestState* const> requests) {
  if (std::all_of(requests.begin(), requests.end(),
                  [](const RequestState* r) { return r->kind == RequestState::Kind::send; }))
    return true;
  Waiting& waiting = core_.waiting;
  sends_.mark_before_receptions(std::max(core_.clock.time, waiting.turn().value_or(Ticks{})));
  waiting.begin(PeWait{PeWait::Until::own_sends, waiting.now().operation, requests});
  if (sends_.hold_up(requests) && !suspend_with(requests)) return false;
  waiting.end();
  return true;
}

// --- taking ------------------------------------------------------------------------------------------------------------

namespace {

/// To whom the first of the messages goes that leave the PE.
Rank first_partner(std::span<RequestState* const> requests, Rank pe) {
  for (const RequestState* r : requests)
    if (r->kind == RequestState::Kind::send && r->world_partner != pe) return r->world_partner;
  return -1;
}

}  // namespace

/// Like finish(), for the common case of one receive, perhaps with sends that have no requests.
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
  Stamp cursor = core_.clock;
  if (pays_startup) {
    add_startup(cursor, core_.run.costs);
    core_.note(cursor, Moment::Kind::startup, first_partner(requests, core_.rank));
  }
  boost::container::small_vector<RequestState*, 8> receptions;  // in booking order
  const Stamp* done = round_.take_end();
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
  if (mailbox.has_unnamed()) arrived = core_.clock;
  std::exception_ptr failure;
  try {
    for (RequestState* r : receptions) receives_.take(*r, cursor, arrived ? &*arrived : nullptr);
    core_.clock =
        done != nullptr ? later(*done, cursor) : cursor;  // reading (a): own transfers count as own clock
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
    if (r->kind == RequestState::Kind::receive && arrived) mailbox.complete(*r, *arrived);
    requests_.release(r);
  }
  core_.waiting.forget_requests();
  if (failure) std::rethrow_exception(failure);
  return last;
}

// --- rounds ------------------------------------------------------------------------------------------------------------

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
  if (core_.spans != nullptr) core_.spans->complete_round(begin, core_.clock.time);
}

void Calls::describe_sendrecv(const Place& place, Rank to, std::span<const std::byte> data, Rank from,
                              detail::Destination into, int tag) {
  begin_round();
  try {
    checks_.partner("round", place.group, to, tag, false);
    checks_.way(place.group, to, data.size());
    round_send(place, to, posting_.copy_of(data), tag);
    checks_.partner("round", place.group, from, tag, true);
    round_receive(place, from, into, tag);
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

// --- what waits for its turn -------------------------------------------------------------------------------------------

bool Calls::await_turn(const PeWait& wait) {
  turns_.begin(wait);
  if (!body_.suspend(Body::State::waiting)) return false;
  turns_.end(wait);
  return true;
}

/// Until each of the requests is complete. False, or Unwound, if the run is ended: then they are released.
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

/// After an unsuccessful test or probe at the clock of the one before.
bool Calls::await_event(std::span<RequestState* const> requests, const char* operation) {
  Stamp& clock = core_.clock;
  turns_.forget_events();
  if (!await_turn({PeWait::Until::turn_event, operation, requests})) return false;
  if (turns_.given() == clock.time) return true;  // something came at this very tick
  const Turns::Event event = turns_.next_event();
  TORUSCOPE_CHECK(event.time == turns_.given(), "event at", event.time.count, "turn at", turns_.given().count);
  if (event.time > kLongest) core_.fail("test: the next message arrives after the longest virtual time");
  if (event.sent != nullptr) {
    clock = *event.sent;
    core_.note(clock, Moment::Kind::sent);
    return true;
  }
  const Message& m = *event.arrival;
  core_.note_wait(m, event.time - clock.time);
  clock = m.is_announcement() ? m.start : core_.arrival_of(m);
  if (!m.is_announcement()) core_.note(clock, Moment::Kind::arrival, m.source, m.sequence);
  core_.note(clock, Moment::Kind::partner, m.source);
  return true;
}

RequestState* Calls::await_any(std::span<const Request> requests) {
  const bool is_there = await_turn({PeWait::Until::turn_any, "wait_any", {}, nullptr, requests});
  return is_there ? turns_.first_known(requests) : nullptr;
}

bool Calls::message_before_port(RequestState* receive, Rank to, Ticks ready) {
  Stamp& clock = core_.clock;
  Route legs;
  core_.run.topology.route(core_.rank, to, legs);
  const Port link = legs.front().port;
  const Ticks due = core_.ports.start_of({ready, {}}, to, link).time;
  if (receive != nullptr && receives_.earliest_take() <= due) {
    turns_.set_deadline(std::max(due, clock.time));
    const bool goes_on = await_turn({PeWait::Until::turn_any, "wait", {}, nullptr, {receive->named_by, 1}});
    turns_.set_deadline(kNever);
    if (!goes_on) return true;
    if (receive->is_known() && receive->message->asks <= due) return true;
  }
  clock = later(clock, core_.ports.start_of(clock, to, link));
  if (core_.paths != nullptr) core_.paths->note_change(clock, {Moment::Kind::sent, core_.rank});
  return false;
}

bool Calls::test(RequestState* request) {
  const Stamp& clock = core_.clock;
  RequestState* one[] = {request};
  const auto is_complete = [&] {
    if (request->kind == RequestState::Kind::send) return request->complete.time <= clock.time;
    return request->is_known() && request->message->asks <= clock.time;
  };
  if (!await_turn({PeWait::Until::turn_now, "test", one})) return false;
  if (!is_complete() && unsuccessful_ == clock.time && !await_event(one, "test")) return false;
  if (is_complete()) return true;
  unsuccessful_ = clock.time;
  return false;
}

std::optional<Received> Calls::probe(const Place& place, Rank from, int tag) {
  RequestState pattern;
  pattern.kind = RequestState::Kind::receive;
  pattern.partner = from;
  pattern.world_partner = from == any_source ? any_source : place.group.world_rank(from);
  pattern.tag = tag;
  pattern.context = place.context;
  RequestState* one[] = {&pattern};
  Mailbox& mailbox = receives_.mailbox();
  const Ticks& now = core_.clock.time;
  if (!await_turn({PeWait::Until::turn_now, "probe", one})) return probe_unwound();
  const Message* found = mailbox.find(pattern, now);
  if (found == nullptr && unsuccessful_ == now) {
    if (!await_event(one, "probe")) return probe_unwound();
    found = mailbox.find(pattern, now);
  }
  if (found != nullptr) return Received{found->source_in_group, found->tag, found->bytes};
  unsuccessful_ = now;
  return std::nullopt;
}

std::optional<Received> Calls::probe_unwound() {
  has_probed_unwound_ = !has_probed_unwound_;
  return has_probed_unwound_ ? std::optional<Received>(Received{}) : std::nullopt;
}

}  // namespace toruscope::core
