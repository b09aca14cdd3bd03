// SPDX-License-Identifier: Apache-2.0
// Waiting for one's turn: receives that name no source, wait_any, test and probe take what comes first in virtual time,
// so they go on only when the plan knows that nothing earlier can come (T10).
//
//   PE      await_turn: lies in its worker's list `in_turn`
//   plan    turn(): when could it go on, if nothing else arrived? Earliest first, it is made runnable
//   PE      message_before_port: the same, but no longer than until a port of its own is free
//   PE      settle: what arrived by then is matched, in the order of arrival
//
// Threads     turn() is called in the plan, while all workers wait; all else by the PE itself.
// Source      docs/rules.md, T10; docs/determinism.md, "Turns".

#include "runtime/core/check.hpp"
#include "runtime/engine/pe_inline.hpp"
#include "runtime/model/clock.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace toruscope::detail {

bool Pe::deliver(Message* message) {
  if (watch_) watch_reception(*message);
  if (last_arrivals_ != nullptr) note_arrival(*message);
  turn_.reset();
  Message* announcement = message->announcement;
  const RequestState* receive =
      announcement != nullptr ? mailbox_.deliver_announced(message) : mailbox_.deliver(message);
  if (announcement != nullptr) {  // it may be the event that the PE waits for, ahead of the message itself
    const bool is_event = wait_.until == Wait::Until::turn_event && announcement->asks > clock_.time;
    if (is_event && (heard_ == nullptr || arrives_first(*announcement, *heard_)))
      std::swap(announcement, heard_);
    if (announcement != nullptr) discard(announcement);
  }
  if (const auto followers = std::move(message->followers); followers != nullptr)
    for (Message* follower : *followers) {
      if (!mailbox_.end_expectation(*follower))
        deliver_announcement(follower);
      else if (message->asks > follower->asks)
        know_with(*follower, arrival_of(*message), message->sequence);
    }
  return receive != nullptr && wait_.until == Wait::Until::matched && receive->is_awaited && --awaiting_ == 0;
}

// --- when ------------------------------------------------------------------------------------------------------------

bool Pe::needs_turn(std::span<RequestState* const> requests) const {
  const bool is_after_sends = shares_ports() && has_waiting_send();  // those that ask before this is complete
  if (!is_after_sends && !mailbox_.keeps_order()) return false;      // no receive has ever named no source
  return std::any_of(requests.begin(), requests.end(), [&](const RequestState* r) {
    return r->kind == RequestState::Kind::receive &&
           (is_after_sends || mailbox_.has_unnamed() || !r->names_source());
  });
}

Ticks Pe::turn(Ticks complete_before) {
  if (!turn_) {
    mailbox_.settle(complete_before - Ticks{1});
    turn_ = find_turn();
  }
  return *turn_;
}

void Pe::settle(Ticks until) {
  mailbox_.settle(until);
}

Ticks Pe::find_turn() {
  switch (wait_.until) {
    case Wait::Until::turn_all:
      return all_complete_at();
    case Wait::Until::turn_any:
      return std::min(any_complete_at(), deadline_);
    case Wait::Until::turn_now:
      return clock_.time;
    case Wait::Until::turn_event:
      return mailbox_.news() <= clock_.time ? clock_.time : std::max(clock_.time, next_event().time);
    case Wait::Until::matched:
    case Wait::Until::own_sends:
    case Wait::Until::met:
      break;
  }
  TORUSCOPE_CHECK(false, "a turn without a wait, PE", rank_, "waits until", static_cast<int>(wait_.until));
  return kNever;
}

Ticks Pe::all_complete_at() {
  Ticks latest = std::max({clock_.time, known_by_, mailbox_.awaited().latest});
  if (awaiting_ != 0) {                  // sends
    if (!shares_ports()) return kNever;  // else each goes on in the background once it has asked for a port
    for (const RequestState* r : wait_.requests)
      if (r->kind == RequestState::Kind::send && !r->is_known()) latest = std::max(latest, asks_at(*r));
    if (latest == kNever) return kNever;
  }
  int missing = mailbox_.awaited().missing;
  if (static_cast<std::size_t>(missing) > mailbox_.unclaimed_count()) return kNever;
  if (missing != 0)
    mailbox_.foresee([&](const RequestState& receive, const Message& m) {
      if (!receive.is_awaited) return true;
      if (m.is_announcement()) return false;  // what it announces is still to come
      latest = std::max(latest, m.asks);
      return --missing != 0;
    });
  return missing == 0 ? latest : kNever;
}

