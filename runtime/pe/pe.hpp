// SPDX-License-Identifier: Apache-2.0
// One processing element: what the engine does with its parts (pe/parts.hpp), and with the
// operations that it has started (pe/strands.hpp, T13).
//
// Threads     Belongs to the worker of its node. In the network phase the owner of its router
//             delivers to it.

#pragma once

#include "runtime/pe/parts.hpp"
#include "runtime/pe/strands.hpp"

#include <toruscope/communicator.hpp>
#include <toruscope/report.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope::core {

class WaitNote;

/// The PE that this thread runs now, or null. A fiber stays on one thread.
extern constinit thread_local Pe* running_pe;
inline Pe* current_pe() {
  return running_pe;
}
inline void set_current_pe(Pe* pe) {
  running_pe = pe;
}

class Pe : public PeParts {
 public:
  using State = Body::State;
  using Wait = PeWait;

  Pe(const RunTerms& run, PeHost& host, Rank rank);

  [[nodiscard]] Rank rank() const { return core().rank; }
  [[nodiscard]] PeHost& host() const { return core().host; }
  [[nodiscard]] const RunTerms& terms() const { return core().run; }
  [[nodiscard]] const Stamp& clock() const { return core().clock; }

  /// The request that a handle names; PEs may see it.
  [[nodiscard]] static RequestState* state_of(const Request& handle) { return handle.state_; }
  [[nodiscard]] static const Group& group_of(const Communicator& comm) { return *comm.group_; }

  // --- between its program and the library -------------------------------------------------------
  void leave_program() {
    if (core().is_any(PeCore::measures)) [[unlikely]]
      work().leave_program();
  }
  void enter_program() {
    if (core().is_any(PeCore::measures)) [[unlikely]]
      work().enter_program();
  }

  /// True unless it has started operations: it runs the body of its program alone.
  [[nodiscard]] bool has_one_strand() const { return !turns().are_of_strands(); }

  // --- what the engine does ----------------------------------------------------------------------
  [[nodiscard]] State state() const { return body().state(); }
  [[nodiscard]] const Wait& waits_for() const { return core().waiting.now(); }
  [[nodiscard]] bool waits_for_turn() const { return state() == State::waiting && waits_for().is_for_turn(); }
  /// True if the PE has unfinished sends or unmatched announcements (T11), for the plan to examine.
  [[nodiscard]] bool has_for_plan() const { return sends().has_unfinished() || mailbox().has_unmatched(); }
  /// Runs the PE until it waits, pauses or ends, and those after it to whom control is given. Its
  /// context is made at the first time. Inline, like all that suspends a PE (pe/calls.hpp).
  void resume() {
    if (!body().has_started()) start_program();
    go_on().resume();
    set_current_pe(nullptr);
    Pe& last = *core().host.gave_back;
    if (!last.has_one_strand()) [[unlikely]]
      last.end_step();
    if (last.state() == State::ended) [[unlikely]]
      last.body().free_context();
  }
  /// Lets the PE go on, as soon as control is given to the context returned. Precondition: it has
  /// started.
  PeContext& go_on() {
    set_current_pe(this);
    if (!has_one_strand()) [[unlikely]]
      return strands_->enter_chosen();
    if (!is_unwinding()) calls().finish_rest();
    body().set_state(State::running);
    return body().context();
  }
  /// Makes every further call in the program throw Unwound, and runs it to its end.
  void unwind();
  /// The clock of the PE, or of its strand, that is at this meeting; the meeting is over.
  [[nodiscard]] const Stamp& clock_at(const Group& group) const {
    return has_one_strand() ? core().clock : strands_->clock_at(group);
  }
  [[nodiscard]] bool is_at(const Group& group) const;
  void leave_meeting(const Group& group, const Stamp& latest, Rank last);
  /// The latest clock of all its strands.
  [[nodiscard]] Ticks latest_clock() const {
    return has_one_strand() ? core().clock.time : strands_->latest_clock();
  }
  [[nodiscard]] const Strands* strands() const { return strands_.get(); }
  /// True if the address lies below the stack of the operation that runs.
  [[nodiscard]] bool overflows_operation(const void* address) const {
    return !has_one_strand() && body().has_started() && body().context().is_below(address);
  }
  [[nodiscard]] bool is_unwinding() const { return body().is_unwinding(); }
  /// Delivers a message that has arrived. True if the PE can go on now.
  [[nodiscard, gnu::always_inline]] bool deliver(Message* message) {
    const auto [receive, announcement] = receives().deliver(message);
    if (announcement != nullptr) [[unlikely]]
      turns().hear(announcement);
    return receive != nullptr && core().waiting.is_ended_by_receive(*receive);
  }
  /// Takes a message to the PE itself that has waited for its receive, which was found then. True
  /// if the PE can go on now.
  [[nodiscard]] bool receive_own(Message& m, const Stamp& found) {
    const bool was_all = sends().own_receive_found(m, found);
    Message* const announcement = m.announcement;
    const RequestState* const receive = mailbox().deliver_announced(&m);
    turns().hear(announcement);
    return (receive != nullptr && core().waiting.is_ended_by_receive(*receive)) || was_all;
  }
  [[nodiscard]] PeReport report() const;

  // --- what its program does besides -------------------------------------------------------------
  [[noreturn]] void fail(const std::string& message) const { core().fail(message); }
  void print(std::string_view text);
  /// Starts an operation on the communicator of this group and context, in which the PE has this
  /// rank (T13).
  RequestState* start(Group& group, std::uint32_t context, Rank in_group,
                      std::function<void(Communicator&)> code);
  [[nodiscard]] std::vector<PrintedLine>& output() { return output_; }
  [[nodiscard]] RandomSource& random() { return random_; }
  /// The last of its notes; null if it has none.
  [[nodiscard]] const WaitNote* wait_note() const { return wait_note_; }
  WaitNote* exchange_wait_note(WaitNote* note) { return std::exchange(wait_note_, note); }

 private:
  void start_program();
  void run_program();
  void run_operation(Strands::Operation& operation);
  void check_start() const;
  void note_live_requests();
  void end_step();

  RandomSource random_;
  std::vector<PrintedLine> output_;
  WaitNote* wait_note_ = nullptr;
  std::unique_ptr<Strands> strands_;  // once it has started an operation
};

}  // namespace toruscope::core
