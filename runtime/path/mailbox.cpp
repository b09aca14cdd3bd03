// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/mailbox.hpp"

#include "runtime/core/check.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::detail {

Mailbox::~Mailbox() {
  era_receives_.clear();
  era_messages_.clear();
}

void Mailbox::post(RequestState& receive) {
  if (receive.posted == 0) receive.posted = ++posts_;
  if (!receive.names_source()) {
    keep_order();
    if (unnamed_++ == 0) first_of_era_ = receive.posted;
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
  if (!has_unnamed())
    if (RequestState* receive = receives_.first_fitting(*message); receive != nullptr) {
      receives_.erase(*receive);
      receive->message = message;
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

/// A message that lies here becomes the receive's own.
void Mailbox::match(RequestState& receive, Message& message) {
  take_out(receive);
  messages_.erase(message);
  if (std::exchange(message.is_of_era, false)) era_messages_.erase(Era<Message>::s_iterator_to(message));
  receive.message = &message;
}

void Mailbox::take_out(RequestState& receive) {
  if (receive.is_indexed) receives_.erase(receive);
  if (std::exchange(receive.is_of_era, false)) era_receives_.erase(Era<RequestState>::s_iterator_to(receive));
}

void Mailbox::withdraw(RequestState& receive) {
  if (receive.message != nullptr) {
    messages_.insert(*std::exchange(receive.message, nullptr), true);
  } else {
    take_out(receive);
    std::erase(fresh_, &receive);
  }
  complete(receive);
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
  for (RequestState* receive : fresh_) {
    Message* message = messages_.first_fitting(*receive);
    if (message != nullptr && message->asks <= until) {
      match(*receive, *message);
    } else {
      receives_.insert(*receive);
    }
  }
  fresh_.clear();
  settled_ = std::max(settled_, until - Ticks{1});  // at that very tick more may come, by way of the PE itself
}

/// No receive without a source is pending any more: those with one need not wait for the order of arrival.
void Mailbox::end_era() {
  // Receives from before have missed only what came in it; those posted in it may have missed what was here, too.
  while (!era_messages_.empty()) {
    Message& message = era_messages_.front();
    era_messages_.pop_front();
    message.is_of_era = false;
    RequestState* receive = receives_.first_fitting(message);
    if (receive != nullptr && receive->posted < first_of_era_) match(*receive, message);
  }
  while (!era_receives_.empty()) {
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
  fresh_.clear();
}

const Message* Mailbox::find(const RequestState& pattern, Ticks until) {
  const Message* message = messages_.first_fitting(pattern);
  return message != nullptr && message->asks <= until ? message : nullptr;
}

}  // namespace toruscope::detail
