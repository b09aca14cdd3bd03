// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/mailbox.hpp"

#include <utility>

namespace toruscope::detail {

Mailbox::~Mailbox() {
  for (Queue& queue : queues_)
    while (queue.first != nullptr) discard(std::exchange(queue.first, queue.first->next));
}

void Mailbox::post(RequestState& receive) {
  if (count_ != 0) {
    Queue& queue = queue_of(receive.world_partner);
    Message* before = nullptr;
    for (Message* m = queue.first; m != nullptr; before = m, m = m->next) {
      if (!receive.fits(*m)) continue;
      (before == nullptr ? queue.first : before->next) = m->next;
      if (queue.last == m) queue.last = before;
      m->next = nullptr;
      receive.message = m;
      --count_;
      return;
    }
  }
  receive.next = nullptr;
  (first_posted_ == nullptr ? first_posted_ : last_posted_->next) = &receive;
  last_posted_ = &receive;
}

RequestState* Mailbox::deliver(Message* message) {
  RequestState* before = nullptr;
  for (RequestState* r = first_posted_; r != nullptr; before = r, r = r->next) {
    if (!r->fits(*message)) continue;
    (before == nullptr ? first_posted_ : before->next) = r->next;
    if (last_posted_ == r) last_posted_ = before;
    r->next = nullptr;
    r->message = message;
    return r;
  }
  if (count_ >= 2 * queues_.size()) grow();
  append(message);
  ++count_;
  return nullptr;
}

void Mailbox::withdraw(RequestState& receive) {
  RequestState* before = nullptr;
  for (RequestState* r = first_posted_; r != nullptr; before = r, r = r->next) {
    if (r != &receive) continue;
    (before == nullptr ? first_posted_ : before->next) = r->next;
    if (last_posted_ == r) last_posted_ = before;
    return;
  }
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
