// SPDX-License-Identifier: Apache-2.0

#include "tests/support/reference_mailbox.hpp"

#include <algorithm>
#include <tuple>

namespace toruscope::test {

std::size_t Mailbox::post(const Transfer& pattern) {
  posted_.push_back({.pattern = pattern});
  return posted_.size() - 1;
}

bool Mailbox::has_unnamed_pending() const {
  return std::any_of(posted_.begin(), posted_.end(), [](const Posted& posted) {
    return posted.is_pending && posted.pattern.partner == any_source;
  });
}

bool Mailbox::fits(const Transfer& pattern, const Message& message) const {
  return (pattern.partner == any_source || pattern.partner == message.source) &&
         (pattern.tag == any_tag || pattern.tag == message.tag);
}

void Mailbox::take(Posted& posted, std::size_t message) {
  posted.message = message;
  for (Sent& sent : sent_)
    if (sent.message == message) sent.is_taken = true;
}

void Mailbox::match_named() {
  for (Posted& posted : posted_) {
    if (posted.message) continue;
    const auto sent = std::find_if(sent_.begin(), sent_.end(), [&](const Sent& candidate) {
      return !candidate.is_taken && fits(posted.pattern, (*messages_)[candidate.message]);
    });
    if (sent != sent_.end()) take(posted, sent->message);
  }
}

void Mailbox::match_arrived(Time until) {
  const auto match = [&](Posted& posted) {
    if (posted.message) return;
    if (const auto message = earliest(posted.pattern, until)) take(posted, *message);
  };
  if (is(Mistake::last_posted_receive_first))
    std::for_each(posted_.rbegin(), posted_.rend(), match);
  else
    std::for_each(posted_.begin(), posted_.end(), match);
}

std::optional<std::size_t> Mailbox::taken_by(std::size_t receive, Time until) const {
  const auto& message = posted_[receive].message;
  if (!message) return std::nullopt;
  const auto& arrival = (*messages_)[*message].arrival;
  return arrival && *arrival <= until ? message : std::nullopt;
}

std::optional<std::size_t> Mailbox::earliest(const Transfer& pattern, Time until, bool is_taken_too) const {
  std::optional<std::size_t> best;
  for (const Sent& sent : sent_) {
    const Message& message = (*messages_)[sent.message];
    if ((sent.is_taken && !is_taken_too) || !message.arrival || *message.arrival > until ||
        !fits(pattern, message))
      continue;
    if (!best || is_before(sent.message, *best) != is(Mistake::latest_arrival_first)) best = sent.message;
  }
  return best;
}

std::size_t Mailbox::arrived(Time until) const {
  return static_cast<std::size_t>(std::count_if(sent_.begin(), sent_.end(), [&](const Sent& sent) {
    const auto& arrival = (*messages_)[sent.message].arrival;
    return arrival && *arrival <= until;
  }));
}

std::optional<Time> Mailbox::next_arrival(Time after) const {
  std::optional<Time> next;
  for (const Sent& sent : sent_) {
    const auto& arrival = (*messages_)[sent.message].arrival;
    if (arrival && *arrival > after && (!next || *arrival < *next)) next = arrival;
  }
  return next;
}

bool Mailbox::is_before(std::size_t a, std::size_t b) const {
  const auto key = [&](std::size_t index) {
    const Message& message = (*messages_)[index];
    const bool is_highest_first = is(Mistake::arrival_ties_to_highest_source);
    return std::tuple(*message.arrival, is_highest_first ? -message.source : message.source, message.sequence);
  };
  return key(a) < key(b);
}

}  // namespace toruscope::test
