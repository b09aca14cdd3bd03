// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/turns.hpp"

#include "runtime/core/check.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace toruscope::core {

Turns::~Turns() {
  if (heard_ != nullptr) discard(heard_);
}

bool Turns::are_needed(const Sends& sends, const Mailbox& mailbox, std::span<RequestState* const> requests) {
  // Sends that ask for a port before a reception is complete.
  const bool is_after_sends = sends.share_ports_with_receptions() && sends.has_waiting();
  if (!is_after_sends && !mailbox.keeps_order()) return false;  // no turn was ever waited for
  return std::any_of(requests.begin(), requests.end(), [&](const RequestState* r) {
    return r->kind == RequestState::Kind::receive &&
           (is_after_sends || mailbox.has_unnamed() || !r->names_source());
  });
}

void Turns::begin(const PeWait& wait) {
  mailbox_.keep_order();
  core_.note_unusual(PeCore::takes_turns);
  known_by_ = Ticks{};
  int missing_sends = 0;
  int missing_receives = 0;
  for (RequestState* r : wait.requests) {
    r->is_awaited = !r->is_known();
    const bool is_receive = r->kind == RequestState::Kind::receive;
    if (r->is_awaited) ++(is_receive ? missing_receives : missing_sends);
    if (!r->is_awaited && is_receive) known_by_ = std::max(known_by_, r->message->asks);
  }
  mailbox_.await(missing_receives);
  core_.waiting.begin_turn(wait, missing_sends);
  core_.host.in_turn.add(core_.pe);
}

void Turns::end(const PeWait& wait) {
  mailbox_.settle(given_);
  for (RequestState* r : wait.requests) r->is_awaited = false;
  core_.waiting.end();
}

// --- when ----------------------------------------------------------------------------------------

Ticks Turns::when_alone(Ticks complete_before) {
  if (!core_.waiting.turn()) {
    mailbox_.settle(complete_before - Ticks{1});
    core_.waiting.set_turn(find());
  }
  return *core_.waiting.turn();
}

Ticks Turns::find() {
  const PeWait& wait = core_.waiting.now();
  const Ticks now = core_.clock.time;
  switch (wait.until) {
    case PeWait::Until::turn_all:
      return all_complete_at();
    case PeWait::Until::turn_any:
      return std::min(any_complete_at(), deadline_);
    case PeWait::Until::turn_now:
      return now;
    case PeWait::Until::turn_event:
      if (mailbox_.news() <= looked_) return looked_;
      return std::min(std::max(looked_, next_event(wait.requests).time), deadline_);
    case PeWait::Until::matched:
    case PeWait::Until::own_sends:
    case PeWait::Until::met:
      break;
  }
  TORUSCOPE_CHECK(false, "a turn without a wait, PE", core_.rank, "waits until", static_cast<int>(wait.until));
  return kNever;
}

Ticks Turns::all_complete_at() {
  Ticks latest = std::max({core_.clock.time, known_by_, mailbox_.awaited().latest});
  if (core_.waiting.missing() != 0) {  // sends
    if (!sends_.share_ports_with_receptions())
      return kNever;  // else each goes on in the background once it asks
    for (const RequestState* r : core_.waiting.now().requests)
      if (r->kind == RequestState::Kind::send && !r->is_known()) latest = std::max(latest, Sends::asks_at(*r));
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

Ticks Turns::any_complete_at() {
  const PeWait& wait = core_.waiting.now();
  Ticks earliest = kNever;
  if (!wait.any.empty()) {
    if (const RequestState* first = first_known(wait.any); first != nullptr) earliest = completion_of(*first);
  }
  for (const RequestState* r : wait.requests)
    if (r->is_known()) earliest = std::min(earliest, completion_of(*r));
  if (mailbox_.unclaimed_count() != 0)
    mailbox_.foresee([&](const RequestState& receive, const Message& m) {
      const bool is_one = is_awaited(receive) && !m.is_announcement();
      if (is_one) earliest = std::min(earliest, m.asks);
      return !is_one;
    });
  return earliest == kNever ? kNever : std::max(core_.clock.time, earliest);
}

// --- which ---------------------------------------------------------------------------------------

RequestState* Turns::first_known(std::span<const Request> handles) {
  if (std::vector<RequestState*>* news = requests_.news_for(handles.size()); news != nullptr) {
    mailbox_.note_received_in(news);
    sends_.note_ended_in(news);
  }
  return requests_.first_known(handles);
}

bool Turns::is_awaited(const RequestState& receive) const {
  const PeWait& wait = core_.waiting.now();
  if (wait.until != PeWait::Until::turn_any || wait.any.empty()) return receive.is_awaited;
  const std::less<> before;
  const Request* handle = receive.named_by;
  return handle != nullptr && !before(handle, wait.any.data()) &&
         before(handle, wait.any.data() + wait.any.size());
}

std::vector<const RequestState*> Turns::awaited() const {
  const PeWait& wait = core_.waiting.now();
  if (wait.until != PeWait::Until::turn_any || wait.any.empty())
    return {wait.requests.begin(), wait.requests.end()};
  std::vector<const RequestState*> pending;
  for (const Request& r : wait.any)
    if (RequestState* const state = state_of(r); state != nullptr) pending.push_back(state);
  return pending;
}

// --- the next event ------------------------------------------------------------------------------

void Turns::forget_events(Ticks looked) {
  looked_ = looked;
  mailbox_.forget_news();
  if (heard_ != nullptr) discard(std::exchange(heard_, nullptr));
}

void Turns::hear(Message* announcement) {
  const bool is_event = core_.waiting.now().until == PeWait::Until::turn_event && announcement->asks > looked_;
  if (is_event && (heard_ == nullptr || arrives_first(*announcement, *heard_))) std::swap(announcement, heard_);
  if (announcement != nullptr) discard(announcement);
}

Turns::Event Turns::next_event(std::span<RequestState* const> tested) {
  Event next;
  const auto consider = [&](const Message* m) {
    if (m == nullptr || m->is_expected || m->asks <= looked_ || m->asks > next.time) return;
    if (m->asks == next.time && (next.arrival == nullptr || !arrives_first(*m, *next.arrival))) return;
    next = {m->asks, m, nullptr};
  };
  for (const RequestState* r : tested)
    if (r->kind != RequestState::Kind::receive && r->completion().time < next.time)
      next = {r->completion().time, nullptr, &r->completion()};
  requests_.for_each_message(consider);
  consider(heard_);
  consider(mailbox_.first_after(looked_));
  return next;
}

}  // namespace toruscope::core
