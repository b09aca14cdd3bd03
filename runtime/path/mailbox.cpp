// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/mailbox.hpp"

#include <utility>

namespace toruscope::detail {

Mailbox::~Mailbox() {
  arrivals_.clear();
  for (Queue& queue : queues_)
    while (queue.first != nullptr) discard(std::exchange(queue.first, queue.first->next));
}

void Mailbox::post(RequestState& receive) {
  if (receive.posted == 0) receive.posted = ++posts_;
  if (!receive.names_source()) {
    keep_order();
    ++unnamed_;
  } else if (!has_unnamed() && take_first_of_its_source(receive)) {
    return;
  }
  receive.next = nullptr;
  (first_posted_ == nullptr ? first_posted_ : last_posted_->next) = &receive;
  last_posted_ = &receive;
}

/// The first message that fits a receive which names its source becomes its own. False if there is none.
bool Mailbox::take_first_of_its_source(RequestState& receive) {
  if (count_ == 0) return false;
  for (Message* m = queue_of(receive.world_partner).first; m != nullptr; m = m->next) {
    if (!receive.fits(*m)) continue;
    unlink(*m);
    receive.message = m;
    return true;
  }
  return false;
}

RequestState* Mailbox::deliver(Message* message) {
  news_ = std::min(news_, message->asks);
  if (!has_unnamed())
    if (RequestState* receive = first_fitting(*message); receive != nullptr) {
      unlink(*receive);
      receive->message = message;
      return receive;
    }
  if (count_ >= 2 * queues_.size()) grow();
  append(message);
  if (keeps_order_) arrivals_.insert(*message);
  ++count_;
  return nullptr;
}

RequestState* Mailbox::first_fitting(const Message& message) const {
  RequestState* receive = first_posted_;
  while (receive != nullptr && !receive->fits(message)) receive = receive->next;
  return receive;
}

void Mailbox::complete(const RequestState& receive) {
  if (!receive.names_source() && --unnamed_ == 0) match_named();
}

void Mailbox::withdraw(RequestState& receive) {
  if (receive.message != nullptr) {
    put_back(std::exchange(receive.message, nullptr));
  } else {
    unlink(receive);
  }
  complete(receive);
}

void Mailbox::put_back(Message* message) {
  const auto comes_after = [&](const Message& m) {
    return m.source == message->source && m.sequence > message->sequence;
  };
  if (count_ >= 2 * queues_.size()) grow();
  Queue& queue = queue_of(message->source);
  Message* before = nullptr;
  for (Message* m = queue.first; m != nullptr && !comes_after(*m); m = m->next) before = m;
  message->next = std::exchange(before == nullptr ? queue.first : before->next, message);
  if (queue.last == before) queue.last = message;
  if (keeps_order_) arrivals_.insert(*message);
  ++count_;
}

void Mailbox::unlink(RequestState& receive) {
  RequestState* before = nullptr;
  for (RequestState* r = first_posted_; r != &receive; r = r->next) before = r;
  (before == nullptr ? first_posted_ : before->next) = receive.next;
  if (last_posted_ == &receive) last_posted_ = before;
  receive.next = nullptr;
}

void Mailbox::unlink(Message& message) {
  Queue& queue = queue_of(message.source);
  Message* before = nullptr;
  for (Message* m = queue.first; m != &message; m = m->next) before = m;
  (before == nullptr ? queue.first : before->next) = message.next;
  if (queue.last == &message) queue.last = before;
  message.next = nullptr;
  if (keeps_order_) arrivals_.erase(arrivals_.iterator_to(message));
  --count_;
}

// --- receives that name no source ------------------------------------------------------------------------------------

void Mailbox::keep_order() {
  if (keeps_order_) return;
  keeps_order_ = true;
  for (const Queue& queue : queues_)
    for (Message* m = queue.first; m != nullptr; m = m->next) arrivals_.insert(*m);
}

void Mailbox::settle(Ticks until) {
  if (!has_unnamed()) return;
  for (auto next = arrivals_.begin(); next != arrivals_.end() && next->asks <= until;) {
    Message& message = *next++;
    RequestState* receive = first_fitting(message);
    if (receive == nullptr) continue;
    unlink(*receive);
    unlink(message);
    receive->message = &message;
  }
}

/// No receive without a source is pending any more: those with one need not wait for the order of arrival any more.
void Mailbox::match_named() {
  for (RequestState* r = first_posted_; r != nullptr;) {
    RequestState& receive = *std::exchange(r, r->next);
    if (take_first_of_its_source(receive)) unlink(receive);
  }
}

const Message* Mailbox::find(const RequestState& pattern, Ticks until) const {
  for (const Message& m : arrivals_) {
    if (m.asks > until) break;
    if (pattern.fits(m)) return &m;
  }
  return nullptr;
}

const Message* Mailbox::first_after(Ticks time) const {
  struct ByTime {
    bool operator()(Ticks t, const Message& m) const { return t < m.asks; }
    bool operator()(const Message& m, Ticks t) const { return m.asks < t; }
  };
  const auto later = arrivals_.upper_bound(time, ByTime{});
  return later == arrivals_.end() ? nullptr : &*later;
}

std::vector<const Message*> Mailbox::unclaimed() const {
  std::vector<const Message*> all;
  for (const Queue& queue : queues_)
    for (const Message* m = queue.first; m != nullptr; m = m->next) all.push_back(m);
  return all;
}

void Mailbox::append(Message* message) {
  message->next = nullptr;
  Queue& queue = queue_of(message->source);
  (queue.first == nullptr ? queue.first : queue.last->next) = message;
  queue.last = message;
}

void Mailbox::grow() {
  std::vector<Queue> old(queues_.empty() ? 2 : 2 * queues_.size());
  old.swap(queues_);
  for (const Queue& queue : old)
    for (Message* m = queue.first; m != nullptr;) append(std::exchange(m, m->next));
}

}  // namespace toruscope::detail
