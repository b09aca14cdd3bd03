// SPDX-License-Identifier: Apache-2.0
// The receive side of one PE: its mailbox, in which messages and receives find each other (T10),
// the receive port, which is booked when a receive completes (T4, T5), and the body's way into the
// program's buffer. Announcements of sends that wait for their receives (T11) come in here, too, no
// earlier than the messages that their senders sent before.
//
// Invariants  (1) The mailbox never refuses a message.
//             (2) The receive port is booked in the order in which take() is called.
// Threads     deliver, deliver_announcement: whoever delivers to the PE, while it waits.
//             next_answer: the plan. All else: the PE, or its worker for it.
// Source      docs/rules.md, T4, T5, T10, T11.

#pragma once

#include "runtime/path/mailbox.hpp"
#include "runtime/pe/arrivals.hpp"
#include "runtime/pe/core.hpp"
#include "runtime/pe/requests.hpp"
#include "runtime/pe/strict_ports.hpp"

#include <string_view>

namespace toruscope::core {

class Tap;

class Receives {
 public:
  Receives(PeCore& core, const Requests& requests, StrictPorts& strict);

  [[nodiscard]] Mailbox& mailbox() { return mailbox_; }
  [[nodiscard]] const Mailbox& mailbox() const { return mailbox_; }

  struct Delivered {
    RequestState* receive;  ///< the receive that got the message; null: it stays in the mailbox
    Message* announcement;  ///< the announcement that had come before it, or null; the caller's
  };
  /// Delivers a message that has arrived.
  Delivered deliver(Message* message);
  /// Delivers an announcement, after all earlier messages of its sender. Announcements for receives
  /// without a source are matched when the mailbox is settled.
  void deliver_announcement(Message* announcement);
  /// The time at which an announcement here gets its receive if nothing else arrives; kNever if
  /// none does.
  [[nodiscard]] Ticks next_answer(Ticks complete_before);

  /// Books the receive port for the message that a receive has got, takes it at `cursor` or later,
  /// and pays for it. `arrived`, if given, becomes no earlier than when the message was at the
  /// mailbox.
  void take(RequestState& receive, Stamp& cursor, Stamp* arrived);
  /// The time before which nothing can be taken.
  [[nodiscard]] Ticks earliest_take() const { return takes_.earliest(); }
  /// Puts the body where the program wants it; `tap`, if any, sees it first. Errors: ProgramError,
  /// after which the request is as if received.
  [[nodiscard]] Received store(RequestState& receive, Tap* tap) const;
  /// Withdraws a receive: without a message it is no longer posted; a message that it has lies in
  /// the mailbox again.
  void withdraw(RequestState& receive) { mailbox_.withdraw(receive, core_.clock); }
  /// Posts all receives that are not over once more. Which message belongs to which receive follows
  /// from two orders alone (T10): receives as posted, messages as they arrived.
  void match_again();

 private:
  void note_arrival(const Message& m);
  void know_with(Message& announcement, const Stamp& arrival, std::int64_t sequence) const;
  void note_arrivals_so_far();
  // Rare, so not inlined: the frames of take() and store(), which every receive needs, would be
  // larger.
  [[gnu::noinline]] void remember(const Message& m, const Stamp& available);
  [[gnu::noinline]] void remember_arrival(const Message& m);
  [[gnu::noinline]] void tell_taken(const Message& m, Ticks available, Ticks taken) const;
  [[noreturn, gnu::noinline]] void refuse_elements(const Message& m) const;
  [[noreturn, gnu::noinline]] void refuse_size(const RequestState& receive) const;
  [[noreturn, gnu::noinline]] void refuse(const RequestState& receive, std::string_view why) const;

  PeCore& core_;
  const Requests& requests_;
  StrictPorts& strict_;
  TakeSpacing takes_;
  Arrivals arrivals_;
  Mailbox mailbox_;
  bool is_answering_ = false;  // in its host's list of those with announcements
};

}  // namespace toruscope::core
