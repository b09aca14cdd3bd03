// SPDX-License-Identifier: Apache-2.0
// A node's mailbox, which never refuses: messages not asked for yet, and receives not matched yet.
//
// Threads     Belongs to the worker of its node; in the network phase to the owner of its router.
// Invariants  (1) A message takes the first posted receive that it fits; a receive the first such
//                 message (T10). All receives rank messages by arrival, all messages receives by
//                 posting, so both ways give the same pairs.
//             (2) While all pending receives name their source, messages are matched on delivery:
//                 that order is the same for each pair. While one does not (an "era"), it and later
//                 ones are matched in the order of arrival, as far as nothing earlier can come
//                 (settle). A receive is pending until its PE has waited for it.
//             (3) No message fits an indexed receive, unless in an era it arrives after the settled
//                 time. Receives posted in an era are fresh, not indexed, until it is settled
//                 again; with announcements (T11) as far as their clock.
// Cost        Each message and receive is looked at a bounded number of times: when delivered or
//             posted, when settled, at the end of the era. Look-ups by order take logarithmic time.

#pragma once

#include "runtime/path/posted_receives.hpp"
#include "runtime/path/unclaimed_messages.hpp"

#include <algorithm>
#include <cstdint>
#include <list>
#include <memory>
#include <set>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace toruscope::core {

/// A new announcement of a message that waits for its receive (T11).
[[nodiscard]] Message* announcement_of(Message& m);

class Mailbox {
 public:
  Mailbox() = default;
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  ~Mailbox();

  /// Collects in `answered` the receives that are found for an announcement (T11).
  void answer_in(std::vector<RequestState*>& answered) { answered_ = &answered; }
  /// Replaces the announcement, now the caller's, by its message. Returns its receive, or null.
  RequestState* deliver_announced(Message* message);
  /// Posts a receive; it may be matched at once if all that are pending name their source.
  [[gnu::always_inline]] void post(RequestState& receive) {
    if (receive.posted == 0) receive.posted = ++posts_;
    may_match_expected_ = true;
    if (!receive.names_source() || has_unnamed()) [[unlikely]]
      return post_in_era(receive);
    if (Message* message = messages_.first_fitting(receive); message != nullptr)
      match(receive, *message);
    else
      receives_.insert(receive);
  }
  /// Receives that have been posted so far.
  [[nodiscard]] std::uint64_t posts() const { return posts_; }
  /// Delivers a message to the posted receive that takes it. Null: it stays here.
  [[gnu::always_inline]] RequestState* deliver(Message* message) {
    news_ = std::min(news_, message->asks);
    if (message->is_announcement() && !has_announcements_) [[unlikely]]
      look_again();
    RequestState* receive = receives_.first_fitting(*message);
    if (receive == nullptr || !is_before_unnamed(*receive)) {
      keep(*message);
      return nullptr;
    }
    receives_.erase(*receive);
    give(*receive, *message);
    return receive;
  }
  /// Ends a receive whose message has been taken out: it is pending no longer from `when` on.
  void complete(RequestState& receive, const Stamp& when = {}) {
    if (receive.is_unnamed) complete_unnamed(receive, when);
  }
  /// Takes back a receive; a message that it had returns to its old place: then the other receives
  /// must be withdrawn and posted again, in order.
  void withdraw(RequestState& receive, const Stamp& when = {});

  // --- announcements (T11) -----------------------------------------------------------------------
  /// Keeps an announcement until the earlier messages of its sender have arrived.
  void expect(Message& announcement);
  /// Ends the expectation: earlier messages have arrived. False: the caller delivers it.
  [[nodiscard]] bool end_expectation(Message& announcement);
  /// True if an announcement lies here for which no receive has been found.
  [[nodiscard]] bool has_unmatched() const { return messages_.has_announcements() || has_expected(); }
  [[nodiscard]] bool has_expected() const { return further_ != nullptr && !further_->expected.empty(); }
  /// Gives each expected announcement its receive, if any: each receive before the pending ones
  /// without a source gets the first it fits, whatever is still on its way. before(announcement):
  /// its sender's earlier messages on their way, in order.
  template <class Before>
  void match_expected(Before&& before);

