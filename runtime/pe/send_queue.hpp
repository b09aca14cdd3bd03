// SPDX-License-Identifier: Apache-2.0
// The sends of one PE that are posted and have not begun, in the order in which they were posted,
// and which of them may be booked next. Why a send waits, and when it begins: pe/sends.hpp.
//
//   posted   a  b | C  d  E  f   capitals wait for their receives (T11), or did until these were
//            ahead  behind       found; what is ahead of them is booked as soon as a port is free
//
// Threads     Belongs to its PE; in the plan, while the PE waits, to the worker that plans.
// Invariants  (1) `asking_` has those behind that ask for a port, by (time of asking, order of
//                 posting).
//             (2) Those ahead ask in the order in which they were posted.
// Cost        Logarithmic for each send, however many there are. next_start() and first_to_start()
//             pass over sends that ask and whose ports are busy, which only happens where ends are
//             not known when a send is booked (worms).

#pragma once

#include "runtime/path/message.hpp"

#include <toruscope/account.hpp>

#include <algorithm>
#include <boost/intrusive/list.hpp>
#include <boost/intrusive/set.hpp>
#include <cstdint>

namespace toruscope::core {

struct QueuedSend {
  Message* message = nullptr;
  Stamp asks;                         // for its port; kNever: it waits for its receive
  std::uint64_t number = 0;           // of the PE's queued sends
  bool waits = false;                 // it does, or did
  bool is_asking = false;             // it is in that order
  bool is_before_receptions = false;  // of the call that waits for own sends
  ListHook as_posted{};
  OrderHook by_asking{};
};

class SendQueue {
 public:
  SendQueue() = default;
  SendQueue(const SendQueue&) = delete;
  SendQueue& operator=(const SendQueue&) = delete;
  /// Ends their messages, too.
  ~SendQueue() {
    while (!is_empty()) discard(take(sends_.front()));
  }

  [[nodiscard]] bool is_empty() const { return sends_.empty(); }
  /// True if a send waits for its receive, or did until the receive was found.
  [[nodiscard]] bool has_waiting() const { return first_waiting_ != nullptr; }
  /// Adds a send. `asks` at kNever: it waits for its receive.
  void add(Message* message, const Stamp& asks, bool waits) {
    auto* send = new QueuedSend{message, asks, ++number_, waits};
    message->queued = send;
    sends_.push_back(*send);
    if (waits && first_waiting_ == nullptr) first_waiting_ = send;
    if (asks.time != kNever && has_waiting()) insert_asking(*send);
  }
  /// Lets a send ask for its port then, as its receive has been found. False if it had been found
  /// before.
  bool ask(const Message& message, const Stamp& when) {
    QueuedSend* send = message.queued;
    if (send == nullptr || send->asks.time != kNever) return false;
    send->asks = when;
    insert_asking(*send);
    return true;
  }
  /// Lets a send that has found its receive wait for one again.
  void wait_again(QueuedSend& send) {
    leave_asking(send);
    send.asks = Stamp{kNever, {}};
  }
  /// Takes a send out; its message is the caller's.
  Message* take(QueuedSend& send) {
    Message* message = send.message;
    if (send.is_asking) asking_.erase(asking_.iterator_to(send));
    auto next = sends_.erase(sends_.iterator_to(send));
    if (&send == first_waiting_) {
      // they are ahead now
      for (; next != sends_.end() && !next->waits; ++next) leave_asking(*next);
      first_waiting_ = next == sends_.end() ? nullptr : &*next;
    }
    message->queued = nullptr;
    delete &send;
    return message;
  }

  /// The earliest start of the sends ahead, or, with `behind`, of those that ask there; kNever if
  /// there is none. start_of(send) is never before send.asks.
  template <class StartOf>
  [[nodiscard]] Ticks next_start(bool behind, StartOf&& start_of) {
    Ticks earliest = kNever;
    if (!behind) {
      for_each_ahead([&](QueuedSend& send) {
        earliest = std::min(earliest, start_of(send));
        return true;
      });
      return earliest;
    }
    for (QueuedSend& send : asking_) {
      if (send.asks.time >= earliest) break;
      ++visits_;
      earliest = std::min(earliest, start_of(send));
    }
    return earliest;
  }
  /// The send that asked first, among those that can start: sends ahead for which can_start(send),
  /// and with `behind` also those that ask at `until` or before and for which it holds. Null if
  /// none can.
  template <class CanStart>
  [[nodiscard]] QueuedSend* first_to_start(bool behind, Ticks until, CanStart&& can_start) {
    QueuedSend* first = nullptr;
    for_each_ahead([&](QueuedSend& send) {
      if (can_start(send)) first = &send;
      return first == nullptr;
    });
    if (!behind) return first;
    for (QueuedSend& send : asking_) {
      if (send.asks.time > until || (first != nullptr && send.asks.time >= first->asks.time)) break;
      ++visits_;
      if (can_start(send)) return &send;
    }
    return first;
  }
  /// Calls use(send) for all sends, as posted.
  template <class Use>
  void for_each(Use&& use) {
    for (QueuedSend& send : sends_) use(send);
  }
  template <class Holds>
  [[nodiscard]] bool any_of(Holds&& holds) const {
    return std::any_of(sends_.begin(), sends_.end(), holds);
  }
  /// Sends looked at so far by next_start() and first_to_start(): what tests count.
  [[nodiscard]] std::uint64_t visits() const { return visits_; }

 private:
  /// Calls use(send) for the sends ahead of the first that waits, until it returns false.
  template <class Use>
  void for_each_ahead(Use&& use) {
    for (QueuedSend& send : sends_) {
      if (&send == first_waiting_) return;
      ++visits_;
      if (!use(send)) return;
    }
  }
  void insert_asking(QueuedSend& send) {
    asking_.insert(send);
    send.is_asking = true;
  }
  void leave_asking(QueuedSend& send) {
    if (send.is_asking) asking_.erase(asking_.iterator_to(send));
    send.is_asking = false;
  }

  struct AsksEarlier {
    bool operator()(const QueuedSend& a, const QueuedSend& b) const {
      return a.asks.time != b.asks.time ? a.asks.time < b.asks.time : a.number < b.number;
    }
  };
  boost::intrusive::list<QueuedSend,
                         boost::intrusive::member_hook<QueuedSend, ListHook, &QueuedSend::as_posted>,
                         boost::intrusive::constant_time_size<false>>
      sends_;
  boost::intrusive::multiset<
      QueuedSend, boost::intrusive::member_hook<QueuedSend, OrderHook, &QueuedSend::by_asking>,
      boost::intrusive::compare<AsksEarlier>, boost::intrusive::constant_time_size<false>>
      asking_;
  QueuedSend* first_waiting_ = nullptr;
  std::uint64_t number_ = 0;
  std::uint64_t visits_ = 0;
};

}  // namespace toruscope::core
