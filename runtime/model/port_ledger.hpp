// SPDX-License-Identifier: Apache-2.0
// When are a PE's ports free? One port each way; booked in the PE's program order (T2, T4, T5).
//
// Threads     A ledger belongs to its PE.
// Invariants  An earlier hole is never used: each booking starts no earlier than the end of the one before.
// Source      docs/model.md, T2 and T4.

#pragma once

#include "runtime/model/clock.hpp"

#include <toruscope/parameters.hpp>

namespace toruscope::detail {

/// The port through which messages leave.
class SendPort {
 public:
  struct Booking {
    Stamp start;     ///< s: the port begins with this message
    Stamp complete;  ///< direct: the tail has left the PE. buffered: the router has taken it over
  };

  Booking book(const Stamp& posted, const Parameters& rules, const Costs& costs, std::size_t bytes) {
    Booking b;
    b.start = used_ ? later(later(posted, free_), spaced_) : posted;
    b.complete = b.start;
    add_startup(b.complete, costs);
    if (rules.injection == Injection::direct) add_transmission(b.complete, costs, bytes);
    free_ = b.complete;
    spaced_ = b.start;
    add_gap(spaced_, costs);
    used_ = true;
    return b;
  }

 private:
  bool used_ = false;
  Stamp free_;    // end of the transfer that held the port
  Stamp spaced_;  // its start, plus g
};

/// The port between the node's mailbox and the PE.
class ReceivePort {
 public:
  /// When a message that is at the mailbox at `arrival` has come through the port. A reception takes the last
  /// ts + x (direct) or x (buffered) before that, and may lie before the call that asks for it.
  Stamp book(const Stamp& arrival, const Parameters& rules, const Costs& costs, std::size_t bytes) {
    const bool direct = rules.injection == Injection::direct;
    const Ticks length = costs.transmission(bytes) + (direct ? costs.ts : Ticks{});
    if (!used_ || arrival.time - length > free_.time) {
      free_ = arrival;
    } else {
      if (direct) add_startup(free_, costs);
      add_transmission(free_, costs, bytes);
    }
    used_ = true;
    return free_;
  }

 private:
  bool used_ = false;
  Stamp free_;  // end of the last reception
};

/// The distance that g keeps between two takes of a PE.
class TakeSpacing {
 public:
  /// The clock at which a message available at `available` is taken and tr is paid: T4.
  Stamp take(const Stamp& clock, const Stamp& available, const Costs& costs) {
    Stamp taken = used_ ? later(later(clock, spaced_), available) : later(clock, available);
    spaced_ = taken;
    add_gap(spaced_, costs);
    used_ = true;
    return taken;
  }

 private:
  bool used_ = false;
  Stamp spaced_;  // the last take, plus g
};

}  // namespace toruscope::detail
