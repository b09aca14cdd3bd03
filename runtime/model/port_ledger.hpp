// SPDX-License-Identifier: Apache-2.0
// Ledger of a PE's ports: when each is free, under each port rule, by program order (T2, T4, T5).
//
// Threads     A ledger belongs to its PE.
// Invariants  Earlier holes stay unused: a booking starts after the one before on its port.
// Source      docs/rules.md, T2, T4 and "Port rules".

#pragma once

#include "runtime/model/clock.hpp"
#include "runtime/model/path_log.hpp"

#include <toruscope/parameters.hpp>
#include <toruscope/report.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace toruscope::core {

/// A moment from which a transfer may have a port, and the transfer that held the port before.
struct PortFree {
  Stamp when;
  PortUse by{};

  void wait_for(const PortFree& other) {
    if (other.when.time > when.time) *this = other;
  }
};

/// A port for messages that leave; under rule `half` also for those that come in.
class SendPort {
 public:
  /// The start on this port of a send that may not start before `wanted`.
  [[nodiscard]] PortFree start_after(PortFree wanted) const {
    if (!used_) return wanted;
    wanted.wait_for(free_);
    if (!spaced_.empty()) wanted.wait_for({spaced_.front(), free_.by});
    return wanted;
  }
  /// The earliest start of a reception here; g counts only from sends. Precondition: is_used().
  [[nodiscard]] PortFree free_for_reception() const {
    if (!free_.by.is_send || spaced_.empty()) return free_;
    return {later(free_.when, spaced_.front()), free_.by};
  }
  void book(const Stamp& start, const PortFree& until, const Costs& costs, std::int64_t sequence = -1) {
    free_ = until;
    spaced_.clear();
    if (costs.gap != Ticks{}) {  // else it ends no earlier than it starts
      spaced_.push_back(start);
      add_gap(spaced_.front(), costs);
    }
    sequence_ = sequence;
    used_ = true;
  }
  /// Holds the port from `start` on for a send without gap, which asks at `posted`: the caller adds
  /// the send's time to end(). Returns its hindrance.
  PortUse book_at_once(const Stamp& posted, Rank to, Stamp& start) {
    const bool waits = used_ && free_.when.time > posted.time;
    start = waits ? free_.when : posted;
    const PortUse held_by = waits ? free_.by : PortUse{};
    free_.when = start;
    free_.by = {true, to};
    used_ = true;
    return held_by;
  }
  [[nodiscard]] Stamp& end() { return free_.when; }
  /// Holds the port until then, without an account.
  void hold_until(Rank to, Ticks end) {
    free_.when.time = end;
    free_.by = {true, to};
    used_ = true;
  }
  /// Ends the send, if it is the one that holds the port, at `when`.
  void end(std::int64_t sequence, const Stamp& when) {
    if (used_ && sequence_ == sequence) free_.when = when;
  }
  [[nodiscard]] bool is_used() const { return used_; }
  [[nodiscard]] bool is_free_at(Ticks time) const {
    return is_free_without_gap(time) && (spaced_.empty() || spaced_.front().time <= time);
  }
  [[nodiscard]] bool is_free_without_gap(Ticks time) const { return free_.when.time <= time; }

 private:
  // the start of the transfer that held the port, plus g; empty without a gap
  std::vector<Stamp> spaced_;
  bool used_ = false;
  std::int64_t sequence_ = -1;  // of a send whose end was not known
  PortFree free_;               // end of that transfer
};

/// A port between the node's mailbox and the PE.
struct ReceivePort {
  PortFree free{Stamp{kUnused, {}}, {false, -1}};  ///< end of the last reception

  [[nodiscard]] bool is_used() const { return free.when.time != kUnused; }
  /// The time from which the port is free; before all times if unused.
  [[nodiscard]] Ticks free_at() const { return free.when.time; }

 private:
  static constexpr Ticks kUnused{INT64_MIN};
};

/// The ports of a PE.
class PortLedger {
 public:
  /// `links`: number of the PE's node. `paths`, if given, notes origins of this PE's bookings.
  PortLedger(Ports ports, int links, Rank pe = 0, PathLog* paths = nullptr);
  PortLedger(const PortLedger&) = delete;
  PortLedger& operator=(const PortLedger&) = delete;
  ~PortLedger();

