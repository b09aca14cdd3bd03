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

#include "runtime/core/check.hpp"
#include "runtime/core/checksum.hpp"
#include "runtime/model/clock.hpp"
#include "runtime/path/mailbox.hpp"
#include "runtime/pe/arrivals.hpp"
#include "runtime/pe/core.hpp"
#include "runtime/pe/requests.hpp"
#include "runtime/pe/strict_ports.hpp"

#include <algorithm>
#include <optional>
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
  [[gnu::always_inline]] Delivered deliver(Message* message) {
    if (core_.is_any(PeCore::of_machine | PeCore::is_announced) || message->announcement != nullptr ||
        message->followers != nullptr) [[unlikely]]
      return deliver_rarely(message);
    core_.note_news();
    return {mailbox_.deliver(message), nullptr};
  }
  /// Delivers an announcement, after all earlier messages of its sender. Announcements for receives
  /// without a source are matched when the mailbox is settled.
  void deliver_announcement(Message* announcement);
  struct NextAnswer {
    Ticks when = kNever;
    bool is_own = false;  ///< that of a message to the PE itself, which is there at once
  };
  /// The time at which an announcement here gets its receive if nothing else arrives; kNever if
  /// none does.
  [[nodiscard]] NextAnswer next_answer(Ticks complete_before);

  // Where a message may need more than the usual steps.
  static constexpr unsigned kRareTake = PeCore::of_machine | PeCore::is_announced | PeCore::is_tapped;
  /// True if the message that a receive has got is of the usual kind: from another PE, with data
  /// that fit where they are wanted, neither announced nor too late; and its port is free.
  /// Precondition: none of kRareTake.
  [[nodiscard, gnu::always_inline]] bool is_usual(const RequestState& receive, Ticks latest) const {
    const Message& m = *receive.message;
    return (!kChecksBuffers || checksum_of(receive.into.bytes) == receive.checksum) && !m.is_to_self() &&
           !m.was_announced && m.body != nullptr && receive.into.adopt == nullptr && m.bytes <= receive.bytes &&
           std::max(latest, m.asks) <= kLongest &&
           core_.ports.is_free_for_reception(m.asks - m.x - core_.run.costs.ts);
  }
  /// Books the receive port for a usual message, which is taken by a call that can take from `from`
  /// on. Returns when it is available.
  [[gnu::always_inline]] const Stamp& book_usual(const Message& m, Ticks from) {
    arrivals_.before_reception(&m, core_.ports, core_.run.known.complete_before);
    Stamp& available = core_.ports.book_undisturbed_reception(m.source);
    available = m.start;
    add_way(available, core_.run.costs, m.bytes, m.hops, 1, m.link_wait);
    check_arrival(available.time, m);
    arrivals_.remember_in_port(m.sequence);
    core_.note_wait(m, available.time - from);
    takes_.note_take(std::max(from, available.time));
    ++core_.book.messages_received;
    return available;
  }
  /// Takes a usual message at `cursor` or later, and pays for it.
  [[gnu::always_inline]] void take_usual(const Message& m, Stamp& cursor) {
    const Stamp& available = book_usual(m, cursor.time);
    if (available.time > cursor.time) cursor = available;
    add_receive(cursor, core_.run.costs);
  }
  /// Puts the body of a usual message where the program wants it.
  [[nodiscard, gnu::always_inline]] static Received store_usual(const RequestState& receive) {
    const Message& m = *receive.message;
    if (has_data(receive.into.bytes)) copy_bytes(receive.into.bytes.data(), m.body, m.bytes);
    return {m.source_in_group, m.tag, m.bytes};
  }
  /// Books the receive port for the message that a receive has got, takes it at `cursor` or later,
  /// and pays for it. Where that is too late, the cursor stays as it is. The call began at `begun`.
  void take(const RequestState& receive, Stamp& cursor, Ticks begun) {
    if (!core_.is_any(kRareTake) && is_usual(receive, cursor.time))
      take_usual(*receive.message, cursor);
    else
      take_rarely(*receive.message, cursor, begun, nullptr);
  }
  /// Like take(), on any machine and for any message. `arrived`, if given, becomes no earlier than
  /// when the message was at the mailbox.
  void take_rarely(const Message& m, Stamp& cursor, Ticks begun, Stamp* arrived);
  /// The time before which nothing can be taken.
  [[nodiscard]] Ticks earliest_take() const { return takes_.earliest(); }
  /// Puts the body where the program wants it; `tap`, if any, sees it first. Errors: ProgramError,
  /// after which the request is as if received.
  [[nodiscard]] Received store(RequestState& receive, Tap* tap) const;
  /// Withdraws a receive: without a message it is no longer posted; a message that it has lies in
  /// the mailbox again.
  void withdraw(RequestState& receive) { mailbox_.withdraw(receive, core_.clock); }
  /// True if a message for the receive has come by then, or a send has found it by then (T11).
  /// Precondition: all that comes by then is here.
  [[nodiscard]] bool has_come(const RequestState& receive, Ticks by) const;
  /// True if a receive has been given a message whose sender has earlier ones on their way (T11).
  [[nodiscard]] bool has_expected_match() const;
  /// Tells the plan of the sends that have found their receives, but later than that: they wait
  /// again, until they find others, or the same.
  void lose_answers(Ticks after);
  /// Posts all receives that are not over once more, but those for which something has come by
  /// `kept`. Which message belongs to which receive follows from two orders alone (T10): receives
  /// as posted, messages as they arrived.
  void match_again(std::optional<Ticks> kept = {});

 private:
  [[gnu::noinline]] Delivered deliver_rarely(Message* message);
  static void check_arrival(Ticks by_account, const Message& m) {
    TORUSCOPE_CHECK(by_account == m.asks, "arrival by account", by_account.count, "by the network",
                    m.asks.count);
  }
  [[nodiscard]] Arrival arrival_of(const Message& m) const;
  void note_arrival(const Message& m);
  void know_with(Message& announcement, const Arrival& arrival) const;
  void keep_behind_earlier(Message& m) const;
  void note_arrivals_so_far();
  // Rare, so not inlined.
  [[gnu::noinline]] void remember(const Message& m, const Stamp& available);
  [[gnu::noinline]] void tell_taken(const Message& m, Ticks available, Ticks taken) const;
  [[noreturn, gnu::noinline]] void refuse_length(const Message& m, Ticks begun) const;
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
