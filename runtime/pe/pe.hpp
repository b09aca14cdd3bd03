// SPDX-License-Identifier: Apache-2.0
// One processing element: its parts, and what connects them.
//
//   core        clock, ports, what it waits for, what it counts: shared by all parts
//   body        the context in which its program runs, its error
//   round       the round being described
//   requests    what is under way, and which of it is complete first
//   sends       the send side (T2, T8, T11)                     strict   windows under port policy `strict`
//   receives    mailbox and receive side (T4, T5, T11)
//   turns       what takes whatever comes first (T10)
//   posting     messages and receives on their way in           checks   what may not be asked for
//   calls       the program's calls that send, receive and wait
//   work        local work                                      meetings   synchronize, split, collectives
//   strands     the operations that were started (T13)
//
// Each part uses those above it, never those below.
//
// Threads     Belongs to the worker of its node. In the network phase the owner of its router delivers to it.

#pragma once

#include "runtime/pe/body.hpp"
#include "runtime/pe/calls.hpp"
#include "runtime/pe/checks.hpp"
#include "runtime/pe/core.hpp"
#include "runtime/pe/meetings.hpp"
#include "runtime/pe/posting.hpp"
#include "runtime/pe/receives.hpp"
#include "runtime/pe/requests.hpp"
#include "runtime/pe/round_call.hpp"
#include "runtime/pe/sends.hpp"
#include "runtime/pe/strands.hpp"
#include "runtime/pe/strict_ports.hpp"
#include "runtime/pe/turns.hpp"
#include "runtime/pe/work.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/report.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace toruscope::core {

/// The PE that this thread runs now, or null.
Pe* current_pe();
void set_current_pe(Pe* pe);

class alignas(64) Pe {
 public:
  using State = Body::State;
  using Wait = PeWait;

  Pe(const RunTerms& run, PeHost& host, Rank rank);
  Pe(const Pe&) = delete;
  Pe& operator=(const Pe&) = delete;

  [[nodiscard]] Rank rank() const { return core_.rank; }
  [[nodiscard]] PeHost& host() const { return core_.host; }
  [[nodiscard]] Run& run() const { return *core_.host.run; }
  [[nodiscard]] const RunTerms& terms() const { return core_.run; }
  [[nodiscard]] const Stamp& clock() const { return core_.clock; }

  /// A handle shows its request to PEs.
  [[nodiscard]] static RequestState* state_of(const Request& handle) { return handle.state_; }
  [[nodiscard]] static const Group& group_of(const Communicator& comm) { return *comm.group_; }

  // --- its parts ------------------------------------------------------------------------------------------------------
  [[nodiscard]] PeCore& core() { return core_; }
  [[nodiscard]] const PeCore& core() const { return core_; }
  [[nodiscard]] Body& body() { return body_; }
  [[nodiscard]] const Body& body() const { return body_; }
  [[nodiscard]] Requests& requests() { return requests_; }
  [[nodiscard]] const Requests& requests() const { return requests_; }
  [[nodiscard]] Sends& sends() { return sends_; }
  [[nodiscard]] const StrictPorts& strict() const { return strict_; }
  [[nodiscard]] Receives& receives() { return receives_; }
  [[nodiscard]] const Receives& receives() const { return receives_; }
  [[nodiscard]] Mailbox& mailbox() { return receives_.mailbox(); }
  [[nodiscard]] const Mailbox& mailbox() const { return receives_.mailbox(); }
  [[nodiscard]] Turns& turns() { return turns_; }
  [[nodiscard]] const Turns& turns() const { return turns_; }
  [[nodiscard]] Posting& posting() { return posting_; }
  [[nodiscard]] const Posting& posting() const { return posting_; }
  [[nodiscard]] const Checks& checks() const { return checks_; }
  [[nodiscard]] Calls& calls() { return calls_; }
  [[nodiscard]] Work& work() { return work_; }
  [[nodiscard]] Meetings& meetings() { return meetings_; }

  // --- between its program and the library ----------------------------------------------------------------------------
  void leave_program() {
    if (core_.run.execution.measure_compute) work_.leave_program();
  }
  void enter_program() {
    if (core_.run.execution.measure_compute) work_.enter_program();
  }

  // --- what the engine does -------------------------------------------------------------------------------------------
  [[nodiscard]] State state() const { return body_.state(); }
  [[nodiscard]] const Wait& waits_for() const { return core_.waiting.now(); }
  /// Runs it until it waits, pauses or ends, and those after it to whom control is given. Its context is made at the first
  /// time.
  void resume();
  /// It runs from now on, as soon as control is given to what is returned. Precondition: it has started.
  PeContext& go_on();
  /// Makes every further call in the program throw Unwound, and runs it to its end.
  void unwind();
  /// The clock of the PE, or of its strand, that is at this meeting; the meeting is over.
  [[nodiscard]] const Stamp& clock_at(const Group& group) const {
    return core_.is_shared ? strands_->clock_at(group) : core_.clock;
  }
  [[nodiscard]] bool is_at(const Group& group) const;
  void leave_meeting(const Group& group, const Stamp& latest, Rank last);
  /// Of all its strands the latest.
  [[nodiscard]] Ticks latest_clock() const {
    return core_.is_shared ? strands_->latest_clock() : core_.clock.time;
  }
  [[nodiscard]] const Strands* strands() const { return strands_.get(); }
  /// The address lies below the stack of the operation that runs.
  [[nodiscard]] bool overflows_operation(const void* address) const {
    return core_.is_shared && body_.has_started() && body_.context().is_below(address);
  }
  [[nodiscard]] bool is_unwinding() const { return body_.is_unwinding(); }
  /// A message has arrived. True if the PE can go on now.
  [[nodiscard]] bool deliver(Message* message) {
    const auto [receive, announcement] = receives_.deliver(message);
    if (announcement != nullptr) turns_.hear(announcement);
    return receive != nullptr && core_.waiting.is_ended_by_receive(*receive);
  }
  [[nodiscard]] PeReport report() const;

  // --- what its program does besides ----------------------------------------------------------------------------------
  [[noreturn]] void fail(const std::string& message) const { core_.fail(message); }
  void print(std::string_view text);
  /// Starts an operation on the communicator of this group and context, in which the PE has this rank (T13).
  RequestState* start(Group& group, std::uint32_t context, Rank in_group,
                      std::function<void(Communicator&)> code);
  [[nodiscard]] std::vector<PrintedLine>& output() { return output_; }
  [[nodiscard]] RandomSource& random() { return random_; }

 private:
  void run_program();
  void run_operation(Strands::Operation& operation);
  void check_start() const;
  void note_live_requests();
  void end_step();

  // What every message needs lies together, from the end of the core's ports to the beginning of the mailbox (pe/prefetch.cpp).
  PeCore core_;
  Work work_;
  StrictPorts strict_;
  Body body_;
  RoundCall round_;
  Checks checks_;
  Posting posting_;
  Calls calls_;
  Requests requests_;
  Sends sends_;
  Receives receives_;
  Turns turns_;
  Meetings meetings_;
  RandomSource random_;
  std::vector<PrintedLine> output_;
  std::unique_ptr<Strands> strands_;  // once it has started an operation
};

}  // namespace toruscope::core
