// SPDX-License-Identifier: Apache-2.0
// Sends that cannot be booked when they are posted. Under direct wormhole switching nobody knows how long the worm before
// holds its port until its header has gone far enough; a send that waits for its receive (T11) asks for its port when that
// has been found, and what its PE sends in the meantime may go first.
//
//   PE        post_later(): puts it behind the others; a worm that finds a port free starts
//   plan      next_start(): when could one of them be booked, as far as that is known? Then start_sends()
//   plan      receive_found(): the receive of a send that waits for it has been posted (engine/run_announcements.cpp)
//   router    tail_left(): the worm has left; its port is free from then on, its send is complete
//
// Threads     All but the first are called while the PE and its worker wait.
// Source      docs/rules.md, T2, T8, T11; docs/readings.md (q), (r), (v).

#include "runtime/engine/pe_inline.hpp"
#include "runtime/model/clock.hpp"
#include "runtime/model/port_rules.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace toruscope::detail {

void Pe::check_synchronous(const Group& group, Rank to) const {
  if (group.world_rank(to) == rank_) return;
  if (run_.answers_singly() || clock_.time > run_.answered_together_until()) return;
  fail(
      fmt::format("ssend: receives without a source have been answered side by side up to {}, for no send had "
                  "waited for its receive; give the machine an eager limit, however long, so that they are "
                  "answered one after the other",
                  run_.time_text(run_.answered_together_until())));
}

/// Books a send. Returns its end, as far as that is known.
const Stamp& Pe::start_send(Message& m, const Stamp& asks) {
  const Ticks asked = asks.time;
  const bool is_end_known = !is_bookable_later();
  const PortUse held_by =
      ports_.book_send(asks, {m.destination, m.legs.front().port, m.bytes, m.x, m.sequence, is_end_known},
                       run_.parameters(), run_.costs(), m.start);
  const Stamp& complete = ports_.last_end();
  note_port_wait(asked, m.start.time, {true, m.destination}, held_by);
  m.complete = is_end_known ? complete.time : kNever;
  m.asks = m.start.time + run_.costs().ts;
  if (!is_end_known) worms_.push_back(&m);
  run_.inject(worker_, &m);
  return complete;
}

/// One that was not booked when it was posted, or whose request is told.
void Pe::start_later_send(Message& m, const Stamp& asks) {
  const Stamp& complete = start_send(m, asks);
  if (!is_bookable_later() && send_is_complete(m, complete)) worker_.runnable.push_back(this);
}

/// The end of a send is known. True if the PE has waited for nothing else.
bool Pe::send_is_complete(Message& m, const Stamp& complete) {
  turn_.reset();
  if (m.request == nullptr) return false;
  m.request->complete = complete;
  note_known(*m.request);
  const bool is_awaited = state_ == State::waiting && m.request->is_awaited;
  forget_request(m);
  return is_awaited && --awaiting_ == 0 && wait_.until == Wait::Until::matched;
}

void Pe::post_later(Message* message, bool waits) {
  message->start = clock_;
  if (waits) worker_.announced.push_back(message);
  if (waits_for_receive(*message)) worker_.has_long_sends = true;
  if (!waits && queued_sends_.is_empty() && start_of({.message = message, .asks = clock_}) == clock_.time)
    return start_later_send(*message, clock_);
  if (queued_sends_.is_empty()) worker_.senders.push_back(this);
  queued_sends_.add(message, waits ? Stamp{kNever, {}} : clock_, waits);
}

void Pe::receive_found(const Message& m, const Stamp& when) {
  if (!queued_sends_.ask(m, later(m.start, when))) return;
  turn_.reset();
  if (watch_) watch_send(m, m.queued->asks.time);
}

void Pe::add_not_begun(std::vector<Message*>& messages) {
  queued_sends_.for_each([&](const QueuedSend& send) {
    if (!send.waits) messages.push_back(send.message);
  });
}

bool Pe::has_waiting_send() const {
  return queued_sends_.has_waiting();
}

Ticks Pe::asks_at(const RequestState& send) const {
  const QueuedSend* queued = send.sending == nullptr ? nullptr : send.sending->queued;
  return queued == nullptr ? Ticks{} : queued->asks.time;
}

Ticks Pe::start_of(const QueuedSend& send) {
  if (send.asks.time == kNever || !is_bookable_later()) return send.asks.time;
  return ports_.start_of(send.asks, send.message->destination, send.message->legs.front().port).time;
}

Ticks Pe::next_start(bool at_quiet_tick) {
  return queued_sends_.next_start(at_quiet_tick, [this](const QueuedSend& send) { return start_of(send); });
}

bool Pe::start_sends(Ticks now, bool at_quiet_tick) {
  const auto can_start = [&](const QueuedSend& send) {
    return start_of(send) <= now ||
           (!send.is_asking && !is_bookable_later());  // ahead: booked for later, if need be
  };
  while (QueuedSend* next = queued_sends_.first_to_start(at_quiet_tick, now, can_start)) {
    const Stamp asks = next->asks;
    start_later_send(*queued_sends_.take(*next), asks);
  }
  return queued_sends_.is_empty();
}

bool Pe::tail_left(Message& m, Ticks when) {
  Stamp complete = m.start;
  add_startup(complete, run_.costs());
  add_transmission(complete, run_.costs(), m.bytes, m.x);
  complete.account.link_wait += when - complete.time;
  complete.time = when;
  m.complete = when;
  ports_.end_send(m.sequence, m.destination, complete);
  std::erase(worms_, &m);
  const bool is_complete = send_is_complete(m, complete);
  return wait_.until == Wait::Until::own_sends ? !has_unknown_ends() : is_complete;
}

bool Pe::shares_ports() const {
  return are_shared(run_.parameters().ports);
}

/// Of those for which the PE waits, or which come before the receptions for which it does.
bool Pe::has_unknown_ends() const {
  const auto holds_up = [&](const Message& m) {
    return std::any_of(wait_.requests.begin(), wait_.requests.end(), [&](const RequestState* r) {
      if (r->kind == RequestState::Kind::send) return r == m.request;
      if (r->message->is_to_self()) return false;
      return run_.parameters().ports.rule == Ports::Rule::half || r->message->source != m.destination;
    });
  };
  return std::any_of(worms_.begin(), worms_.end(), [&](const Message* m) { return holds_up(*m); }) ||
         queued_sends_.any_of(
             [&](const QueuedSend& send) { return send.is_before_receptions && holds_up(*send.message); });
}

/// Rules `half` and `telephone`: a reception may have to wait for the ends of sends that have asked before it.
bool Pe::await_own_sends(std::span<RequestState* const> requests) {
  if (!may_wait_for_own_sends()) return true;
  if (std::all_of(requests.begin(), requests.end(),
                  [](const RequestState* r) { return r->kind == RequestState::Kind::send; }))
    return true;
  const Ticks now = std::max(clock_.time, turn_.value_or(Ticks{}));
  queued_sends_.for_each(
      [&](QueuedSend& send) { send.is_before_receptions = send.asks.time != kNever && send.asks.time <= now; });
  wait_ = {Wait::Until::own_sends, wait_.operation, requests};
  if (has_unknown_ends() && !suspend_with(requests)) return false;
  wait_.until = Wait::Until::matched;
  return true;
}

}  // namespace toruscope::detail
