// SPDX-License-Identifier: Apache-2.0
// A node's mailbox: it never refuses. Messages that nobody has asked for yet, and receives that
// nothing has matched.
//
// Threads     Belongs to the worker of its node; in the network phase to the owner of its router.
// Invariants  (1) A message takes the first posted receive that it fits; a receive takes the first
//                 such message: T10. As all receives rank messages alike, by arrival, and all
//                 messages receives, by posting, it comes to the same whether one goes through the
//                 messages or through the receives.
//             (2) While all pending receives name their source, messages are matched as they are
//                 delivered: that order is the same for each pair. While one does not (an "era"),
//                 it and those posted after it are matched in the order of arrival, and only as far
//                 as the engine knows that nothing earlier can come (settle). A receive is pending
//                 until its PE has waited for it.
//             (3) No message fits a receive that is indexed, unless in an era it arrives after what
//                 is settled. Receives posted in an era are fresh, and not indexed, until it is
//                 settled again; where there are announcements (T11), settled as far as the clock
//                 at which they were posted.
// Cost        Each message and each receive is looked at a bounded number of times, however many
//             lie here: when delivered or posted, when settled, and at the end of the era. What is
//             found by order takes logarithmic time.

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

class Mailbox {
 public:
  Mailbox() = default;
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;
  ~Mailbox();

  /// Notes in `answered` the receives that are found for an announcement (T11).
  void answer_in(std::vector<RequestState*>& answered) { answered_ = &answered; }
  /// Replaces the announcement by its message; the caller now owns the announcement. Returns the
  /// receive that gets the message, or null if it stays here.
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
  /// Takes back a receive. A message that it had got lies here again, at its old place: then the
  /// receives that are left are to be withdrawn and posted once more, in their order.
  void withdraw(RequestState& receive, const Stamp& when = {});

  // --- announcements (T11) -----------------------------------------------------------------------
  /// Keeps an announcement until the earlier messages of its sender have arrived.
  void expect(Message& announcement);
  /// Ends the expectation: the earlier messages have arrived. True if a receive has the
  /// announcement already; else the caller delivers it.
  [[nodiscard]] bool end_expectation(Message& announcement);
  [[nodiscard]] bool has_expected() const { return further_ != nullptr && !further_->expected.empty(); }
  /// Gives each expected announcement its receive, if that is there: of the receives before all
  /// pending ones without a source each gets the first that it fits, whatever is still on its way.
  /// before(announcement): the messages of its sender that are on their way and were sent before
  /// it, in the order in which they were sent.
  template <class Before>
  void match_expected(Before&& before);

  // --- receives that name no source, probes ------------------------------------------------------
  /// Keeps, from now on, the messages that nothing has matched in the order of arrival.
  void keep_order() { messages_.keep_order(); }
  [[nodiscard]] bool keeps_order() const { return messages_.keeps_order(); }
  /// True if a receive that names no source is pending.
  [[nodiscard]] bool has_unnamed() const { return !unnamed_.empty(); }
  /// Matches what is here of what arrived at `until` or before. Precondition: nothing that arrives
  /// before `until` is still to come.
  void settle(Ticks until);
  /// Calls match(receive, message) for each pair that will come together if nothing else arrives,
  /// in the order of time, until it returns false. Precondition: settled after the last receive was
  /// posted.
  template <class Match>
  void foresee(Match&& match);
  /// The first message by `until` that fits, and that no posted receive takes; null if there is
  /// none. Precondition: settled until then, and order is kept.
  [[nodiscard]] const Message* find(const RequestState& pattern, Ticks until);
  /// The first one that nothing has matched and that arrives after `time`; null if none is here.
  /// Order is kept.
  [[nodiscard]] const Message* first_after(Ticks time) { return messages_.first_after(time); }
  /// The earliest arrival among the messages delivered since forget_news(); kNever if there were
  /// none.
  [[nodiscard]] Ticks news() const { return news_; }
  void forget_news() { news_ = kNever; }

  /// Messages that nobody has asked for, for reports.
  [[nodiscard]] std::vector<const Message*> unclaimed() const { return messages_.all(); }
  /// Messages that have come, without those that are only announced.
  [[nodiscard]] std::size_t unclaimed_count() const { return messages_.count_of_arrived(); }

  // --- what its PE waits for ---------------------------------------------------------------------
  /// Counts of the receives that are awaited (RequestState::is_awaited).
  struct Awaited {
    int missing = 0;   ///< have no message yet
    Ticks latest{-1};  ///< arrival among those that got one since await()
  };
  /// Begins to count: `missing` awaited receives have no message.
  void await(int missing) { awaited_ = {missing, Ticks{-1}}; }
  [[nodiscard]] const Awaited& awaited() const { return awaited_; }
  /// Notes in `received`, until it is null, each receive that gets its message from now on; perhaps
  /// more than once.
  void note_received_in(std::vector<RequestState*>* received) { received_ = received; }

  /// Messages and receives looked at so far by foresee() and match_expected(): what tests count.
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
    // up to here all was matched in the order of arrival, for good
    Ticks settled{-1};
    Stamp era_ended;  // the end of the last era
    std::uint64_t visits = 0;

    // in an era
    // posted in it and not matched, in their order
    ListOf<RequestState, &RequestState::era> era_receives;
    // of these, those posted since it was settled
    ListOf<RequestState, &RequestState::chain> fresh;
    ListOf<Message, &Message::era> era_messages;  // delivered in it and not matched
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
    note_received(receive, message);
  }
  [[gnu::noinline]] void answer(RequestState& receive, Message& announcement);
  void note_received(RequestState& receive, const Message& message) {
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

  // what every message needs, first
  Ticks news_ = kNever;
  std::uint64_t posts_ = 0;
  bool may_match_expected_ = false;
  bool has_announcements_ = false;  // or had
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
  if (!has_unnamed()) return;  // the others have been matched as far as they can be
  auto& unindexed = further_->fresh;
  std::vector<std::pair<RequestState*, PostedReceives::Place>> taken;
  std::vector<Message*> given;
  std::list<RequestState*> posted;  // of the fresh ones
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
