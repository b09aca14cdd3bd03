// SPDX-License-Identifier: Apache-2.0
// The strands of one PE: the body of its program, and the operations that were started and have not
// ended (T13). Each has a clock, a wait and a context of its own. All else is the PE's, its
// processor above all.
//
//   strand   begin(): a call asks for the processor, at the strand's clock; await(): a call goes on
//            when it is complete hold(): what the strand pays keeps the processor
//   plan     when(): the next strand asks then; give(): it is the next to go on (pe/turns.hpp)
//   worker   enter_chosen(): that strand's state takes the place of the body's in core and Body;
//            leave(): the body's is back
//
// Invariants  (1) The processor is given when it is free, not before, to the first of those that
//                 have asked by then: in the order of (tick of asking, the strand that was started
//                 last first). A strand that has left a meeting comes after all others that ask at
//                 its tick. A strand that needs no processor to go on does not wait for it.
//             (2) While no strand runs, core and Body have the state of the body of the program:
//                 whoever looks at a PE sees that.
//             (3) It is there only once the PE has started an operation. PeCore::is_shared() says
//                 whether calls have to ask.
//             (4) While no strand runs, Waiting::turn of the body is when(), if that is known.
// Threads     begin, await, meet, hold, start, cancel, end: from inside a strand. when, give: the
//             plan. All else: the PE's worker.
// Not here    How requests and messages come together, and what a call does then (pe/calls.hpp).
// Source      docs/rules.md, T13.

#pragma once

#include "runtime/path/request.hpp"
#include "runtime/pe/body.hpp"
#include "runtime/pe/core.hpp"
#include "runtime/pe/group.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace toruscope::core {

class Strands {
 public:
  /// An operation as the program has started it.
  struct Operation {
    std::function<void(Communicator&)> code;
    GroupHandle group{};
    Rank rank = 0;  ///< rank of the PE in the group
    RequestState* request = nullptr;
    Ticks started_at{};
  };

  /// `run` runs the operation from its beginning to its end, then calls end().
  Strands(PeCore& core, Body& body, std::function<void(Operation&)> run);
  Strands(const Strands&) = delete;
  Strands& operator=(const Strands&) = delete;
  ~Strands();

  // --- for the strand that runs ------------------------------------------------------------------
  /// Starts an operation at the clock of the strand that runs, which asks anew for the processor at
  /// its next call.
  void start(Operation operation);
  /// Begins a call: the strand has the processor then. False, or Unwound, if the run is ended.
  [[nodiscard]] bool begin();
  /// Begins an operation, which has been given the processor.
  void begin_operation();
  /// Keeps the processor busy until then.
  void hold(const Stamp& until) { processor_ = later(processor_, until); }
  [[nodiscard]] const Stamp& processor() const { return processor_; }
  /// Waits until all requests are complete but for the takes, no earlier than `from`, or until the
  /// deadline. If there are receives the strand has the processor then. False, or Unwound, if the
  /// run is ended.
  [[nodiscard]] bool await(std::span<RequestState* const> requests, const char* operation, Ticks from,
                           Ticks deadline = kNever);
  /// Waits, without the processor, until one of the requests is complete but for the take, or until
  /// the deadline, and returns when that is. The clock stays. Nothing, or Unwound, if the run is
  /// ended.
  [[nodiscard]] std::optional<Ticks> await_any(std::span<RequestState* const> requests, const char* operation,
                                               Ticks deadline);
  /// Waits until all members have come and leave_meeting() was called.
  [[nodiscard]] bool meet(const PeWait& wait);
  /// Ends the operation of this request if it has not ended: its destructors run before this
  /// returns.
  void cancel(RequestState& request);
  void cancel_all();
  /// Ends the operation that runs. Its context is about to end.
  void end();
  /// Operations that have been started and have not ended.
  [[nodiscard]] std::size_t under_way() const { return all_.size() - 1; }

  // --- for the plan ------------------------------------------------------------------------------
  /// The time at which the next strand goes on, if nothing else arrives; kNever if none does.
  /// Computed anew when something has come, or a strand has run.
  [[nodiscard]] Ticks when();
  void give();
  /// The clock of the strand that is at this meeting.
  [[nodiscard]] const Stamp& clock_at(const Group& group) const;
  [[nodiscard]] bool is_at(const Group& group) const { return at(group) != nullptr; }
  /// Leaves a meeting that is over: `leave` changes the strand's clock in the core, where it then
  /// goes on.
  void leave_meeting(const Group& group, const std::function<void()>& leave);

