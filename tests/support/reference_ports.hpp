// SPDX-License-Identifier: Apache-2.0
// The ports of one PE, booked in its program order: T2, T4, T5, and the policy strict. PePorts is
// what a PE has under its port rule; it is made of k send ports and k receive ports.
//
//   k=N        N of each;  `one` is k=1
//   all        as many of each as links leave the node
//   half       one of each that never work at once: each waits for the other's end, sends also for
//              a reception's start + g
//   telephone  one of each, and a transfer waits for the end of those with other partners
//
// Readings, where the text leaves a choice (all costs as there):
//   T2 "the port on which it starts earliest": the start with all that it waits for, an earlier
//      send by the same link included. So where that link decides, all ports free by then tie and
//      the lowest is taken.
//   T2 "that send's port is free": when that send's own occupation ends, not a later send's on the
//      same port.
//   T2 "last start on that port + g" says no more than "port free", whose end includes it.
//   T4 a reception takes the port free earliest even if several are free by its undisturbed start.
//   strict: the undisturbed window of a send is [c, c + ts + x), buffered [c, c + ts), c the clock
//      at which it is posted; g is no part of it (it keeps starts apart, and no transfer is under
//      way in it), so a send that comes too early for g alone waits as under `queue`. That of a
//      reception is what T4 takes before mailbox arrival: links have delayed it, the port has not.
//      An empty window never meets another. Two sends by the same first link count as one port: at
//      one time they are too many. Everything is timed as under `queue`; the violation is the first
//      tick, over the whole run, at which a PE has too many under way.

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
  SendPorts(const MachineDescription& machine, int ports, Mistake mistake);

  struct Choice {
    std::size_t port = 0;
    Time start = 0;
  };
  /// Where a send that can start at this clock starts that leaves by the link to `head`.
  [[nodiscard]] Choice choose(Time clock, Node head) const;
  /// Takes the port, and with it that link, from the chosen start on until `end`, or for g if that
  /// is later.
  void book(const Choice& choice, Node head, const Parts& start, const Moment& end);
  /// The transfer booked there, until kForever, ends at `end`.
  void settle(const Choice& choice, Node head, const Parts& start, const Moment& end);
  /// What is over when the chosen start is.
  [[nodiscard]] std::vector<Moment> waited_for(const Choice& choice, Node head) const;
  /// When all bookings have ended, g included.
  [[nodiscard]] Time all_free() const;

 private:
  struct Port {
    Time free = 0;
    Time last_start = kLongAgo;
    Parts of_free = Account{};
  };
  [[nodiscard]] Moment free_after(const Choice& choice, const Parts& start, const Moment& end) const;
  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }

  Time gap_;
  Mistake mistake_;
  std::vector<Port> ports_;
  std::map<Node, Time> link_free_;  ///< when the last send by that link has its port free
  std::map<Node, Parts> of_link_free_;
  std::size_t bookings_ = 0;
};

class ReceivePorts {
 public:
  ReceivePorts(int ports, Mistake mistake);

  struct Reception {
    std::size_t port = 0;
    Time available = 0;
  };
  /// Books a window of this length that would end, undisturbed, at mailbox arrival, and starts at
  /// `from` or later.
  Reception book(Time arrival, Time length, Time from);
  /// What the last transfer of a port has come to, and when: of the port that it would have.
  [[nodiscard]] Moment free(Time undisturbed) const;
  /// The end of the last reception is made of this.
  void note(const Reception& reception, const Parts& parts) { of_free_[reception.port] = parts; }

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
  std::vector<Parts> of_free_;
  std::vector<std::vector<Window>> booked_;  ///< for the mistake that looks for holes
};

class PePorts {
 public:
  PePorts(const MachineDescription& machine, Rank rank, Mistake mistake);

  /// The far end of a transfer: whose message it is, and for a send the node that its first link
  /// leads to.
  struct Partner {
    Rank rank = 0;
    Node head = 0;
  };
  [[nodiscard]] SendPorts::Choice choose(Time clock, Partner partner) const;
  void book(const SendPorts::Choice& choice, Partner partner, const Parts& start, const Moment& end);
  /// A send that was booked until kForever ends at `end`.
  void settle(const SendPorts::Choice& choice, Partner partner, const Parts& start, const Moment& end);
  /// What the chosen start of a send that has asked then is made of.
  [[nodiscard]] Parts parts_of_start(const SendPorts::Choice& choice, Partner partner,
                                     const Moment& asked) const;

  struct Reception {
    std::size_t port = 0;
    Moment available;
  };
  /// `account`: of one that had to wait, from its start on.
  Reception book_reception(Rank partner, const Moment& arrival, Time length, const Account& account);

 private:
  [[nodiscard]] bool is(PortRule rule) const { return rule_ == rule; }
  /// The latest end of a transfer with another partner.
  [[nodiscard]] Time others_end(Rank partner) const;
  /// The ends of all of them.
  [[nodiscard]] std::vector<Moment> ends_of_others(Rank partner) const;

  PortRule rule_;
  Time gap_;
  Mistake mistake_;
  SendPorts sends_;
  ReceivePorts receptions_;
  Time last_reception_start_ = kLongAgo, last_reception_end_ = 0;
  std::map<Rank, Time> send_ends_, reception_ends_;  ///< of the last transfer with each partner
  std::map<Rank, Parts> of_send_ends_, of_reception_ends_;
  Parts of_last_reception_end_ = Account{};
};

/// The undisturbed windows of one PE's transfers (policy strict).
class UndisturbedWindows {
 public:
  void add_send(Time start, Time end, PePorts::Partner to) { windows_.push_back({start, end, true, to}); }
  void add_reception(Time start, Time end, Rank from) { windows_.push_back({start, end, false, {from, 0}}); }
  /// The first tick at which the port rule with k ports in each direction is broken.
  [[nodiscard]] std::optional<Time> first_violation(PortRule rule, int k) const;

 private:
  struct Window {
    Time start = 0;
    Time end = 0;
    bool is_send = false;
    PePorts::Partner partner;
  };
  [[nodiscard]] static bool is_beside(const Window& a, const Window& b, PortRule rule);
  std::vector<Window> windows_;
};

}  // namespace toruscope::test