  // --- receives that name no source, probes ------------------------------------------------------
  /// Keeps unmatched messages in the order of arrival from now on.
  void keep_order() { messages_.keep_order(); }
  [[nodiscard]] bool keeps_order() const { return messages_.keeps_order(); }
  /// True if a receive that names no source is pending.
  [[nodiscard]] bool has_unnamed() const { return has_unnamed_; }
  /// Matches messages that arrived by `until`. Precondition: all arrivals before `until` are here.
  void settle(Ticks until);
  /// Calls match(receive, message), until false, for each pair that comes together if nothing else
  /// arrives, by time. Precondition: settled after the last posting.
  template <class Match>
  void foresee(Match&& match);
  /// The first fitting message by `until` that no posted receive takes; null if none. Precondition:
  /// settled until then, and order is kept.
  [[nodiscard]] const Message* find(const RequestState& pattern, Ticks until);
  /// The first unmatched message after `time`, if one is here. Order is kept.
  [[nodiscard]] const Message* first_after(Ticks time) { return messages_.first_after(time); }
  /// The earliest arrival delivered since forget_news(); kNever if none.
  [[nodiscard]] Ticks news() const { return news_; }
  void forget_news() { news_ = kNever; }

  /// Messages that nobody has asked for, for reports.
  [[nodiscard]] std::vector<const Message*> unclaimed() const { return messages_.all(); }
  /// Messages that have come, without announcements.
  [[nodiscard]] std::size_t unclaimed_count() const { return messages_.count_of_arrived(); }

  // --- what its PE waits for ---------------------------------------------------------------------
  /// Counts of awaited receives (RequestState::is_awaited).
  struct Awaited {
    int missing = 0;   ///< without a message yet
    Ticks latest{-1};  ///< arrival among those that got one since await()
  };
  /// Begins to count: `missing` awaited receives have no message.
  void await(int missing) {
    awaited_ = {missing, Ticks{-1}};
    notes_received_ = true;
  }
  [[nodiscard]] const Awaited& awaited() const { return awaited_; }
  /// Notes each receive that gets its message in `received`, until null; perhaps more than once.
  void note_received_in(std::vector<RequestState*>* received) {
    received_ = received;
    notes_received_ = true;
  }

  /// Looks at messages and receives by foresee() and match_expected() so far, for tests.
  [[nodiscard]] std::uint64_t visits() const { return further_ == nullptr ? 0 : further_->visits; }

 private:
  template <class T, ListHook T::*kHook>
  using ListOf = boost::intrusive::list<T, boost::intrusive::member_hook<T, ListHook, kHook>,
                                        boost::intrusive::constant_time_size<false>>;
  struct SentEarlier {
    using is_transparent = void;
    bool operator()(const Message* a, const Message* b) const {
      return std::tie(a->source, a->sequence) < std::tie(b->source, b->sequence);
    }
    bool operator()(Rank source, const Message* b) const { return source < b->source; }
    bool operator()(const Message* a, Rank source) const { return a->source < source; }
  };

  /// State that only receives without a source and announcements need.
  struct Further {
    std::set<Message*, SentEarlier> expected;  // announcements
    // time before which all was matched in the order of arrival, for good
    Ticks settled{-1};
    Stamp era_ended;  // the end of the last era
    std::uint64_t visits = 0;

    // receives posted in the era and unmatched, in order
    ListOf<RequestState, &RequestState::era> era_receives;
    // those posted since it was settled
    ListOf<RequestState, &RequestState::chain> fresh;
    ListOf<Message, &Message::era> era_messages;  // delivered in it and unmatched
  };

  [[nodiscard]] Further& further() {
    if (further_ == nullptr) further_ = std::make_unique<Further>();
    return *further_;
  }
  [[gnu::noinline]] void post_in_era(RequestState& receive);
  [[gnu::noinline]] void keep(Message& message);
  void match(RequestState& receive, Message& message);
  [[gnu::always_inline]] void give(RequestState& receive, Message& message) {
    receive.message = &message;
    if (message.is_announcement()) [[unlikely]]
      return answer(receive, message);
    if (notes_received_) [[unlikely]]
      note_received(receive, message);
  }
  [[gnu::noinline]] void answer(RequestState& receive, Message& announcement);
  [[gnu::noinline]] void note_received(RequestState& receive, const Message& message) {
    if (receive.is_awaited) {
      --awaited_.missing;
      awaited_.latest = std::max(awaited_.latest, message.asks);
    }
    if (received_ != nullptr) received_->push_back(&receive);
  }
  void take_out(RequestState& receive);
  void leave_fresh(RequestState& receive) {
    if (std::exchange(receive.is_fresh, false)) further_->fresh.erase(further_->fresh.iterator_to(receive));
  }
  void begin_unnamed(RequestState& receive);
  [[nodiscard]] bool is_before_unnamed(const RequestState& receive) const {
    return !has_unnamed() || receive.posted < unnamed_.front().posted;
  }
  void complete_unnamed(RequestState& receive, const Stamp& when);
  void release_named(const Stamp& when);
  [[gnu::noinline]] void look_again();

