// SPDX-License-Identifier: Apache-2.0
// One PE's mailbox and the receives that it has posted: the matching of T10.
//
// A message takes the first posted receive that it fits, and a receive the earliest message. As all
// receives rank messages alike, by (mailbox arrival, source, sequence), and all messages rank
// receives alike, it comes to the same to go through the receives in the order posted, each taking
// the earliest message that fits and is left.
//
// Readings    An unnamed receive names no source (section 4 of the design); one that names its
//             source but no tag is decided by that source's order alone. It is pending from its
//             posting until it was waited for, by wait, wait_all, wait_any, a successful test or
//             the call that posted it. A probe does not see what a posted receive has taken.

#pragma once

#include "tests/support/program.hpp"
#include "tests/support/reference_message.hpp"
#include "tests/support/reference_mistake.hpp"

#include <cstddef>
#include <optional>
#include <tuple>
#include <vector>

namespace toruscope::test {

class Mailbox {
 public:
  Mailbox(std::vector<Message>& messages, Mistake mistake) : messages_(&messages), mistake_(mistake) {}

  /// A message to this PE has been sent.
  void add(std::size_t message) { sent_.push_back({message, false}); }
  /// Posts a receive at this clock. Returns its number.
  std::size_t post(const Transfer& pattern, const Moment& clock, int context = 0);
  /// The receive has been waited for.
  void complete(std::size_t receive) { posted_[receive].is_pending = false; }
  /// True if a message has come for the receive by then, or a send that waited has found it (T11).
  [[nodiscard]] bool has_come(std::size_t receive, Time by) const;
  /// Takes the receive back, as if it had never been posted. What came for others by then stays
  /// theirs.
  void cancel(std::size_t receive, Time by);
  [[nodiscard]] bool has_unnamed_pending() const;

  /// Matches the receives before all unnamed ones: each takes its source's next message that fits,
  /// be it under way or not. Sends that wait for such a receive have found it no earlier than `now`
  /// (T11).
  void match_named(Time now);
  /// Matches those messages that are known by then.
  void match_arrived(Time until, Time now);
  /// Matches if a message that is known now waits for its receive. True if one has got it.
  bool match_waiting(Time now);
  /// The message that the receive has taken, once it is known to arrive by then.
  [[nodiscard]] std::optional<std::size_t> taken_by(std::size_t receive, Time until) const;
  /// The earliest message that has arrived by then, fits, and was not taken.
  [[nodiscard]] std::optional<std::size_t> earliest(const Transfer& pattern, Time until,
                                                    bool is_taken_too = false, int context = 0) const;

  /// True if a message waits for its receive.
  [[nodiscard]] bool has_waiting() const;
  /// The next tick after this at which such a message may get a receive that is posted.
  [[nodiscard]] std::optional<Time> next_waiting(Time after) const;
  /// Sends that waited and have got their receive, so far.
  [[nodiscard]] std::size_t released() const { return released_; }

  /// Messages that have arrived, and sends that have become known before that.
  [[nodiscard]] std::size_t arrived(Time until) const;
  /// The next of these that comes later than this.
  [[nodiscard]] std::optional<Time> next_arrival(Time after) const;

  /// True if a arrived before b: (mailbox arrival, source, sequence).
  [[nodiscard]] bool is_before(std::size_t a, std::size_t b) const;

 private:
  struct Sent {
    std::size_t message = 0;
    bool is_taken = false;
  };
  struct Posted {
    Transfer pattern;
    Time clock = 0;
    Parts of_clock = {};
    int context = 0;
    bool is_pending = true;
    std::optional<std::size_t> message = {};
    bool is_cancelled = false;
  };
  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }
  [[nodiscard]] bool fits(const Transfer& pattern, const Message& message, int context) const;
  void take(Posted& posted, std::size_t message, Time now);
  [[nodiscard]] std::tuple<Time, Rank, std::int64_t> key(std::size_t message, std::optional<Time> tick) const;
  /// When an unnamed receive or a probe can see the message: its mailbox arrival, or the tick at
  /// which a send that waits is announced (T11, T16).
  [[nodiscard]] std::optional<Time> known_at(std::size_t message) const;

  std::vector<Message>* messages_;
  Mistake mistake_;
  std::vector<Sent> sent_;  ///< of each source in its order
  std::vector<Posted> posted_;
  std::size_t released_ = 0;
};

}  // namespace toruscope::test