Ticks Pe::any_complete_at() {
  const RequestState* first = first_known(wait_.any);
  Ticks earliest = first == nullptr ? kNever : completion_of(*first);
  if (mailbox_.unclaimed_count() != 0)
    mailbox_.foresee([&](const RequestState& receive, const Message& m) {
      const bool is_one = is_awaited(receive) && !m.is_announcement();
      if (is_one) earliest = std::min(earliest, m.asks);
      return !is_one;
    });
  return earliest == kNever ? kNever : std::max(clock_.time, earliest);
}

Pe::NextEvent Pe::next_event() {
  NextEvent next;
  const auto consider = [&](const Message* m) {
    if (m == nullptr || m->is_expected || m->asks <= clock_.time || m->asks > next.time) return;
    if (m->asks == next.time && (next.sent != nullptr || !arrives_first(*m, *next.arrival))) return;
    next = {m->asks, m, nullptr};
  };
  for (const RequestState* r : wait_.requests)  // the one that is tested
    if (r->kind == RequestState::Kind::send && r->complete.time < next.time)
      next = {r->complete.time, nullptr, &r->complete};
  for (const auto& r : requests_)
    if (r->is_live) consider(r->message);
  consider(heard_);
  consider(mailbox_.first_after(clock_.time));
  return next;
}

// --- waiting -----------------------------------------------------------------------------------------------------------

bool Pe::await_turn(const Wait& wait) {
  mailbox_.keep_order();
  known_by_ = Ticks{};
  awaiting_ = 0;
  int missing = 0;
  for (RequestState* r : wait.requests) {
    r->is_awaited = !r->is_known();
    const bool is_receive = r->kind == RequestState::Kind::receive;
    if (r->is_awaited) ++(is_receive ? missing : awaiting_);
    if (!r->is_awaited && is_receive) known_by_ = std::max(known_by_, r->message->asks);
  }
  mailbox_.await(missing);
  wait_ = wait;
  turn_.reset();
  worker_.in_turn.push_back(this);
  if (!suspend(State::waiting)) return false;
  mailbox_.settle(given_turn_);
  for (RequestState* r : wait.requests) r->is_awaited = false;
  wait_.until = Wait::Until::matched;
  return true;
}

bool Pe::is_awaited(const RequestState& receive) const {
  if (wait_.until != Wait::Until::turn_any) return receive.is_awaited;
  const std::less<> before;
  const Request* handle = receive.named_by;
  return handle != nullptr && !before(handle, wait_.any.data()) &&
         before(handle, wait_.any.data() + wait_.any.size());
}

std::vector<const RequestState*> Pe::awaited() const {
  if (wait_.until != Wait::Until::turn_any) return {wait_.requests.begin(), wait_.requests.end()};
  std::vector<const RequestState*> pending;
  for (const Request& r : wait_.any)
    if (r.state_ != nullptr) pending.push_back(r.state_);
  return pending;
}

/// After an unsuccessful test or probe at the clock of the one before.
bool Pe::await_event(std::span<RequestState* const> requests, const char* operation) {
  mailbox_.forget_news();
  if (heard_ != nullptr) discard(std::exchange(heard_, nullptr));
  if (!await_turn({Wait::Until::turn_event, operation, requests})) return false;
  if (given_turn_ == clock_.time) return true;  // something came at this very tick
  const NextEvent event = next_event();
  TORUSCOPE_CHECK(event.time == given_turn_, "event at", event.time.count, "turn at", given_turn_.count);
  if (event.time > kLongest) fail("test: the next message arrives after the longest virtual time");
  if (event.sent != nullptr) {
    clock_ = *event.sent;
    note(clock_, Moment::Kind::sent);
    return true;
  }
  const Message& m = *event.arrival;
  note_wait(m, event.time - clock_.time);
  clock_ = m.is_announcement() ? m.start : arrival_of(m);
  if (!m.is_announcement()) note(clock_, Moment::Kind::arrival, m.source, m.sequence);
  note(clock_, Moment::Kind::partner, m.source);
  return true;
}

