// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/receives.hpp"

#include "runtime/core/decimal.hpp"
#include "runtime/pe/tap.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>
#include <vector>

namespace toruscope::core {

Receives::Receives(PeCore& core, const Requests& requests, StrictPorts& strict)
    : core_(core), requests_(requests), strict_(strict) {
  mailbox_.answer_in(core.host.answered);
}

// --- what arrives --------------------------------------------------------------------------------

Receives::Delivered Receives::deliver_rarely(Message* message) {
  if (core_.run.may_overtake) keep_behind_earlier(*message);
  if (core_.run.is_strict()) strict_.add_reception(*message);
  if (arrivals_.is_by_sender()) note_arrival(*message);
  core_.note_news();
  Message* const announcement = message->announcement;
  RequestState* receive =
      announcement != nullptr ? mailbox_.deliver_announced(message) : mailbox_.deliver(message);
  if (const auto followers = std::move(message->followers); followers != nullptr)
    for (Message* follower : *followers) {
      if (!mailbox_.end_expectation(*follower))
        deliver_announcement(follower);
      else if (message->asks > follower->asks)
        know_with(*follower, arrival_of(*message));
    }
  return {receive, announcement};
}

/// Delays the announcement until that earlier message of its sender arrives: it is known then.
void Receives::know_with(Message& announcement, const Arrival& arrival) const {
  announcement.asks = arrival.when.time;
  announcement.start = arrival.when;
  core_.note_sized(announcement.start,
                   {Moment::Kind::arrival, core_.rank, announcement.source, arrival.sequence}, arrival.bytes);
}

/// Lets the message be here no earlier than the one of its sender that came over the last link
/// before it, whose L may be longer (T15).
void Receives::keep_behind_earlier(Message& m) const {
  Ticks& last = core_.host.last_arrivals[{m.source, m.destination}];
  m.link_wait += std::max(last - m.asks, Ticks{});
  m.asks = last = std::max(last, m.asks);
}

Arrival Receives::arrival_of(const Message& m) const {
  return {m.source, m.sequence, core_.arrival_of(m), m.bytes};
}

void Receives::note_arrival(const Message& m) {
  if (m.is_announcement() || m.was_announced || m.is_to_self()) return;
  arrivals_.note(arrival_of(m));
}

/// Notes arrivals by sender: of the messages that are here, be they taken, matched or still
/// unclaimed; of taken ones, as far as they may be to come in virtual time.
void Receives::note_arrivals_so_far() {
  core_.note_unusual(PeCore::is_announced);
  arrivals_.keep_by_sender(core_.ports, core_.run.known.complete_before);
  requests_.for_each_live_receive([this](const RequestState& receive) {
    if (receive.message != nullptr) note_arrival(*receive.message);
  });
  for (const Message* m : mailbox_.unclaimed()) note_arrival(*m);
}

/// Delivers an announcement, which is known when the last earlier message of its sender has
/// arrived.
void Receives::deliver_announcement(Message* announcement) {
  core_.note_news();
  if (!arrivals_.is_by_sender()) note_arrivals_so_far();
  if (const Arrival* last = arrivals_.last_of(announcement->source);
      last != nullptr && last->when.time > announcement->asks)
    know_with(*announcement, *last);
  static_cast<void>(mailbox_.deliver(announcement));
  if (announcement->request == nullptr && !is_answering_) {
    is_answering_ = true;
    core_.host.answering.push_back(core_.pe);
  }
}

Receives::NextAnswer Receives::next_answer(Ticks complete_before) {
  NextAnswer earliest;
  // those that name their source are matched at once
  if (!mailbox_.has_unnamed() || !mailbox_.has_unmatched()) return earliest;
  mailbox_.settle(complete_before - Ticks{1});
  mailbox_.foresee([&](const RequestState& receive, const Message& m) {
    if (m.is_announcement()) earliest = {std::max(m.asks, receive.posted_at->time), m.is_to_self()};
    return !m.is_announcement();
  });
  return earliest;
}

// --- what is taken -------------------------------------------------------------------------------

void Receives::take_rarely(const Message& m, Stamp& cursor, Ticks begun, Stamp* arrived) {
  if (m.is_to_self()) {
    cursor = later(cursor, m.start);
    if (arrived != nullptr) *arrived = later(*arrived, m.start);
    return;
  }
  const RunTerms& run = core_.run;
  Stamp available = core_.arrival_of(m);
  core_.note_arrival(available, m);
  const Ticks arrival = m.asks;
  check_arrival(available.time, m);
  if (arrived != nullptr) *arrived = later(*arrived, available);
  arrivals_.before_reception(&m, core_.ports, run.known.complete_before);
  const bool is_in_port = core_.ports.keeps_arrival();
  // No send waits for its receive there (T11), or what arrives has been noted already.
  const bool is_remembered = !m.was_announced && !arrivals_.is_by_sender();
  if (is_remembered && !is_in_port) remember(m, available);
  const PortUse held_by =
      core_.ports.book_reception(available, m.source, m.bytes, m.x, run.parameters, run.costs);
  if (is_remembered && is_in_port) {
    if (available.time == arrival)
      arrivals_.remember_in_port(m.sequence);
    else
      remember(m, core_.arrival_of(m));
  }
  core_.note_port_wait(arrival, available.time, {false, m.source}, held_by);
  const Ticks taken = takes_.next(cursor, available);
  core_.note_wait(m, m.asks - cursor.time);
  if (!takes_.take(cursor, available, run.costs)) refuse_length(m, begun);
  add_receive(cursor, run.costs, m.bytes);
  ++core_.book.messages_received;
  core_.note_sized(cursor, {Moment::Kind::receive, core_.rank, m.source}, m.bytes);
  if (core_.host.observer != nullptr) tell_taken(m, available.time, taken);
}

void Receives::refuse_length(const Message& m, Ticks begun) const {
  core_.refuse_length("recv", m.bytes, "arrives", begun);
}

void Receives::remember(const Message& m, const Stamp& available) {
  arrivals_.remember({m.source, m.sequence, available, m.bytes}, core_.run.known.complete_before);
}

void Receives::tell_taken(const Message& m, Ticks available, Ticks taken) const {
  core_.host.observer->tell(MessageTaken{.source = m.source,
                                         .sequence = m.sequence,
                                         .destination = m.destination,
                                         .tag = m.tag,
                                         .bytes = static_cast<std::int64_t>(m.bytes),
                                         .hops = m.hops,
                                         .send_port = m.send_port,
                                         .receive_port = core_.ports.last_receive_port(),
                                         .posted = m.posted,
                                         .start = m.start.time,
                                         .left = m.complete,
                                         .arrival = m.asks,
                                         .available = available,
                                         .taken = taken,
                                         .body = m.contents()});
}

Received Receives::store(RequestState& receive, Tap* tap) const {
  Message& m = *receive.message;
  if (tap != nullptr) {
    auto* body = const_cast<std::byte*>(m.contents().data());  // the message is ours
    tap->receive({m.source_in_group, m.tag, {body, m.bytes}, receive.into.bytes});
  }
  if (receive.into.adopt != nullptr) {
    if (!receive.into.adopt(receive.into.vector, m.owned, m.contents())) refuse_elements(m);
    return {m.source_in_group, m.tag, m.bytes};
  }
  if (m.bytes > receive.bytes) refuse_size(receive);
  if (kChecksBuffers && checksum_of(receive.into.bytes) != receive.checksum)
    refuse(receive, "and its buffer was written while the receive owned it; touch it only after the wait");
  copy(m.contents(), receive.into.bytes);
  return {m.source_in_group, m.tag, m.bytes};
}

void Receives::refuse_elements(const Message& m) const {
  core_.fail(
      fmt::format("recv: the message of {} from PE {} (tag {}) is no whole number of the elements asked for",
                  counted(m.bytes, "byte"), m.source, m.tag));
}

void Receives::refuse(const RequestState& receive, std::string_view why) const {
  const Message& m = *receive.message;
  core_.fail(fmt::format("recv: PE {} expected {} from PE {} (tag {}) {}", core_.rank,
                         counted(receive.bytes, "byte"), m.source, m.tag, why));
}

void Receives::refuse_size(const RequestState& receive) const {
  const Message& m = *receive.message;
  refuse(receive, fmt::format("but the message has {}; sent at {}", m.bytes, core_.run.time_text(m.posted)));
}

bool Receives::has_come(const RequestState& receive, Ticks by) const {
  const Message* const m = receive.message;
  if (m == nullptr) return false;
  if (m->is_announcement()) return later(m->start, *receive.posted_at).time <= by;
  // A send that waited has begun before the network went beyond `by`.
  return m->was_announced || m->asks <= by;
}

bool Receives::has_expected_match() const {
  bool has = false;
  requests_.for_each_live_receive([&](const RequestState& receive) {
    has = has || (receive.message != nullptr && receive.message->is_expected);
  });
  return has;
}

void Receives::lose_answers(Ticks after) {
  requests_.for_each_live_receive([&](const RequestState& receive) {
    if (receive.message != nullptr && receive.message->is_announcement() && !has_come(receive, after))
      core_.host.lost.push_back(receive.message);
  });
}

void Receives::match_again(std::optional<Ticks> kept) {
  std::vector<RequestState*> pending;
  requests_.for_each_live_receive([&](RequestState& receive) {
    if (!kept || !has_come(receive, *kept)) pending.push_back(&receive);
  });
  std::sort(pending.begin(), pending.end(),
            [](const RequestState* a, const RequestState* b) { return a->posted < b->posted; });
  for (RequestState* r : pending) withdraw(*r);
  for (RequestState* r : pending) mailbox_.post(*r);
}

}  // namespace toruscope::core