  struct Send {
    Rank to = 0;
    Port link = 0;  ///< first link of its route: sends by one link take turns on any ports
    std::size_t bytes = 0;
    Ticks x;                    ///< transmission over that link
    std::int64_t sequence = 0;  ///< the PE's send count
    bool is_end_known = true;   ///< false: the port is held until end_send()
  };
  /// The start of a send by this link; kNever while it depends on an unknown end.
  Stamp start_of(const Stamp& posted, Rank to, Port link);
  /// Books a send. Returns its hindrance, if any. `start` becomes s, when the port begins with it.
  PortUse book_send(const Stamp& posted, const Send& send, const Parameters& rules, const Costs& costs,
                    Stamp& start) {
    const bool is_direct = rules.injection == Injection::direct;
    return is_one_each_way_ && send.is_end_known && costs.gap == Ticks{} && costs.pieces.empty()
               ? book_send_on_one(posted, send, is_direct, costs, start)
               : book_send_generally(posted, send, is_direct, costs, start);
  }
  /// Undisturbed end of the send booked last: its tail has left (direct), or is in the router.
  [[nodiscard]] const Stamp& last_end() const { return *last_end_; }
  /// The port, among the k ports, of the send booked last, and of the reception booked last.
  [[nodiscard]] int last_send_port() const;
  [[nodiscard]] int last_receive_port() const;
  /// The latest known end of the booked sends.
  [[nodiscard]] Ticks sends_end() const { return sends_end_; }
  /// Books a send in few steps. Precondition: keeps_arrival(), there are no gap and no costs by
  /// size, its end is known.
  PortUse book_send_on_one(const Stamp& posted, const Send& send, bool is_direct, const Costs& costs,
                           Stamp& start) {
    const PortUse by = send_.book_at_once(posted, send.to, start);
    Stamp& end = send_.end();
    add_startup(end, costs);
    if (is_direct) add_transmission(end, costs, send.bytes, send.x);
    sends_end_ = end.time;
    last_end_ = &end;
    return by;
  }
  /// True if a send that asks then does not wait. Precondition: keeps_arrival(), there is no gap.
  [[nodiscard]] bool is_free_for_send(Ticks asks) const { return send_.is_free_without_gap(asks); }
  /// Books a send that does not wait, for which its PE does: no send asks before its end, so nobody
  /// will ask for the account of that, unless the call fails (tell_held). Precondition:
  /// is_free_for_send().
  void hold_for_send(Rank to, Ticks end) {
    send_.hold_until(to, end);
    sends_end_ = end;
  }
  /// Tells the account of the send for which hold_for_send() was called last.
  const Stamp& tell_held(const Stamp& end) {
    send_.end() = end;
    last_end_ = &send_.end();
    return *last_end_;
  }
  /// Tells the end of a send that was not known when it was booked.
  void end_send(std::int64_t sequence, Rank to, const Stamp& end);
  /// The end of the reception booked last. Precondition: keeps_arrival().
  [[nodiscard]] const PortFree& last_reception() const { return receive_.free; }
  /// Books a reception that does not wait for the port. Returns where its arrival is to be written.
  /// Precondition: keeps_arrival(), and it begins after the last one.
  Stamp& book_undisturbed_reception(Rank from) {
    receive_.free.by.partner = from;
    return receive_.free.when;
  }
  /// True if a reception that begins then does not wait. Precondition: keeps_arrival().
  [[nodiscard]] bool is_free_for_reception(Ticks begin) const { return begin > receive_.free.when.time; }
  /// True if last_reception() tells the arrival of a message that did not wait for its port.
  [[nodiscard]] bool keeps_arrival() const { return is_one_each_way_; }
  /// Books a reception. `message` is its arrival at the mailbox and becomes its arrival through a
  /// port. Returns its hindrance. It takes the last ts + x (direct) or x (buffered) before that,
  /// perhaps before the call that asks for it.
  PortUse book_reception(Stamp& message, Rank from, std::size_t bytes, Ticks x, const Parameters& rules,
                         const Costs& costs) {
    const bool is_direct = rules.injection == Injection::direct;
    return is_one_each_way_ ? book_reception_on_one(message, from, bytes, x, is_direct, costs)
                            : book_reception_generally(message, from, bytes, x, is_direct, costs);
  }

 private:
  struct Further;

  [[nodiscard]] bool is_half() const { return rule_ == Ports::Rule::half; }
  [[nodiscard]] PortFree start_on_one(const Stamp& posted, Rank to) const;
  SendPort* choose_port(PortFree& start, Port link, SendPort*& same_link);
  ReceivePort& earliest_free();
  PortUse book_send_generally(const Stamp& posted, const Send& send, bool is_direct, const Costs& costs,
                              Stamp& start);
  /// Adds a send's time at its port; with direct injection, until its tail has left.
  static void add_send(Stamp& stamp, const Send& send, bool is_direct, const Costs& costs) {
    add_startup(stamp, costs, send.bytes);
    if (is_direct) add_transmission(stamp, costs, send.bytes, send.x);
  }
  PortUse book_reception_on_one(Stamp& message, Rank from, std::size_t bytes, Ticks x, bool is_direct,
                                const Costs& costs);
  PortUse book_reception_generally(Stamp& message, Rank from, std::size_t bytes, Ticks x, bool is_direct,
                                   const Costs& costs);

  // Members for rule `one` without a gap come last, beside what every message needs (pe/core.hpp).
  const Ports::Rule rule_;
  const int k_;
  const Rank pe_;
  PathLog* const paths_;
  std::unique_ptr<Further> further_;  // for several ports, other rules, g, worms; null until needed
  SendPort send_;
  ReceivePort receive_;
  const bool is_one_each_way_;  // and bookings need no origins
  Ticks sends_end_;
  const Stamp* last_end_ = nullptr;
};

/// The distance that g keeps between two takes of a PE.
class TakeSpacing {
 public:
  /// Moves `clock` to the time at which a message available at `available` is taken: T4. False if
  /// that is too late: then it stays as it is.
  [[nodiscard]] bool take(Stamp& clock, const Stamp& available, const Costs& costs) {
    if (next(clock, available) > kLongest) return false;
    if (spaced_ && spaced_->time > clock.time) clock = *spaced_;
    if (available.time > clock.time) clock = available;
    earliest_ = clock.time + costs.gap;
    if (costs.gap == Ticks{}) return true;  // the clock keeps takes in order
    if (!spaced_) spaced_ = std::make_unique<Stamp>();
    *spaced_ = clock;
    add_gap(*spaced_, costs);
    return true;
  }
  /// Notes that a message is taken then, where there is no gap.
  void note_take(Ticks when) { earliest_ = when; }
  /// The time at which take() would take the message.
  [[nodiscard]] Ticks next(const Stamp& clock, const Stamp& available) const {
    const Ticks next = std::max(clock.time, available.time);
    return spaced_ ? std::max(next, spaced_->time) : next;
  }
  /// The time before which nothing is taken.
  [[nodiscard]] Ticks earliest() const { return earliest_; }

 private:
  Ticks earliest_;
  std::unique_ptr<Stamp> spaced_;  // the last take, plus g, if there is a gap
};

}  // namespace toruscope::core
