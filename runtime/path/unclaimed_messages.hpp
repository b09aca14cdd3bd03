// SPDX-License-Identifier: Apache-2.0
// A mailbox's untaken messages, found by the names of a receive.
//
// Cost        With source and tag: expected constant. With an open name, or by arrival:
//             logarithmic, and only PEs that ask so pay for that order.
// Invariants  All messages lie in chains by (context, source, tag), a few in one; messages of one
//             key lie in their sender's order. Those of a kept order also lie in it.

#pragma once

#include "runtime/path/request.hpp"

#include <memory>
#include <tuple>
#include <vector>

namespace toruscope::core {

class UnclaimedMessages {
 public:
  UnclaimedMessages() = default;
  UnclaimedMessages(const UnclaimedMessages&) = delete;
  UnclaimedMessages& operator=(const UnclaimedMessages&) = delete;
  ~UnclaimedMessages();

  /// Inserts a message after all of its sender's here, or, if it `was_here`, perhaps before some.
  void insert(Message& message, bool was_here = false);
  void erase(Message& message) {
    --count_;
    if (message.is_announcement()) --announcements_;
    if (orders_ != nullptr) erase_from_orders(message);
    chain_of(message).erase(Chain::s_iterator_to(message));
  }
  /// The first fitting one by arrival; null if there is none.
  [[nodiscard]] Message* first_fitting(const RequestState& pattern) {
    return count_ == 0 ? nullptr : find_fitting(pattern);
  }

  /// Number of messages, without the announcements (T11).
  [[nodiscard]] std::size_t count_of_arrived() const { return count_ - announcements_; }
  [[nodiscard]] bool has_announcements() const { return announcements_ != 0; }
  [[nodiscard]] std::vector<const Message*> all() const;

  // --- in the order of arrival -------------------------------------------------------------------
  /// Keeps the order of arrival from now on.
  void keep_order();
  [[nodiscard]] bool keeps_order() const { return orders_ != nullptr && orders_->by_arrival.is_kept; }
  /// The first that arrives after `time`; null if there is none. Order is kept.
  [[nodiscard]] Message* first_after(Ticks time);
  /// The next one after it; null if it is the last. Order is kept.
  [[nodiscard]] Message* next_after(Message& message);

 private:
  using Chain =
      boost::intrusive::list<Message, boost::intrusive::member_hook<Message, ListHook, &Message::chain>,
                             boost::intrusive::constant_time_size<false>>;
  /// Place of a message in an order: named parts, then arrival.
  using Key = std::tuple<std::uint32_t, Rank, int, Ticks, Rank, std::int64_t>;

  /// Messages by the named ones of (context, source, tag), then by arrival; those of one source as
  /// sent, for a request may be there after a message that was sent behind it (T16).
  template <OrderHook Message::*kHook, bool kContext, bool kSource, bool kTag>
  struct Order {
    static Key key_of(const Message& m) {
      const Ticks arrival = kSource ? Ticks{} : m.asks;
      return {
          kContext ? m.context : 0, kSource ? m.source : 0, kTag ? m.tag : 0, arrival, m.source, m.sequence};
    }
    struct Less {
      bool operator()(const Message& a, const Message& b) const { return key_of(a) < key_of(b); }
      bool operator()(const Key& a, const Message& b) const { return a < key_of(b); }
      bool operator()(const Message& a, const Key& b) const { return key_of(a) < b; }
    };
    boost::intrusive::multiset<Message, boost::intrusive::member_hook<Message, OrderHook, kHook>,
                               boost::intrusive::compare<Less>, boost::intrusive::constant_time_size<false>>
        messages;
    bool is_kept = false;

    [[nodiscard]] Message* first_fitting(const RequestState& pattern);
  };

  struct Orders {
    Order<&Message::by_source, true, true, false> by_source;
    Order<&Message::by_tag, true, false, true> by_tag;
    Order<&Message::by_context, true, false, false> by_context;
    Order<&Message::by_arrival, false, false, false> by_arrival;
  };

  Chain& chain_of(std::uint32_t context, Rank source, int tag) {
    return chains_.empty() ? one_ : chains_[hash_of(context, source, tag) & (chains_.size() - 1)];
  }
  Chain& chain_of(const Message& m) { return chain_of(m.context, m.source, m.tag); }
  /// Returns the order, which is kept from now on.
  template <class O>
  O& kept(O Orders::*order);
  /// Calls f for each order that is kept.
  template <class F>
  void for_each_order(F&& f);
  void erase_from_orders(Message& message);
  [[nodiscard]] Message* find_fitting(const RequestState& pattern);
  void grow();

  static constexpr std::size_t kFew = 8;

  std::size_t count_ = 0;
  std::unique_ptr<Orders> orders_;  // once one is needed
  std::size_t announcements_ = 0;   // of the messages
  Chain one_;
  std::vector<Chain> chains_;  // none while there are few; else as many as a power of two
};

}  // namespace toruscope::core
