// SPDX-License-Identifier: Apache-2.0
// One PE of the reference: its clock, its ports, its mailbox, and the operation that it is at.

#pragma once

#include "tests/support/program_walk.hpp"
#include "tests/support/reference_mailbox.hpp"
#include "tests/support/reference_ports.hpp"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace toruscope::test {

struct ReferenceRequest {
  enum class Kind { receive, send, started };
  Kind kind = Kind::receive;
  /// of the receive in the mailbox, of the message, of the strand among those of its PE
  std::size_t number = 0;

  [[nodiscard]] bool is_send() const { return kind == Kind::send; }
};

/// What has a clock of its own: the body of a PE's program, or an operation that was started (T13).
struct ReferenceStrand {
  ReferenceStrand(const PeProgram& program, std::size_t number_in_program)
      : walk(program), number(number_in_program) {}

  Walk walk;
  std::size_t number = 0;  ///< among the strands of the program: whose messages it posts
  int context = 0;         ///< of its messages
  Time clock = 0;
  std::int64_t posted_by_strand = 0;
  std::map<int, ReferenceRequest> requests;

  // The operation under way.
  bool has_posted = false;  ///< its sends and receives are posted
  bool is_ordered = false;  ///< it is answered in virtual order only (T10)
  Time cursor = 0;          ///< from when on its receptions are taken
  Time sends_complete = 0;
  Parts of_clock = Account{}, of_cursor = {}, of_sends_complete = {};
  std::vector<std::size_t> sends;      ///< messages whose sends it waits for
  std::vector<std::size_t> started;    ///< strands of its PE that it waits for
  std::vector<std::size_t> receives;   ///< what it waits for, by number in the mailbox
  bool have_receptions_asked = false;  ///< for their ports
  /// then: that asked before, and that they have to wait for
  std::vector<std::size_t> sends_before;
  /// of wait_any, test_any: the place of the request that is complete; of wait_some: all places
  int answer = -1;
  std::vector<int> answers;
  Time begun = 0;  ///< its clock then

  // Polling.
  std::optional<Time> failed_at;          ///< the clock of the last unsuccessful test or probe
  int failures = 0;                       ///< unsuccessful ones at that clock
  std::optional<std::size_t> waits_past;  ///< it waits until more than this has come
  std::optional<Time> poll_ends;          ///< or until then (T14)
  std::int64_t polls_in_a_row = 0;        ///< unsuccessful ones

  // Beside other strands.
  bool is_beside = false;      ///< its operation began when there were others
  std::optional<Time> begins;  ///< it has asked then for the processor, to begin an operation
  std::optional<Time> kept;    ///< the clock at which it got the processor
  bool is_at_meeting = false;  ///< it has begun to synchronize
  std::optional<Time> met;     ///< all have: it goes on then
  bool is_last = false;        ///< it has, and asks after all others of its tick
  bool has_begun = true;       ///< else it has not had the processor yet
  [[nodiscard]] bool has_ended() const { return has_begun && walk.current() == nullptr; }
};

/// The strand that acts is the base; outside of that it is the body.
struct ReferencePe : ReferenceStrand {
  ReferencePe(const MachineDescription& machine, Rank rank, const PeProgram& program,
              std::vector<Message>& messages, Mistake mistake)
      : ReferenceStrand(program, static_cast<std::size_t>(rank)),
        ports(machine, rank, mistake),
        last_takes(static_cast<std::size_t>(reference_ports(machine, rank)), kLongAgo),
        mailbox(messages, mistake) {}

  /// The PE receives this message next (T4).
  void take(const MachineDescription& machine, const Message& message, Mistake mistake);

  /// A message got to its mailbox, whether it is received or not: its undisturbed window depends on
  /// that alone.
  void add_window(const MachineDescription& machine, const Message& message, Mistake mistake);

  /// True if what it waits for is known to arrive by then.
  [[nodiscard]] bool has_all(Time until) const;

  /// Lets this strand act: the base, and the body in its place. The same call again takes it back.
  void exchange(std::size_t order) {
    if (order != 0) std::swap(static_cast<ReferenceStrand&>(*this), started_strands[order - 1]);
  }
  /// Of the strands, while none but the body is in the base.
  [[nodiscard]] const ReferenceStrand& strand(std::size_t order) const {
    return order == 0 ? *this : started_strands[order - 1];
  }
  [[nodiscard]] std::size_t strands() const { return started_strands.size() + 1; }
  /// Operations that have been started and have not ended.
  [[nodiscard]] int under_way() const { return starts - ended; }

  std::int64_t posted_sends = 0;
  PePorts ports;
  /// messages posted for which no port is booked, in their order
  std::vector<std::size_t> unstarted;
  struct Unsettled {
    std::size_t message = 0;
    SendPorts::Choice choice;
  };
  std::vector<Unsettled> unsettled;  ///< worms that keep their port until nobody knows when
  Parts of_last_take = {};
  std::vector<Time> last_takes;  ///< by port, for a mistake; the rule knows one for all
  UndisturbedWindows windows;
  Mailbox mailbox;

  // T13
  std::vector<ReferenceStrand> started_strands;
  std::map<int, int> starts_of;  ///< by context of the starter
  int starts = 0;
  int ended = 0;
  Time processor = 0;  ///< it is free from then on
};

}  // namespace toruscope::test