/// Of those that are pending and known to complete, the one that does so first; null if there is none.
RequestState* Pe::first_known(std::span<const Request> requests) {
  const Request* const begin = requests.data();
  if (requests.size() > CompletionOrder::kFew && completions_ == nullptr) {
    completions_ = std::make_unique<CompletionOrder>();
    mailbox_.note_received_in(&completions_->news());
    for (const auto& r : requests_) completions_->news().push_back(r.get());
  }
  if (requests.size() > CompletionOrder::kFew) {
    completions_->take_news();
    RequestState* first = completions_->first_in(begin, begin + requests.size(), requests.size());
    if (first != nullptr || completions_->visits() < requests.size()) return first;
  }
  RequestState* first = nullptr;
  for (const Request& r : requests) {
    const bool is_mine = r.state_ != nullptr && r.state_->pe == this;
    if (is_mine && r.state_->is_known() && (first == nullptr || completes_first(*r.state_, *first)))
      first = r.state_;
  }
  return first;
}

void Pe::name(RequestState* request, const Request* handle) {
  if (request == nullptr) return;
  CompletionOrder* const order = request->is_ordered ? request->pe->completions_.get() : nullptr;
  if (order != nullptr) order->remove(*request);
  request->named_by = handle;
  if (order != nullptr) order->insert(*request);
  if (Pe* const here = current_pe(); here != nullptr) here->first_pending_.note(handle);
}

RequestState* Pe::await_any(std::span<const Request> requests) {
  const bool is_there = await_turn({Wait::Until::turn_any, "wait_any", {}, nullptr, requests});
  return is_there ? first_known(requests) : nullptr;
}

bool Pe::message_before_port(const Communicator& comm, const Request& request, Rank child, Ticks ready) {
  if (!check("wait")) return true;
  const RequestState* const receive = request.state_;
  const Rank to = comm.group_->world_rank(child);
  Route legs;
  run_.topology().route(rank_, to, legs);
  const Port link = legs.front().port;
  const Ticks due = ports_.start_of({ready, {}}, to, link).time;
  if (receive != nullptr && takes_.earliest() <= due) {
    deadline_ = std::max(due, clock_.time);
    const bool goes_on = await_turn({Wait::Until::turn_any, "wait", {}, nullptr, {receive->named_by, 1}});
    deadline_ = kNever;
    if (!goes_on) return true;
    if (receive->is_known() && receive->message->asks <= due) return true;
  }
  clock_ = later(clock_, ports_.start_of(clock_, to, link));
  if (paths_ != nullptr) paths_->note_change(clock_, {Moment::Kind::sent, rank_});
  return false;
}

// --- asking ------------------------------------------------------------------------------------------------------------

bool Pe::test(RequestState* request) {
  RequestState* one[] = {request};
  const auto is_complete = [&] {
    if (request->kind == RequestState::Kind::send) return request->complete.time <= clock_.time;
    return request->is_known() && request->message->asks <= clock_.time;
  };
  if (!await_turn({Wait::Until::turn_now, "test", one})) return false;
  if (!is_complete() && unsuccessful_ == clock_.time && !await_event(one, "test")) return false;
  if (is_complete()) return true;
  unsuccessful_ = clock_.time;
  return false;
}

std::optional<Received> Pe::probe(const Place& place, Rank from, int tag) {
  RequestState pattern;
  pattern.kind = RequestState::Kind::receive;
  pattern.partner = from;
  pattern.world_partner = from == any_source ? any_source : place.group.world_rank(from);
  pattern.tag = tag;
  pattern.context = place.context;
  RequestState* one[] = {&pattern};
  if (!await_turn({Wait::Until::turn_now, "probe", one})) return probe_unwound();
  const Message* found = mailbox_.find(pattern, clock_.time);
  if (found == nullptr && unsuccessful_ == clock_.time) {
    if (!await_event(one, "probe")) return probe_unwound();
    found = mailbox_.find(pattern, clock_.time);
  }
  if (found != nullptr) return Received{found->source_in_group, found->tag, found->bytes};
  unsuccessful_ = clock_.time;
  return std::nullopt;
}

std::optional<Received> Pe::probe_unwound() {
  has_probed_unwound_ = !has_probed_unwound_;
  return has_probed_unwound_ ? std::optional<Received>(Received{}) : std::nullopt;
}

}  // namespace toruscope::detail
