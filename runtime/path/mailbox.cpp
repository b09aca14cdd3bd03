// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/mailbox.hpp"

#include "runtime/core/check.hpp"
#include "runtime/model/clock.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace toruscope::core {

Mailbox::~Mailbox() {
  unnamed_.clear();
  fresh_.clear();
  era_receives_.clear();
  era_messages_.clear();
  for (Message* announcement : expected_) discard(announcement);
}

void Mailbox::post(RequestState& receive) {
  if (receive.posted == 0) receive.posted = ++posts_;
  may_match_expected_ = true;
  if (!receive.names_source()) {
    keep_order();  // what the host may refuse comes before the receive is in a list
    begin_unnamed(receive);
  }
  if (has_unnamed()) {
    receive.is_of_era = receive.is_fresh = true;
    era_receives_.push_back(receive);
    fresh_.push_back(receive);
  } else if (Message* message = messages_.first_fitting(receive); message != nullptr) {
    match(receive, *message);
  } else {
    receives_.insert(receive);
  }
}

RequestState* Mailbox::deliver(Message* message) {
  news_ = std::min(news_, message->asks);
  if (message->is_announcement() && !std::exchange(has_announcements_, true)) look_again();
  if (RequestState* receive = receives_.first_fitting(*message);
      receive != nullptr && is_before_unnamed(*receive)) {
    receives_.erase(*receive);
    give(*receive, *message);
    return receive;
  }
  messages_.insert(*message);
  if (has_unnamed()) {
    TORUSCOPE_CHECK(message->asks > settled_, "a message arrives at", message->asks.count,
                    "after all was settled to", settled_.count);
    message->is_of_era = true;
    era_messages_.push_back(*message);
  }
  return nullptr;
}

/// Before there was an announcement, receives were looked at ahead of the clock at which they are posted; none may have an
/// announcement before that.
void Mailbox::look_again() {
  fresh_.clear();
  for (RequestState& receive : era_receives_) {
    if (receive.is_indexed && receive.posted_at->time <= settled_) continue;
    if (receive.is_indexed) receives_.erase(receive);
    receive.is_fresh = true;
    fresh_.push_back(receive);
  }
}

/// A message that lies here becomes the receive's own.
void Mailbox::match(RequestState& receive, Message& message) {
  take_out(receive);
  messages_.erase(message);
  if (std::exchange(message.is_of_era, false)) era_messages_.erase(era_messages_.iterator_to(message));
  give(receive, message);
}

void Mailbox::give(RequestState& receive, Message& message) {
  receive.message = &message;
  if (!message.is_announcement()) return note_received(receive, message);
  if (is_before_unnamed(receive))
    message.start = later(message.announces->start, era_ended_);  // since both are posted
  message.request = &receive;
  answered_->push_back(&receive);
}

void Mailbox::note_received(RequestState& receive, const Message& message) {
  if (receive.is_awaited) {
    --awaited_.missing;
    awaited_.latest = std::max(awaited_.latest, message.asks);
  }
  if (received_ != nullptr) received_->push_back(&receive);
}

RequestState* Mailbox::deliver_announced(Message* message) {
  Message* announcement = std::exchange(message->announcement, nullptr);
  TORUSCOPE_CHECK(!announcement->is_expected, "overtook a message on its way: message from", message->source);
  RequestState* receive = announcement->request;
  if (receive == nullptr) {  // it had been given up
    messages_.erase(*announcement);
    if (std::exchange(announcement->is_of_era, false))
      era_messages_.erase(era_messages_.iterator_to(*announcement));
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
  if (std::exchange(receive.is_of_era, false)) era_receives_.erase(era_receives_.iterator_to(receive));
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

// --- announcements -----------------------------------------------------------------------------------------------------

void Mailbox::expect(Message& announcement) {
  expected_.insert(&announcement);
  announcement.is_expected = true;
  may_match_expected_ = true;
}

bool Mailbox::end_expectation(Message& announcement) {
  announcement.is_expected = false;
  return expected_.erase(&announcement) == 0;
}

// --- receives that name no source ------------------------------------------------------------------------------------

void Mailbox::settle(Ticks until) {
  if (!has_unnamed()) return;
  until = std::max(until, settled_);
  // First what has come, for the receives that were here before ...
  const auto offer = [&](Message& message) {
    if (RequestState* receive = receives_.first_fitting(message); receive != nullptr) match(*receive, message);
  };
  for (Message* m = messages_.first_after(settled_); m != nullptr && m->asks <= until;)
    offer(*std::exchange(m, messages_.next_after(*m)));
  // ... then what is left, for those that were posted since.
  while (!fresh_.empty() && (!has_announcements_ || fresh_.front().posted_at->time <= until)) {
    RequestState& receive = fresh_.front();
    leave_fresh(receive);
    if (Message* message = messages_.first_fitting(receive); message != nullptr && message->asks <= until) {
      match(receive, *message);
    } else {
      receives_.insert(receive);
    }
  }
  settled_ = std::max(settled_, until - Ticks{1});  // at that very tick more may come, by way of the PE itself
}

void Mailbox::begin_unnamed(RequestState& receive) {
  auto after = unnamed_.end();  // one that is posted once more may come before others
  while (after != unnamed_.begin() && std::prev(after)->posted > receive.posted) --after;
  unnamed_.insert(after, receive);
  receive.is_unnamed = true;
}

void Mailbox::complete_unnamed(RequestState& receive, const Stamp& when) {
  const bool was_first = &unnamed_.front() == &receive;
  unnamed_.erase(unnamed_.iterator_to(receive));
  receive.is_unnamed = false;
  if (was_first) release_named(when);
}

/// Receives that no pending one without a source comes before any more: they need not wait for the order of arrival.
void Mailbox::release_named(const Stamp& when) {
  era_ended_ = when;
  may_match_expected_ = true;
  while (!era_receives_.empty() && is_before_unnamed(era_receives_.front())) {
    RequestState& receive = era_receives_.front();
    era_receives_.pop_front();
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
  while (!era_messages_.empty()) {
    era_messages_.front().is_of_era = false;
    era_messages_.pop_front();
  }
}

const Message* Mailbox::find(const RequestState& pattern, Ticks until) {
  const Message* message = messages_.first_fitting(pattern);
  return message != nullptr && message->asks <= until ? message : nullptr;
}

}  // namespace toruscope::core
