// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_mailbox.hpp"

#include <algorithm>

namespace toruscope::test {

std::size_t Mailbox::post(const Transfer& pattern, const Moment& clock, int context) {
  posted_.push_back({.pattern = pattern, .clock = clock.time, .of_clock = clock.parts, .context = context});
  return posted_.size() - 1;
}

bool Mailbox::has_come(std::size_t receive, Time by) const {
  const auto& message = posted_[receive].message;
  if (!message) return false;
  const Message& m = (*messages_)[*message];
  return (m.waits ? m.answered : m.arrival).value_or(kForever) <= by;
}

void Mailbox::cancel(std::size_t receive, Time by) {
  posted_[receive].is_pending = false;
  posted_[receive].is_cancelled = true;
  for (std::size_t i = 0; i < posted_.size(); ++i) {
    auto& message = posted_[i].message;
    if (!message || (i != receive && !posted_[i].is_pending) || has_come(i, by)) continue;
    for (Sent& sent : sent_)
      if (sent.message == *message) sent.is_taken = false;
    Message& m = (*messages_)[*message];
    if (m.waits) m.asks = m.answered = std::nullopt;
    message.reset();
  }
}

bool Mailbox::has_unnamed_pending() const {
  return std::any_of(posted_.begin(), posted_.end(), [](const Posted& posted) {
    return posted.is_pending && posted.pattern.partner == any_source;
  });
}

bool Mailbox::fits(const Transfer& pattern, const Message& message, int context) const {
  return context == message.context && (pattern.partner == any_source || pattern.partner == message.source) &&
         (pattern.tag == any_tag || pattern.tag == message.tag);
}

void Mailbox::take(Posted& posted, std::size_t index, Time now) {
  posted.message = index;
  for (Sent& sent : sent_)
    if (sent.message == index) sent.is_taken = true;
  Message& message = (*messages_)[index];
  if (!message.waits) return;
  const bool is_early = is(Mistake::answer_waits_for_no_request);
  message.answered = std::max({is_early ? message.posted : message.announced, posted.clock, now});
  message.asks = *message.answered + (is(Mistake::send_waits_for_no_answer) ? 0 : message.answer);
  // whose clock it is: the sender's at a tie; nobody has said it of a receive that had to wait
  message.of_asks.reset();
  if (message.answered == message.announced)
    message.of_asks = plus(plus(message.of_posted, message.of_request), message.of_answer);
  else if (message.answered == posted.clock)
    message.of_asks = plus(posted.of_clock, message.of_answer);
  if (message.hops.empty()) message.of_start = message.of_complete = message.of_arrival = message.of_asks;
  if (message.hops.empty()) message.start = message.complete = message.arrival = message.asks;
  ++released_;
}

std::optional<Time> Mailbox::known_at(std::size_t index) const {
  const Message& message = (*messages_)[index];
  if (!message.waits || is(Mistake::waiting_send_known_at_mailbox)) return message.arrival;
  const Time announced = is(Mistake::request_is_known_at_once) ? message.posted : message.announced;
  std::optional<Time> known = announced;
  for (const Sent& sent : sent_) {
    if (sent.message == index) break;
    if ((*messages_)[sent.message].source == message.source) known = known_at(sent.message);
  }
  return known ? std::optional(std::max(*known, announced)) : known;
}

void Mailbox::match_named(Time now) {
  for (Posted& posted : posted_) {
    if (posted.is_pending && posted.pattern.partner == any_source) break;
    if (posted.message || posted.is_cancelled) continue;
    const auto sent = std::find_if(sent_.begin(), sent_.end(), [&](const Sent& candidate) {
      return !candidate.is_taken && fits(posted.pattern, (*messages_)[candidate.message], posted.context);
    });
    if (sent != sent_.end()) take(posted, sent->message, now);
  }
}

void Mailbox::match_arrived(Time until, Time now) {
  const auto match = [&](Posted& posted) {
    if (posted.message || posted.is_cancelled || posted.clock > until) return;
    if (const auto message = earliest(posted.pattern, until, false, posted.context))
      take(posted, *message, now);
  };
  if (is(Mistake::last_posted_receive_first))
    std::for_each(posted_.rbegin(), posted_.rend(), match);
  else
    std::for_each(posted_.begin(), posted_.end(), match);
}

bool Mailbox::has_waiting() const {
  return std::any_of(sent_.begin(), sent_.end(),
                     [&](const Sent& sent) { return !sent.is_taken && (*messages_)[sent.message].waits; });
}

std::optional<Time> Mailbox::next_waiting(Time after) const {
  std::optional<Time> next;
  for (const Sent& sent : sent_) {
    if (sent.is_taken || !(*messages_)[sent.message].waits) continue;
    const auto known = known_at(sent.message);
    if (!known) continue;
    for (const Posted& posted : posted_) {
      const Time tick = std::max(*known, posted.clock);
      if (!posted.message && !posted.is_cancelled && tick > after) next = std::min(next.value_or(tick), tick);
    }
  }
  return next;
}

bool Mailbox::match_waiting(Time now) {
  const std::size_t before = released_;
  const bool has_waiting = std::any_of(sent_.begin(), sent_.end(), [&](const Sent& sent) {
    return !sent.is_taken && (*messages_)[sent.message].waits &&
           known_at(sent.message).value_or(kForever) <= now;
  });
  if (has_waiting) match_arrived(now, now);
  return released_ != before;
}

std::optional<std::size_t> Mailbox::taken_by(std::size_t receive, Time until) const {
  const auto& message = posted_[receive].message;
  if (!message) return std::nullopt;
  const auto& arrival = (*messages_)[*message].arrival;
  return arrival && *arrival <= until ? message : std::nullopt;
}

std::optional<std::size_t> Mailbox::earliest(const Transfer& pattern, Time until, bool is_taken_too,
                                             int context) const {
  std::optional<std::size_t> best;
  for (const Sent& sent : sent_) {
    const Message& message = (*messages_)[sent.message];
    if ((sent.is_taken && !is_taken_too) || !fits(pattern, message, context)) continue;
    const auto known = known_at(sent.message);
    if (!known || *known > until) continue;
    const bool is_first = !best || key(sent.message, known) < key(*best, known_at(*best));
    if (!best || is_first != is(Mistake::latest_arrival_first)) best = sent.message;
  }
  return best;
}

std::size_t Mailbox::arrived(Time until) const {
  std::size_t count = 0;
  for (const Sent& sent : sent_) {
    const Message& message = (*messages_)[sent.message];
    if (message.arrival.value_or(kForever) <= until) ++count;
    if (message.waits && known_at(sent.message).value_or(kForever) <= until) ++count;
  }
  return count;
}

std::optional<Time> Mailbox::next_arrival(Time after) const {
  std::optional<Time> next;
  for (const Sent& sent : sent_)
    for (const auto& tick : {(*messages_)[sent.message].arrival, known_at(sent.message)})
      if (tick && *tick > after && (!next || *tick < *next)) next = tick;
  return next;
}

bool Mailbox::is_before(std::size_t a, std::size_t b) const {
  return key(a, (*messages_)[a].arrival) < key(b, (*messages_)[b].arrival);
}

std::tuple<Time, Rank, std::int64_t> Mailbox::key(std::size_t index, std::optional<Time> tick) const {
  const Message& message = (*messages_)[index];
  const bool is_highest_first = is(Mistake::arrival_ties_to_highest_source);
  return {tick.value_or(kForever), is_highest_first ? -message.source : message.source, message.sequence};
}

}  // namespace toruscope::test
