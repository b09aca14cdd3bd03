// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/mailbox.hpp"

#include "runtime/core/check.hpp"
#include "runtime/model/clock.hpp"

#include <algorithm>
#include <tuple>
#include <utility>

namespace toruscope::detail {

Mailbox::~Mailbox() {
  era_receives_.clear();
  era_messages_.clear();
  for (Message* announcement : expected_) discard(announcement);
}

void Mailbox::post(RequestState& receive) {
  if ((has_unnamed() || !receive.names_source()) && fresh_.size() == fresh_.capacity())
    fresh_.reserve(2 * fresh_.size() + 8);  // what the host may refuse comes before the receive is in a list
  if (receive.posted == 0) receive.posted = ++posts_;
  may_match_expected_ = true;
  if (!receive.names_source()) {
    keep_order();
    unnamed_.insert(std::upper_bound(unnamed_.begin(), unnamed_.end(), receive.posted), receive.posted);
  }
  if (has_unnamed()) {
    receive.is_of_era = true;
    era_receives_.push_back(receive);
    fresh_.push_back(&receive);
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
    fresh_.push_back(&receive);
  }
}

/// A message that lies here becomes the receive's own.
void Mailbox::match(RequestState& receive, Message& message) {
  take_out(receive);
  messages_.erase(message);
  if (std::exchange(message.is_of_era, false)) era_messages_.erase(Era<Message>::s_iterator_to(message));
  give(receive, message);
}

void Mailbox::give(RequestState& receive, Message& message) {
  receive.message = &message;
  if (!message.is_announcement()) return;
  if (is_before_unnamed(receive))
    message.start = later(message.announces->start, era_ended_);  // since both are posted
  message.request = &receive;
  answered_->push_back(&receive);
}

RequestState* Mailbox::deliver_announced(Message* message) {
  Message* announcement = std::exchange(message->announcement, nullptr);
  TORUSCOPE_CHECK(!announcement->is_expected, "overtook a message on its way: message from", message->source);
  RequestState* receive = announcement->request;
  if (receive == nullptr) {  // it had been given up
    messages_.erase(*announcement);
    if (std::exchange(announcement->is_of_era, false))
      era_messages_.erase(Era<Message>::s_iterator_to(*announcement));
    receive = deliver(message);
  } else {
    news_ = std::min(news_, message->asks);
    receive->message = message;
  }
  return receive;
}

void Mailbox::take_out(RequestState& receive) {
  if (receive.is_indexed) receives_.erase(receive);
  if (std::exchange(receive.is_of_era, false)) era_receives_.erase(Era<RequestState>::s_iterator_to(receive));
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
    std::erase(fresh_, &receive);
  }
  complete(receive, when);
}

// --- announcements -----------------------------------------------------------------------------------------------------

void Mailbox::expect(Message& announcement) {
  const auto is_later = [&](const Message* other) {
    return std::tie(other->source, other->sequence) > std::tie(announcement.source, announcement.sequence);
  };
  expected_.insert(std::find_if(expected_.begin(), expected_.end(), is_later), &announcement);
  announcement.is_expected = true;
  may_match_expected_ = true;
}

bool Mailbox::end_expectation(Message& announcement) {
  announcement.is_expected = false;
  return std::erase(expected_, &announcement) == 0;
}

std::vector<Message*> Mailbox::expected_and_may_match() {
  return std::exchange(may_match_expected_, false) ? expected_ : std::vector<Message*>{};
}

void Mailbox::match_expected(Message& announcement, const std::vector<Message*>& before) {
  std::vector<std::pair<RequestState*, PostedReceives::Place>> taken;
  for (const Message* m : before)
    if (RequestState* receive = receives_.first_fitting(*m); receive != nullptr)
      taken.emplace_back(receive, receives_.take_out(*receive));
  RequestState* receive = receives_.first_fitting(announcement);
  for (; !taken.empty(); taken.pop_back()) receives_.put_in(*taken.back().first, taken.back().second);
  if (receive == nullptr || !is_before_unnamed(*receive)) return;
  receives_.erase(*receive);
  std::erase(expected_, &announcement);
  give(*receive, announcement);
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
  auto next = fresh_.begin();
  for (; next != fresh_.end() && (!has_announcements_ || (*next)->posted_at->time <= until); ++next) {
    Message* message = messages_.first_fitting(**next);
    if (message != nullptr && message->asks <= until) {
      match(**next, *message);
    } else {
      receives_.insert(**next);
    }
  }
  fresh_.erase(fresh_.begin(), next);
  settled_ = std::max(settled_, until - Ticks{1});  // at that very tick more may come, by way of the PE itself
}

void Mailbox::complete_unnamed(const RequestState& receive, const Stamp& when) {
  const bool was_first = unnamed_.front() == receive.posted;
  std::erase(unnamed_, receive.posted);
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
      receives_.insert(receive);
    }
  }
  std::erase_if(fresh_, [&](const RequestState* receive) { return is_before_unnamed(*receive); });
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

}  // namespace toruscope::detail