  // --- for the worker ----------------------------------------------------------------------------
  /// Enters the chosen strand, which runs as soon as control is given to the context returned.
  PeContext& enter_chosen();
  /// Leaves the strand that ran, which waits or has ended.
  void leave();
  /// True if a strand is to run before anything else happens.
  [[nodiscard]] bool is_urgent() const { return !urgent_.empty(); }
  PeContext& enter_urgent();
  /// True if the PE has to be put in the queue of those that wait for their turn. Then it has been.
  [[nodiscard]] bool comes_in_turn();
  /// Ends all operations of a run that is ended.
  void unwind();

  // --- for reports -------------------------------------------------------------------------------
  /// Calls use(operation, wait) for each operation that has not ended. Precondition: no strand
  /// runs.
  template <class Use>
  void for_each_operation(Use&& use) const {
    for (std::size_t i = 1; i < all_.size(); ++i) use(all_[i]->what, all_[i]->waiting.now());
  }
  [[nodiscard]] Ticks latest_clock() const;

 private:
  static constexpr Ticks kLeftNone{-1};
  enum class Asks : std::uint8_t { nothing, processor, completion, meeting };
  struct Strand {
    Operation what;
    // while another one's is in the core
    Stamp clock;
    Waiting waiting;
    Body::Flow flow;
    Spans::Stack spans;

    Asks asks = Asks::nothing;
    bool has_ended = false;
    Ticks asked{};  // for the processor, or when it has left a meeting
    // until it gets the processor, what it asks for at this tick comes last
    Ticks left_meeting = kLeftNone;
    Ticks deadline = kNever;                    // of a wait for completion
    std::span<RequestState* const> requests{};  // of that
    bool takes_any = false;                     // one of them is enough
    std::optional<Ticks> kept;                  // the clock at which it has got the processor
  };

  [[nodiscard]] bool park(Asks asks, Ticks asked, const PeWait& wait);
  [[nodiscard]] Ticks asks_at(const Strand& strand) const;
  [[nodiscard]] Ticks complete_at(const Strand& strand) const;
  [[nodiscard]] static bool needs_processor(const Strand& strand);
  struct Next {
    Strand* strand = nullptr;
    Ticks when = kNever;
  };
  [[nodiscard]] Next next() const;
  /// The strand that got the processor and waits for ends of sends that are not known yet; null if
  /// there is none. If the sends prove complete at the clock at which it got the processor, it goes
  /// on without asking; the other strands wait until that is known.
  [[nodiscard]] Strand* keeper() const;
  [[nodiscard]] Strand* at(const Group& group) const;
  void enter(Strand& strand);
  PeContext& resume(Strand& strand);
  void cancel(Strand& strand);

  PeCore& core_;
  Body& body_;
  std::function<void(Operation&)> run_;
  std::vector<std::unique_ptr<Strand>> all_;  // as started; the first is the body
  // its state is in the core; outside of a step the body
  Strand* running_;
  Strand* chosen_ = nullptr;
  std::vector<Strand*> urgent_;  // the last first
  bool is_in_turn_ = false;      // in the host's queue
  Stamp processor_;              // it is free from then on
};

/// Begins a call: the strand that makes it has the processor then. False: it is to do nothing.
[[nodiscard]] inline bool begin_call(const PeCore& core) {
  return !core.is_shared() || core.strands->begin();
}
/// Keeps the processor of other strands until then.
inline void hold_processor(const PeCore& core, const Stamp& until) {
  if (core.is_shared()) [[unlikely]]
    core.strands->hold(until);
}
/// The clock at which the strand that runs can have the processor.
[[nodiscard]] inline const Stamp& clock_with_processor(const PeCore& core) {
  return core.is_shared() ? later(core.clock, core.strands->processor()) : core.clock;
}
/// Waits at a meeting.
[[nodiscard]] inline bool await_meeting(PeCore& core, Body& body, const PeWait& wait) {
  if (core.is_shared()) return core.strands->meet(wait);
  core.waiting.begin(wait);
  const bool goes_on = body.suspend(Body::State::waiting);
  core.waiting.end();
  return goes_on;
}

}  // namespace toruscope::core
