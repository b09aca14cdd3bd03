// SPDX-License-Identifier: Apache-2.0
// One PE of the reference: its clock, its ports, its mailbox, and the operation that it is at.

#pragma once

#include "tests/support/program_walk.hpp"
#include "tests/support/reference_mailbox.hpp"
#include "tests/support/reference_ports.hpp"

#include <map>
#include <optional>
#include <vector>

namespace toruscope::test {

struct ReferenceRequest {
  bool is_send = false;
  std::size_t number = 0;  ///< of the message, or of the receive in the mailbox
};

struct ReferencePe {
  ReferencePe(const MachineDescription& machine, Rank rank, const PeProgram& program,
              std::vector<Message>& messages, Mistake mistake)
      : walk(program),
        ports(machine, rank, mistake),
        last_takes(static_cast<std::size_t>(reference_ports(machine, rank)), kLongAgo),
        mailbox(messages, mistake) {}

  /// The PE receives this message next (T4).
  void take(const MachineDescription& machine, const Message& message, Mistake mistake);

  /// A message got to its mailbox, whether it is received or not: its undisturbed window depends on that alone.
  void add_window(const MachineDescription& machine, const Message& message, Mistake mistake);

  /// True if what it waits for is known to arrive by then.
  [[nodiscard]] bool has_all(Time until) const;

  Walk walk;
  Time clock = 0;
  std::int64_t posted_sends = 0;
  PePorts ports;
  std::vector<std::size_t> unstarted;  ///< messages posted for which no port is booked, in their order
  struct Unsettled {
    std::size_t message = 0;
    SendPorts::Choice choice;
  };
  std::vector<Unsettled> unsettled;  ///< worms that keep their port until nobody knows when
  std::vector<Time> last_takes;      ///< by port, for a mistake; the rule knows one for all
  UndisturbedWindows windows;
  Mailbox mailbox;
  std::map<int, ReferenceRequest> requests;

  // The operation under way.
  bool has_posted = false;  ///< its sends and receives are posted
  bool is_ordered = false;  ///< it is answered in virtual order only (T10)
  Time cursor = 0;          ///< from when on its receptions are taken
  Time sends_complete = 0;
  std::vector<std::size_t> sends;         ///< messages whose sends it waits for
  std::vector<std::size_t> receives;      ///< what it waits for, by number in the mailbox
  bool have_receptions_asked = false;     ///< for their ports
  std::vector<std::size_t> sends_before;  ///< then: that asked before, and that they have to wait for
  int answer = -1;                        ///< of wait_any: the place of the request that is complete

  // Polling.
  std::optional<Time> failed_at;          ///< the clock of the last unsuccessful test or probe
  int failures = 0;                       ///< unsuccessful ones at that clock
  std::optional<std::size_t> waits_past;  ///< it waits until more messages than this have arrived
};

}  // namespace toruscope::test
