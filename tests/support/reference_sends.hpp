// SPDX-License-Identifier: Apache-2.0
// From a send that is posted to a header that asks for its first link: T2, T6, T11 and T16.
//
// A send asks for its port when it is posted, or when its receive is and the answer has come; it
// starts when the port's turn comes; its header asks ts later.
//
//   as a rule                        the port is booked at once, ahead of time: nothing later can
//                                    come first
//   after a send that waits          booked when the tick of asking is quiet, in the order of
//                                    asking
//   direct wormhole                  not booked ahead, for nobody knows when a worm has left: at
//                                    each tick those that have asked start in their order, each if
//                                    it finds a port
//
// Readings    q and v of docs/readings.md.

#pragma once

#include "tests/support/reference_links.hpp"
#include "tests/support/reference_pe.hpp"

#include <optional>
#include <vector>

namespace toruscope::test {

class ReferenceSends {
 public:
  ReferenceSends(const MachineDescription& machine, Mistake mistake, std::vector<Message>& messages,
                 std::vector<ReferencePe>& pes, ReferenceLinks& links)
      : machine_(machine), mistake_(mistake), messages_(messages), pes_(pes), links_(links) {}

  /// Posts a send at its PE's clock. Returns its number among all messages.
  std::size_t post(Rank source, const Transfer& transfer, Time now);
  /// Starts what can be started and comes before all that wait; notes which worms have left. True
  /// if there are any.
  bool progress(Time now);
  /// Starts what the PE, one of whose sends waits, can start at this quiet tick. False if nothing.
  bool start_at_quiet_tick(std::size_t rank, Time now);
  /// The next tick after `now` at which a send asks, or may find a port.
  [[nodiscard]] std::optional<Time> next_tick(Time now) const;
  /// True if a send that shares the port of the PE's receptions may still be before them (T5, T11).
  [[nodiscard]] bool may_be_before_receptions(const ReferencePe& pe) const;
  /// The messages of the PE's call have arrived: its receptions ask for their ports. What has asked
  /// by then comes before them. False if a send of the call has not asked yet.
  bool receptions_ask(ReferencePe& pe, const std::vector<std::size_t>& arrived, Time now) const;
  /// True if they may be booked: those sends before them that they have to wait for have known
  /// ends.
  [[nodiscard]] bool may_receive(const ReferencePe& pe) const;

  /// True if the send port is kept until a tick that the network finds out.
  [[nodiscard]] bool has_open_ends() const {
    return is_direct() && machine_.switching == SwitchingMode::wormhole;
  }

 private:
  [[nodiscard]] bool is(Mistake mistake) const { return mistake_ == mistake; }
  [[nodiscard]] bool is_direct() const { return machine_.injection == Injection::direct; }
  /// True if transfers of both directions may have to wait for each other.
  [[nodiscard]] bool shares_ports() const {
    return machine_.port_rule == PortRule::half || machine_.port_rule == PortRule::telephone;
  }
  [[nodiscard]] bool has_waiting(const ReferencePe& pe) const;
  [[nodiscard]] PePorts::Partner partner(const Message& message) const {
    return {message.destination, message.hops[0].channel.head};
  }
  void shake_hands(Message& message) const;
  [[nodiscard]] std::int64_t length(const Message& message) const;
  [[nodiscard]] Moment end_of_send(const Message& message, Time tail_left) const;
  [[nodiscard]] std::vector<Channel> route(const Message& message) const;
  [[nodiscard]] std::vector<Hop> hops(const Message& message) const;
  /// Starts the sends of a PE that were posted before any that waits, as far as they can be
  /// started.
  bool start_in_order(ReferencePe& pe, Time now);
  bool try_start(ReferencePe& pe, std::size_t message, Time now);
  bool settle(ReferencePe& pe);

  const MachineDescription& machine_;
  const Mistake mistake_;
  std::vector<Message>& messages_;
  std::vector<ReferencePe>& pes_;
  ReferenceLinks& links_;
};

}  // namespace toruscope::test
