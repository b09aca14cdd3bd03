// SPDX-License-Identifier: Apache-2.0
// When are a PE's ports free? k ports each way, one by default; booked in the PE's program order (T2, T4, T5).
//
// Threads     A ledger belongs to its PE.
// Invariants  An earlier hole is never used: each booking starts no earlier than the end of the one before on
//             that port.
// Source      docs/model.md, T2 and T4.

#pragma once

#include "runtime/model/clock.hpp"

#include <toruscope/parameters.hpp>
#include <toruscope/topology.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace toruscope::detail {

/// One port through which messages leave.
class SendPort {
 public:
  struct Booking {
    Stamp start;     ///< s: the port begins with this message
    Stamp complete;  ///< direct: the tail has left the PE. buffered: the router has taken it over
  };

  /// When a send that may not start before `wanted` can start here.
  [[nodiscard]] Stamp start_after(const Stamp& wanted) const {
    return used_ ? later(later(wanted, free_), spaced_) : wanted;
  }
  /// Precondition: start is not before start_after(start).
  Booking book(const Stamp& start, const Parameters& rules, const Costs& costs, std::size_t bytes) {
    Booking b{start, start};
    add_startup(b.complete, costs);
    if (rules.injection == Injection::direct) add_transmission(b.complete, costs, bytes);
    free_ = b.complete;
    spaced_ = b.start;
    add_gap(spaced_, costs);
    used_ = true;
    return b;
  }
  [[nodiscard]] bool is_free_at(Ticks time) const {
    return !used_ || (free_.time <= time && spaced_.time <= time);
  }

 private:
  bool used_ = false;
  Stamp free_;    // end of the transfer that held the port
  Stamp spaced_;  // its start, plus g
};

/// The k ports of a PE through which messages leave.
class SendPorts {
 public:
  /// `link` is the first of the message's route: sends by one link go one after the other, whatever their ports.
  SendPort::Booking book(const Stamp& posted, const Parameters& rules, const Costs& costs, std::size_t bytes,
                         Port link) {
    if (rules.ports.k != 1) return book_one_of(posted, rules, costs, bytes, link);
    return first_.book(first_.start_after(posted), rules, costs, bytes);
  }

 private:
  SendPort::Booking book_one_of(const Stamp& posted, const Parameters& rules, const Costs& costs,
                                std::size_t bytes, Port link);

  SendPort first_;
  struct Further {
    std::vector<SendPort> ports;                   // those that have been used, lowest first
    std::vector<std::pair<Port, SendPort>> links;  // by link under way: the port of its last send
  };
  std::unique_ptr<Further> further_;  // with k > 1
};

/// One port between the node's mailbox and the PE.
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
  /// Before all times while it has not been used.
  [[nodiscard]] Ticks free_at() const { return used_ ? free_.time : Ticks{-1}; }

 private:
  bool used_ = false;
  Stamp free_;  // end of the last reception
};

/// The k ports between the node's mailbox and the PE.
class ReceivePorts {
 public:
  Stamp book(const Stamp& arrival, const Parameters& rules, const Costs& costs, std::size_t bytes) {
    return (rules.ports.k == 1 ? first_ : earliest_free(rules.ports.k)).book(arrival, rules, costs, bytes);
  }

 private:
  ReceivePort& earliest_free(int k);

  ReceivePort first_;
  std::vector<ReceivePort> ports_;  // with k > 1: those that have been used, lowest first
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
