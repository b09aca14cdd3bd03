// SPDX-License-Identifier: Apache-2.0
// Sends that wait for their receives (T11). Each has an announcement go ahead, in no time and at no cost, which lies in the
// mailbox of its receiver from the moment on at which the send is known there, and is matched in the place of the message.
//
//   PE      posts such a send: it is noted in its worker's list `announced`
//   plan    announce(): the announcement is delivered, or expected until the last message to that PE that is under way is
//           there; a receive that names its source can get it before (match_expected)
//   mailbox gives it to a receive, which is noted in the worker's list `answered`
//   plan    the send learns of it (Pe::receive_found)
//
// Threads     Called in the plan, while all workers wait; but Pe::deliver_announcement, of an announcement that was expected, also
//             in the network phase, by the worker of the receiver when the message before it is delivered.
// Source      docs/model.md, T11, readings (q) and (r).

#include "runtime/engine/pe_inline.hpp"
#include "runtime/model/clock.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace toruscope::detail {

void Run::announce_sends() {
  for (const auto& worker : workers_)
    if (!worker->announced.empty())
      for (const auto announced = std::exchange(worker->announced, {}); Message * m : announced) announce(m);
  if (!has_announced_) return;
  match_expected();
  tell_senders();
}

/// Sends learn of the receives that have been found for them.
void Run::tell_senders() {
  for (const auto& worker : workers_) {
    if (worker->answered.empty()) continue;
    for (const auto answered = std::exchange(worker->answered, {}); RequestState * receive : answered) {
      const Message* announcement = receive->message;
      if (announcement == nullptr || !announcement->is_announcement()) continue;  // it has been given up
      const Message& m = *announcement->announces;
      pes_[static_cast<std::size_t>(m.source)].receive_found(m,
                                                             later(announcement->start, *receive->posted_at));
    }
  }
}

void Run::announce(Message* m) {
  has_announced_ = true;
  auto* announcement = new Message;
  announcement->source = m->source;
  announcement->destination = m->destination;
  announcement->source_in_group = m->source_in_group;
  announcement->tag = m->tag;
  announcement->context = m->context;
  announcement->sequence = m->sequence;
  announcement->bytes = m->bytes;
  announcement->posted = announcement->asks = m->posted;
  announcement->start = m->start;
  announcement->announces = m;
  m->announcement = announcement;
  m->was_announced = true;

  Pe& receiver = pes_[static_cast<std::size_t>(m->destination)];
  const std::vector<Message*> before = on_their_way_before(*m);
  if (before.empty()) return receiver.deliver_announcement(announcement);
  auto& followers = before.back()->followers;
  if (followers == nullptr) followers = std::make_unique<std::vector<Message*>>();
  followers->push_back(announcement);
  receiver.mailbox().expect(*announcement);
  if (std::find(expecting_.begin(), expecting_.end(), &receiver) == expecting_.end())
    expecting_.push_back(&receiver);
}

/// Messages between the same PEs that go ahead, in the order in which they were sent.
std::vector<Message*> Run::on_their_way_before(const Message& message) const {
  std::vector<Message*> before;
  pes_[static_cast<std::size_t>(message.source)].add_not_begun(message.destination, before);
  for (const auto& router : routers_) router->add_on_their_way(message.source, message.destination, before);
  std::erase_if(before, [&](const Message* m) { return m->sequence > message.sequence; });
  std::sort(before.begin(), before.end(),
            [](const Message* a, const Message* b) { return a->sequence < b->sequence; });
  return before;
}

void Run::match_expected() {
  std::erase_if(expecting_, [&](Pe* pe) {
    for (Message* announcement : pe->mailbox().expected_and_may_match())
      pe->mailbox().match_expected(*announcement, on_their_way_before(*announcement));
    return !pe->mailbox().has_expected();
  });
}

/// A message is taken, and may arrive after something else that its sender sends.
void Pe::expect(const Expected& expected) {
  if (expected_.size() == expected_.capacity())
    std::erase_if(expected_, [&](const Expected& e) { return e.arrival.time <= run_.complete_before(); });
  expected_.push_back(expected);
}

/// The same where the port that it has come through tells its arrival, unless it waited there.
void Pe::expect_in_port(const Message& m, const Stamp& available) {
  if (available.time == m.asks)
    expected_in_port_ = m.sequence;
  else
    expect({m.source, m.sequence, arrival_of(m)});
}

/// The port is about to forget it, for the sake of `next`, if given.
void Pe::keep_expected(const Message* next) {
  if (expected_in_port_ < 0) return;
  const PortFree& last = ports_.last_reception();
  const bool is_before_next = next != nullptr && !next->was_announced && next->source == last.by.partner &&
                              next->asks > last.when.time;  // what waits for both waits for the later one
  if (!is_before_next && last.when.time > run_.complete_before())
    expect({last.by.partner, expected_in_port_, last.when});
  expected_in_port_ = -1;
}

