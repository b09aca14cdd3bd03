// SPDX-License-Identifier: Apache-2.0
// A node's mailbox: it never refuses. Messages that nobody has asked for yet, and receives that nothing has matched.
//
// Threads     Belongs to the worker of its node; in the network phase to the owner of its router.
// Invariants  (1) A message takes the first posted receive that it fits; a receive takes the first such message of its
//                 source: non-overtaking per pair (T10).
//             (2) While all pending receives name their source, messages are matched as they are delivered: that order
//                 is the same for each pair. While one does not, they are matched in the order of their arrival, and
//                 only as far as the engine knows that nothing earlier can come (settle). A receive is pending until its
//                 PE has waited for it.

#pragma once

#include "runtime/path/message.hpp"

#include <toruscope/detail/buffer.hpp>

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace toruscope::detail {

class Pe;

/// A non-blocking operation under way.
struct RequestState {
  enum class Kind { send, receive };
  Kind kind = Kind::send;
  Pe* pe = nullptr;
  RequestState* next = nullptr;
  bool is_live = false;  // made by the program and not yet waited for

  // both: as the program named them
  Rank partner = 0;        // in the communicator, or any_source
  Rank world_partner = 0;  // the same in the machine
  int tag = 0;
  std::size_t bytes = 0;  // send: of the message; receive: of the buffer

  // send
  Stamp complete;

  // receive
  std::uint64_t posted = 0;  // the n-th receive of its PE; 0 before it is posted
  std::uint32_t context = 0;
  Destination into;
  std::uint64_t checksum = 0;  // of the buffer when posted (checked builds)
  Message* message = nullptr;
  bool is_awaited = false;  // the PE sleeps until this one, or one of several, is matched

  [[nodiscard]] bool names_source() const { return world_partner >= 0; }
  [[nodiscard]] bool fits(const Message& m) const {
    return context == m.context && (world_partner == m.source || !names_source()) && (tag == m.tag || tag < 0);
  }
};

/// Arrival at the mailbox, then source, then its send count.
inline bool arrives_first(const Message& a, const Message& b) {
  return std::tie(a.asks, a.source, a.sequence) < std::tie(b.asks, b.source, b.sequence);
}

class Mailbox {
 public:
  Mailbox() = default;
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  ~Mailbox();

  /// Posts a receive; it may be matched at once if all that wait name their source.
  void post(RequestState& receive);
  /// The posted receive that takes the message, or null: it stays here.
  RequestState* deliver(Message* message);
  /// The receive's message has been taken out: it is pending no longer.
  void complete(const RequestState& receive);
  /// Takes back a receive. A message that it had got lies here again, at its old place: then the receives that are left
  /// are to be withdrawn and posted once more, in their order.
  void withdraw(RequestState& receive);

  // --- receives that name no source, probes ---------------------------------------------------------------------
  /// From now on the messages that nothing has matched are kept in the order of arrival.
  void keep_order();
  [[nodiscard]] bool keeps_order() const { return keeps_order_; }
  /// A receive that names no source is pending.
  [[nodiscard]] bool has_unnamed() const { return unnamed_ != 0; }
  /// Matches what arrived at `until` or before. Precondition: nothing that arrives by then is still to come.
  void settle(Ticks until);
  /// Calls match(receive, message) for each pair that will come together if nothing else arrives, in the order of
  /// arrival, until it returns false.
  template <class Match>
  void foresee(Match&& match) const;
  /// The first message by `until` that fits, and that no posted receive takes; null if there is none. Precondition:
  /// settled until then, and order is kept.
  [[nodiscard]] const Message* find(const RequestState& pattern, Ticks until) const;
  /// The first one that nothing has matched and that arrives after `time`; null if none is here. Order is kept.
  [[nodiscard]] const Message* first_after(Ticks time) const;
  /// The earliest arrival among the messages delivered since forget_news(); kNever if there were none.
  [[nodiscard]] Ticks news() const { return news_; }
  void forget_news() { news_ = kNever; }

  /// Messages that nobody has asked for, for reports.
  [[nodiscard]] std::vector<const Message*> unclaimed() const;
  [[nodiscard]] bool has_unclaimed() const { return count_ != 0; }

 private:
  /// A FIFO of messages whose sources share a hash.
  struct Queue {
    Message* first = nullptr;
    Message* last = nullptr;
  };
  struct ByArrival {
    bool operator()(const Message& a, const Message& b) const { return arrives_first(a, b); }
  };
  using Arrivals = boost::intrusive::multiset<Message, boost::intrusive::compare<ByArrival>>;

  Queue& queue_of(Rank source) { return queues_[static_cast<std::size_t>(source) & (queues_.size() - 1)]; }
  void append(Message* message);
  void put_back(Message* message);
  void grow();
  [[nodiscard]] RequestState* first_fitting(const Message& message) const;
  void unlink(RequestState& receive);
  void unlink(Message& message);
  bool take_first_of_its_source(RequestState& receive);
  void match_named();

  RequestState* first_posted_ = nullptr;
  RequestState* last_posted_ = nullptr;
  std::vector<Queue> queues_;
  std::size_t count_ = 0;
  std::uint64_t posts_ = 0;
  int unnamed_ = 0;  // pending receives without a source
  bool keeps_order_ = false;
  Arrivals arrivals_;  // if order is kept: the messages of all queues
  Ticks news_ = kNever;
};

template <class Match>
void Mailbox::foresee(Match&& match) const {
  if (!has_unnamed()) return;  // the others have been matched as far as they can be
  std::vector<const RequestState*> posted;
  for (const RequestState* r = first_posted_; r != nullptr; r = r->next) posted.push_back(r);
  for (const Message& m : arrivals_) {
    const auto fitting = std::find_if(posted.begin(), posted.end(), [&](const auto* r) { return r->fits(m); });
    if (fitting == posted.end()) continue;
    const RequestState& receive = **fitting;
    posted.erase(fitting);
    if (!match(receive, m)) return;
  }
}

}  // namespace toruscope::detail
