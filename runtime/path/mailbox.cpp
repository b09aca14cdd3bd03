// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/mailbox.hpp"

#include "runtime/core/check.hpp"
#include "runtime/model/clock.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace toruscope::core {

Message* announcement_of(Message& m) {
  auto* announcement = new Message;
  announcement->source = m.source;
  announcement->destination = m.destination;
  announcement->source_in_group = m.source_in_group;
  announcement->tag = m.tag;
  announcement->context = m.context;
  announcement->sequence = m.sequence;
  announcement->bytes = m.bytes;
  announcement->posted = m.posted;
  announcement->asks = m.start.time;  // posted, or later by its request (T16)
  announcement->start = m.start;
  announcement->announces = &m;
  m.announcement = announcement;
  m.was_announced = true;
  return announcement;
}

Mailbox::~Mailbox() {
  unnamed_.clear();
  if (further_ == nullptr) return;
  further_->fresh.clear();
  further_->era_receives.clear();
  further_->era_messages.clear();
  for (Message* announcement : further_->expected) discard(announcement);
}

void Mailbox::post_in_era(RequestState& receive) {
  if (!receive.names_source()) {
    keep_order();  // may throw, so before the receive is in a list
    static_cast<void>(further());
    begin_unnamed(receive);
  }
  receive.is_of_era = receive.is_fresh = true;
  further_->era_receives.push_back(receive);
  further_->fresh.push_back(receive);
}

/// Keeps a message that no posted receive takes.
void Mailbox::keep(Message& message) {
  messages_.insert(message);
  if (!has_unnamed()) return;
  TORUSCOPE_CHECK(message.asks > further_->settled, "a message arrives at", message.asks.count,
                  "after all was settled to", further_->settled.count);
  message.is_of_era = true;
  further_->era_messages.push_back(message);
}

/// Looks again at receives seen ahead of their clock before there were announcements; none may have
/// an announcement before that clock.
void Mailbox::look_again() {
  has_announcements_ = true;
  if (further_ == nullptr) return;
  further_->fresh.clear();
  for (RequestState& receive : further_->era_receives) {
    if (receive.is_indexed && receive.posted_at->time <= further_->settled) continue;
    if (receive.is_indexed) receives_.erase(receive);
    receive.is_fresh = true;
    further_->fresh.push_back(receive);
  }
}

/// Gives a message that lies here to the receive.
void Mailbox::match(RequestState& receive, Message& message) {
  take_out(receive);
  messages_.erase(message);
  if (std::exchange(message.is_of_era, false))
    further_->era_messages.erase(further_->era_messages.iterator_to(message));
  give(receive, message);
}

/// Gives an announcement to the receive: its sender hears of that.
void Mailbox::answer(RequestState& receive, Message& announcement) {
  if (is_before_unnamed(receive))
    // since both are posted
    announcement.start = later(announcement.announces->start, further().era_ended);
  announcement.request = &receive;
  answered_->push_back(&receive);
}

RequestState* Mailbox::deliver_announced(Message* message) {
  Message* announcement = std::exchange(message->announcement, nullptr);
  TORUSCOPE_CHECK(!announcement->is_expected, "overtook a message on its way: message from", message->source);
  RequestState* receive = announcement->request;
  if (receive == nullptr) {  // given up
    messages_.erase(*announcement);
    if (std::exchange(announcement->is_of_era, false))
      further_->era_messages.erase(further_->era_messages.iterator_to(*announcement));
    receive = deliver(message);
  } else {
    news_ = std::min(news_, message->asks);
    receive->message = message;
    note_received(*receive, *message);
  }
  return receive;
}

void Mailbox::take_out(RequestState& receive) {
  if (receive.is_indexed) receives_.erase(receive);
  leave_fresh(receive);
  if (std::exchange(receive.is_of_era, false))
    further_->era_receives.erase(further_->era_receives.iterator_to(receive));
}

void Mailbox::withdraw(RequestState& receive, const Stamp& when) {
  if (receive.message != nullptr) {
    Message& message = *std::exchange(receive.message, nullptr);
    message.request = nullptr;
    if (message.is_expected) {
      expect(message);
    } else {
      messages_.insert(message, true);
    }
  } else {
    take_out(receive);
  }
  complete(receive, when);
}

// --- announcements -------------------------------------------------------------------------------

void Mailbox::expect(Message& announcement) {
  further().expected.insert(&announcement);
  announcement.is_expected = true;
  may_match_expected_ = true;
}

bool Mailbox::end_expectation(Message& announcement) {
  announcement.is_expected = false;
  return further().expected.erase(&announcement) == 0;
}

// --- receives that name no source ----------------------------------------------------------------

void Mailbox::settle(Ticks until) {
  if (!has_unnamed()) return;
  until = std::max(until, further_->settled);
  // First arrived messages, for receives that were here before ...
  const auto offer = [&](Message& message) {
    if (RequestState* receive = receives_.first_fitting(message); receive != nullptr) match(*receive, message);
  };
  for (Message* m = messages_.first_after(further_->settled); m != nullptr && m->asks <= until;)
    offer(*std::exchange(m, messages_.next_after(*m)));
  // ... then the remaining ones, for receives posted since.
  while (!further_->fresh.empty() &&
         (!has_announcements_ || further_->fresh.front().posted_at->time <= until)) {
    RequestState& receive = further_->fresh.front();
    leave_fresh(receive);
    if (Message* message = messages_.first_fitting(receive); message != nullptr && message->asks <= until) {
      match(receive, *message);
    } else {
      receives_.insert(receive);
    }
  }
  // More may come at that tick, even by the PE itself.
  further_->settled = std::max(further_->settled, until - Ticks{1});
}

void Mailbox::begin_unnamed(RequestState& receive) {
  auto after = unnamed_.end();  // a receive posted again may come before others
  while (after != unnamed_.begin() && std::prev(after)->posted > receive.posted) --after;
  unnamed_.insert(after, receive);
  receive.is_unnamed = has_unnamed_ = true;
}

void Mailbox::complete_unnamed(RequestState& receive, const Stamp& when) {
  const bool was_first = &unnamed_.front() == &receive;
  unnamed_.erase(unnamed_.iterator_to(receive));
  receive.is_unnamed = false;
  has_unnamed_ = !unnamed_.empty();
  if (was_first) release_named(when);
}

/// Releases receives after the last pending one without a source from the order of arrival.
void Mailbox::release_named(const Stamp& when) {
  further_->era_ended = when;
  may_match_expected_ = true;
  while (!further_->era_receives.empty() && is_before_unnamed(further_->era_receives.front())) {
    RequestState& receive = further_->era_receives.front();
    further_->era_receives.pop_front();
    receive.is_of_era = false;
    Message* message = messages_.first_fitting(receive);
    if (message != nullptr) {
      match(receive, *message);
    } else if (!receive.is_indexed) {
      leave_fresh(receive);
      receives_.insert(receive);
    }
  }
  if (has_unnamed()) return;
  while (!further_->era_messages.empty()) {
    further_->era_messages.front().is_of_era = false;
    further_->era_messages.pop_front();
  }
}

const Message* Mailbox::find(const RequestState& pattern, Ticks until) {
  const Message* message = messages_.first_fitting(pattern);
  return message != nullptr && message->asks <= until ? message : nullptr;
}

}  // namespace toruscope::core