/// It is known when that earlier message of its sender arrives.
void Pe::know_with(Message& announcement, const Stamp& arrival, std::int64_t sequence) {
  announcement.asks = arrival.time;
  announcement.start = arrival;
  note(announcement.start, Moment::Kind::arrival, announcement.source, sequence);
}

/// It is known when the last earlier message of its sender has arrived, be that taken, matched or still unclaimed.
void Pe::deliver_announcement(Message* announcement) {
  turn_.reset();
  Expected last{-1, -1, {announcement->asks, {}}};
  const auto wait_for_arrival = [&](Rank source, std::int64_t sequence, Ticks time, auto&& arrival) {
    const bool is_later = time > last.arrival.time || (time == last.arrival.time && sequence < last.sequence);
    if (source == announcement->source && is_later) last = {source, sequence, arrival()};
  };
  keep_expected(nullptr);
  for (const Expected& e : expected_)
    wait_for_arrival(e.source, e.sequence, e.arrival.time, [&] { return e.arrival; });
  const auto wait_for_message = [&](const Message* m) {
    if (m != nullptr && !m->is_announcement() && !m->was_announced && !m->is_to_self())
      wait_for_arrival(m->source, m->sequence, m->asks, [&] { return arrival_of(*m); });
  };
  for (const auto& request : requests_)
    if (request->is_live && request->kind == RequestState::Kind::receive) wait_for_message(request->message);
  for (const Message* m : mailbox_.unclaimed()) wait_for_message(m);
  if (last.source >= 0) know_with(*announcement, last.arrival, last.sequence);
  static_cast<void>(mailbox_.deliver(announcement));
  if (announcement->request == nullptr && !is_answering_) {
    is_answering_ = true;
    worker_.answering.push_back(this);
  }
}

Ticks Pe::next_answer(Ticks complete_before) {
  if (!mailbox_.has_unnamed()) return kNever;  // those that name their source are matched at once
  mailbox_.settle(complete_before - Ticks{1});
  Ticks earliest = kNever;
  mailbox_.foresee([&](const RequestState& receive, const Message& m) {
    if (m.is_announcement()) earliest = std::max(m.asks, receive.posted_at->time);
    return !m.is_announcement();
  });
  return earliest;
}

Run::Due Run::next_due() {
  Due due;
  const auto consider = [&](Pe* pe, Ticks when, Due::Kind kind) {
    const auto key = [](const Due& d) {  // of one PE its sends before its question
      return std::tuple(d.when, d.kind == Due::Kind::question ? Due::Kind::start : d.kind, d.pe->rank(),
                        d.kind);
    };
    if (when == kNever) return;
    if (const Due other{when, kind, pe}; due.pe == nullptr || key(other) < key(due)) due = other;
  };
  if (has_announced_) {
    for (const auto& worker : workers_)
      for (Pe* pe : worker->answering) {
        const Ticks when = pe->next_answer(complete_before_);
        const bool asks = pe->state() == Pe::State::waiting && pe->waits_for().is_for_turn();
        consider(pe, when, asks && pe->clock().time <= when ? Due::Kind::question : Due::Kind::background);
      }
    tell_senders();
  }
  for (const auto& worker : workers_)
    for (Pe* pe : worker->senders) {
      consider(pe, pe->next_start(false), Due::Kind::worm);
      consider(pe, pe->next_start(true), Due::Kind::start);
    }
  return due;
}

/// Books the sends that are due, or finds the receive of an announcement; where these may meet, of the lowest PE alone.
void Run::settle_due(const Due& due) {
  if (due.kind == Due::Kind::question || due.kind == Due::Kind::background) return due.pe->settle(due.when);
  const bool is_worm = due.kind == Due::Kind::worm;
  for (const auto& worker : workers_)
    std::erase_if(worker->senders, [&](Pe* pe) {
      const bool is_its_turn = is_worm ? pe->next_start(false) == due.when : pe == due.pe;
      return is_its_turn && pe->start_sends(due.when, !is_worm);
    });
  flush_outboxes();
}

/// Nothing else at its tick can come before it.
bool Run::is_due(const Due& due, Ticks earliest_news, Ticks turn) const {
  if (due.when == kNever) return false;
  if (due.kind == Due::Kind::worm)
    return due.when <= std::min(earliest_news, turn) &&
           std::all_of(routers_.begin(), routers_.end(),
                       [&](const auto& router) { return router->earliest() >= due.when; });
  if (due.when >= earliest_news || due.when > turn || !is_quiet(due.when)) return false;
  if (due.when < turn) return true;
  if (due.kind == Due::Kind::background) return false;  // after all questions of the tick
  const auto comes_first = [&](Pe* pe) {                // to go on; it finds what it can then
    const bool is_before = pe->rank() < due.pe->rank() || (pe == due.pe && due.kind == Due::Kind::question);
    return is_before && pe->turn(complete_before_) == turn;
  };
  return std::none_of(workers_.begin(), workers_.end(), [&](const auto& worker) {
    return std::any_of(worker->in_turn.begin(), worker->in_turn.end(), comes_first);
  });
}

}  // namespace toruscope::detail