  // State that every message needs comes first.
  Ticks news_ = kNever;
  std::uint64_t posts_ = 0;
  bool may_match_expected_ = false;
  bool has_announcements_ = false;  // or had
  bool has_unnamed_ = false;        // unnamed_ is not empty
  bool notes_received_ = false;     // its PE waits for its turn or for one of many, or did once
  Awaited awaited_;
  std::vector<RequestState*>* received_ = nullptr;
  // pending receives without a source, as posted
  ListOf<RequestState, &RequestState::unnamed> unnamed_;
  PostedReceives receives_;
  UnclaimedMessages messages_;

  std::vector<RequestState*>* answered_ = nullptr;
  std::unique_ptr<Further> further_;  // null until needed
};

template <class Before>
void Mailbox::match_expected(Before&& before) {
  if (!std::exchange(may_match_expected_, false) || !has_expected()) return;
  auto& expected = further_->expected;
  for (auto next = expected.begin(); next != expected.end() && !receives_.is_empty();) {
    const Rank source = (*next)->source;
    std::vector<std::pair<RequestState*, PostedReceives::Place>> taken;
    const auto take = [&](const Message& m) -> RequestState* {
      RequestState* receive = receives_.first_fitting(m);
      if (receive != nullptr) taken.emplace_back(receive, receives_.take_out(*receive));
      return receive;
    };
    std::vector<std::pair<RequestState*, Message*>> found;
    std::size_t sent_before = 0;
    for (; next != expected.end() && (*next)->source == source && !receives_.is_empty(); ++next) {
      ++further_->visits;
      Message& announcement = **next;
      if (receives_.first_fitting(announcement) == nullptr) continue;
      const std::span<Message* const> sent = before(announcement);
      for (; sent_before < sent.size() && !receives_.is_empty(); ++sent_before, ++further_->visits)
        take(*sent[sent_before]);
      RequestState* receive = receives_.first_fitting(announcement);
      if (receive == nullptr || !is_before_unnamed(*receive)) continue;
      found.emplace_back(take(announcement), &announcement);
    }
    for (; !taken.empty(); taken.pop_back()) receives_.put_in(*taken.back().first, taken.back().second);
    for (const auto& [receive, announcement] : found) {
      receives_.erase(*receive);
      expected.erase(announcement);
      give(*receive, *announcement);
    }
    next = expected.upper_bound(source);
  }
}

template <class Match>
void Mailbox::foresee(Match&& match) {
  if (!has_unnamed()) return;  // the others are matched as far as possible
  auto& unindexed = further_->fresh;
  std::vector<std::pair<RequestState*, PostedReceives::Place>> taken;
  std::vector<Message*> given;
  std::list<RequestState*> posted;  // fresh ones
  auto fresh = unindexed.begin();
  const auto come_together = [&](RequestState& receive, Message& m) {
    if (receive.is_indexed) taken.emplace_back(&receive, receives_.take_out(receive));
    if (!unindexed.empty()) {
      messages_.erase(m);
      given.push_back(&m);
    }
    return match(receive, m);
  };
  const auto take_fitting = [&](const Message& m) -> RequestState* {
    if (RequestState* receive = receives_.first_fitting(m); receive != nullptr) return receive;
    const auto fits = std::find_if(posted.begin(), posted.end(), [&](const auto* r) { return r->fits(m); });
    if (fits == posted.end()) return nullptr;
    RequestState* receive = *fits;
    posted.erase(fits);
    return receive;
  };
  const auto are_receives_left = [&] {
    return !receives_.is_empty() || !posted.empty() || fresh != unindexed.end();
  };
  Message* m = messages_.first_after(further_->settled);
  for (bool goes_on = true; goes_on && are_receives_left() && (m != nullptr || fresh != unindexed.end());) {
    ++further_->visits;
    if (m != nullptr && (fresh == unindexed.end() || m->asks <= fresh->posted_at->time)) {
      Message& next = *std::exchange(m, messages_.next_after(*m));
      if (RequestState* receive = take_fitting(next); receive != nullptr)
        goes_on = come_together(*receive, next);
    } else {
      RequestState& receive = *fresh++;
      Message* first = messages_.first_fitting(receive);
      if (first != nullptr && first->asks <= receive.posted_at->time)
        goes_on = come_together(receive, *first);
      else
        posted.push_back(&receive);
    }
  }
  for (; !taken.empty(); taken.pop_back()) receives_.put_in(*taken.back().first, taken.back().second);
  for (; !given.empty(); given.pop_back()) messages_.insert(*given.back(), true);
}

}  // namespace toruscope::core
