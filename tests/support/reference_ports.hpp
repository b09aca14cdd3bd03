// SPDX-License-Identifier: Apache-2.0
// The ports of one PE, booked in its program order: T2, T4, T5, and the policy strict.
//
// Readings, where the text leaves a choice (all costs as there):
//   T2 "the port on which it starts earliest": the start with all that it waits for, an earlier send by the same
//      link included. So where that link decides, all ports free by then tie and the lowest is taken.
//   T2 "that send's port is free": when that send's own occupation ends, not a later send's on the same port.
//   T2 "last start on that port + g" says no more than "port free", whose end includes it.
//   T4 a reception takes the port free earliest even if several are free by its undisturbed start.
//   strict: the undisturbed window of a send is [c, c + ts + x), buffered [c, c + ts), c the clock at which it is
//      posted; g is no part of it (it keeps starts apart, and no transfer is under way in it), so a send that comes
//      too early for g alone waits as under `queue`. That of a reception is what T4 takes before mailbox arrival:
//      links have delayed it, the port has not. An empty window never meets another. Two sends by the same first
//      link count as one port: at one time they are too many. Everything is timed as under `queue`; the violation
//      is the first tick, over the whole run, at which a PE has too many under way.

#pragma once

#include "tests/support/machine_description.hpp"
#include "tests/support/reference_message.hpp"
#include "tests/support/reference_mistake.hpp"

#include <map>
#include <optional>
#include <vector>

namespace toruscope::test {

class SendPorts {
 public:
  SendPorts(const MachineDescription& machine, Mistake mistake);

  struct Choice {
    std::size_t port = 0;
    Time start = 0;
  };
  /// Where a send posted at this clock starts that leaves by the link to `head`.
  [[nodiscard]] Choice choose(Time clock, Node head) const;
  /// Takes the port, and with it that link, from the chosen start on until `end`, or for g if that is later.
  void book(const Choice& choice, Node head, Time end);

 private:
  struct Port {
    Time free = 0;
    Time last_start = kLongAgo;
  };
  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }

  Time gap_;
  Mistake mistake_;
  std::vector<Port> ports_;
  std::map<Node, Time> link_free_;  ///< when the last send by that link has its port free
  std::size_t bookings_ = 0;
};

class ReceivePorts {
 public:
  ReceivePorts(const MachineDescription& machine, Mistake mistake);

  struct Reception {
    std::size_t port = 0;
    Time available = 0;
  };
  /// Books a window of this length that would end, undisturbed, at mailbox arrival.
  Reception book(Time arrival, Time length);

 private:
  struct Window {
    Time start = 0;
    Time end = 0;
  };
  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }
  [[nodiscard]] std::size_t choose(Time undisturbed) const;
  [[nodiscard]] Time start_on(std::size_t port, Time undisturbed, Time length) const;

  Mistake mistake_;
  std::vector<Time> free_;
  std::vector<std::vector<Window>> booked_;  ///< for the mistake that looks for holes
};

/// The undisturbed windows of one PE's transfers (policy strict).
class UndisturbedWindows {
 public:
  void add_send(Time start, Time end, Node head) { sends_.push_back({start, end, head}); }
  void add_reception(Time start, Time end) { receptions_.push_back({start, end, 0}); }
  /// The first tick at which more than k transfers in one direction are under way, or two sends by one link.
  [[nodiscard]] std::optional<Time> first_violation(int k) const;

 private:
  struct Window {
    Time start = 0;
    Time end = 0;
    Node head = 0;
  };
  std::vector<Window> sends_, receptions_;
};

}  // namespace toruscope::test
