// SPDX-License-Identifier: Apache-2.0
// The calls of a PE's program that send, receive and wait: how each begins, waits and completes
// (T4, T5, T6, T10).
//
//   PE       posts what a call sends and receives, and waits; takes what has come when nothing is
//            missing any more: finish()
//   worker   takes for the PE where the worker's stack is in the host's caches and those of its PEs
//            are not: finish_rest()
//   PE       goes on with what it has received, or with the error
//
// Beside started operations, where a PE waits for its turn, and under a tap, the PE takes itself.
//
// Invariants  Each request of a call is released exactly once: when the call is finished, or given
//             up.
// Threads     Called from inside the PE; finish_rest by the worker of the PE, while the PE waits.
// Source      docs/rules.md, T4, T5, T6, T10.

#pragma once

#include "runtime/pe/body.hpp"
#include "runtime/pe/posting.hpp"
#include "runtime/pe/round_call.hpp"
#include "runtime/pe/strands.hpp"
#include "runtime/pe/turns.hpp"

#include <cstddef>
#include <exception>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace toruscope::core {

class Calls {
 public:
  Calls(PeCore& core, Body& body, RoundCall& round, Requests& requests, Sends& sends, Receives& receives,
        Turns& turns, Posting& posting, const Checks& checks)
      : core_(core),
        body_(body),
        round_(round),
        requests_(requests),
        sends_(sends),
        receives_(receives),
        turns_(turns),
        posting_(posting),
        checks_(checks) {}

  // --- may it begin ------------------------------------------------------------------------------
  /// Checks whether a call may begin. Throws Unwound if the run is being ended, a ProgramError that
  /// could not be thrown where it happened. False if the call is made by a destructor while the PE
  /// is being unwound: then it is to do nothing.
  [[nodiscard]] bool check(const char* operation) { return check_brief(operation, 0); }
  /// Like check(), for a call that never waits. When the run is to be ended, the PE goes on for
  /// `patience` such calls: its next call that may wait ends it, for destructors often make this
  /// kind and must not throw.
  [[nodiscard, gnu::always_inline]] bool check_brief(const char* operation, int patience = kPatience) {
    if (core_.is_any(kRareCheck) || core_.run.must_stop()) [[unlikely]]
      return check_unusual(operation, patience);
    return true;
  }
  static constexpr int kPatience = 1 << 20;
  /// Where a call may be refused, or is to end the PE.
  static constexpr unsigned kRareCheck = PeCore::is_unwound | PeCore::describes | PeCore::is_misused;
  /// Begins a call that posts, waits or works: beside started operations the PE's processor is
  /// asked for (T13). False if the call is to do nothing.
  [[nodiscard]] bool begin() const { return begin_call(core_); }
  /// Like begin(), for a call that takes what comes first. Refuses the call beside started
  /// operations: what comes first would depend on how these interleave.
  [[nodiscard]] bool begin_alone(const char* operation) const {
    if (!begin()) return false;
    checks_.alone(operation);
    return true;
  }

  // --- sends and receives ------------------------------------------------------------------------
  /// Sends; returns when the send is complete.
  [[gnu::always_inline]] void send(const Place& place, Rank to, Message* message, int tag,
                                   bool is_synchronous) {
    constexpr unsigned kRare = PeCore::may_queue | PeCore::is_tapped | PeCore::has_strands;
    if (is_synchronous || core_.is_any(kRare)) [[unlikely]]
      return send_rarely(place, to, message, tag, is_synchronous);
    posting_.fill_envelope(place, to, *message, tag);
    posting_.post_and_wait(message);  // it is complete after the PE's own startup
  }
  RequestState* isend(const Place& place, Rank to, Message* message, int tag, bool is_synchronous);
  [[gnu::always_inline]] Received receive(const Place& place, Rank from, const detail::Destination& into,
                                          int tag) {
    RequestState* receive[] = {posting_.post_receive(place, from, into, tag, true)};
    if (core_.is_any(kRareWait)) [[unlikely]]
      return complete(receive, "recv");
    return complete_one(receive, "recv");
  }
  /// Waits until all are complete, takes what has arrived, releases the requests. Returns the last
  /// one received. Inline, like all that suspends the PE: after a switch of stacks the processor
  /// mispredicts every return.
  [[gnu::always_inline]] Received complete(std::span<RequestState* const> requests, const char* operation,
                                           bool pays_startup = false) {
    if (core_.is_any(kRareWait) && takes_its_turn(requests)) [[unlikely]]
      return complete_in_turn(requests, operation, pays_startup);
    if (core_.waiting.begin(operation, requests)) {
      leave_rest(pays_startup);
      if (!suspend()) return {};
      if (is_rest_left_) return take_finished();
    }
    return finish(requests, pays_startup);
  }
  /// The second half of complete(): takes what all requests have got, and releases them.
  [[gnu::noinline]] Received finish(std::span<RequestState* const> requests, bool pays_startup);
  /// The requests of the wait that is being put together; kept, so that waiting allocates nothing.
  [[nodiscard]] std::vector<RequestState*>& waited_for() { return waited_for_; }
  /// Abandons a request whose handle was destroyed before its wait.
  void abandon(RequestState* request) noexcept;
  /// Gives up on requests, received or not: the messages of those that had one lie in the mailbox
  /// as if these receives had never been posted. What has come for others by `kept` stays theirs.
  void release_all(std::span<RequestState* const> requests, std::optional<Ticks> kept = {});
  /// Makes the mailbox forget all receives of an ended program that were never waited for.
  void give_up_receives();

  // --- rounds ------------------------------------------------------------------------------------
  /// Begins a round, which the program describes.
  void begin_round() {
    round_.begin();
    core_.note_unusual(PeCore::describes);
  }
  /// Carries out a round of one send and one receive. The send is posted even if check_receive()
  /// refuses the receive.
  template <class CheckReceive>
  [[gnu::always_inline]] void exchange(const Place& place, Rank to, Message* message, Rank from,
                                       const detail::Destination& into, int tag,
                                       const CheckReceive& check_receive) {
    constexpr unsigned kRare = kRareWait | PeCore::may_queue | PeCore::is_tapped;
    if (core_.is_any(kRare) || place.group.world_rank(to) == core_.rank || from == any_source ||
        !core_.ports.is_free_for_send(core_.clock.time)) [[unlikely]]
      return exchange_rarely(place, to, message, from, into, tag, check_receive);
    posting_.fill_envelope(place, to, *message, tag);
    round_.hold({.end = sends_.post_held(*message), .bytes = message->bytes});
    RequestState* receive[1];
    try {
      check_receive();
      receive[0] = posting_.post_receive(place, from, into, tag, true);
    } catch (...) {
      tell_held();
      static_cast<void>(round_.take_end());
      throw;
    }
    complete_one(receive, "round");
  }
  [[gnu::always_inline]] void add_send(const Place& place, Rank to, Message* message, int tag) {
    const bool is_to_self = place.group.world_rank(to) == core_.rank;
    round_.note_startup(!is_to_self);
    if (is_to_self || core_.is_any(PeCore::of_machine) || !posting_.is_booked_at_once(*message)) [[unlikely]] {
      if (core_.is_any(PeCore::is_tapped)) [[unlikely]]
        return add_tapped(place, to, message, tag);
      return round_.add(posting_.post_send(place, to, message, tag, false));
    }
    posting_.fill_envelope(place, to, *message, tag);
    const bool can_hold = !core_.is_any(kRareWait | PeCore::may_queue) && !round_.has_sends();
    if (can_hold && core_.ports.is_free_for_send(core_.clock.time))
      return round_.hold({.end = sends_.post_held(*message), .bytes = message->bytes});
    tell_held();
    round_.note_end(sends_.post_at_once(*message));
  }
  [[gnu::always_inline]] void add_receive(const Place& place, Rank from, const detail::Destination& into,
                                          int tag) {
    round_.add(posting_.post_receive(place, from, into, tag, true));
  }
  [[gnu::always_inline]] void end_round() {
    core_.note_unusual(PeCore::describes, false);
    carry_out_round();
  }
  [[gnu::always_inline]] void carry_out_round() {
    const Ticks begin = core_.clock.time;
    complete(round_.requests(), "round", round_.pays_startup());
    // but of none that the PE has given up
    if (core_.spans != nullptr && !body_.is_unwinding()) core_.spans->complete_round(begin, core_.clock.time);
  }
  void cancel_round() noexcept;
  template <class CheckReceive>
  [[gnu::noinline]] void exchange_rarely(const Place& place, Rank to, Message* message, Rank from,
                                         const detail::Destination& into, int tag,
                                         const CheckReceive& check_receive) {
    round_.begin();
    try {
      add_send(place, to, message, tag);
      check_receive();
      add_receive(place, from, into, tag);
    } catch (...) {
      cancel_round();
      throw;
    }
    carry_out_round();
  }

  [[nodiscard]] Receives& receives() { return receives_; }
  [[nodiscard]] const Requests& requests() const { return requests_; }
  [[nodiscard]] const Sends& sends() const { return sends_; }
  /// Waits for the PE's turn (T10). If the run is ended, returns false or throws Unwound
  /// (Body::suspend).
  [[nodiscard]] bool await_turn(const PeWait& wait);

  // --- for the worker ----------------------------------------------------------------------------
  /// Finishes the call for which the PE has waited, if that is left to whoever resumes it.
  void finish_rest() {
    if (is_rest_left_) finish_for_pe();
  }

 private:
  static constexpr unsigned kRareWait = PeCore::of_machine | PeCore::takes_turns | PeCore::has_strands;

  /// Like complete(), for one receive on a machine without rare waits (kRareWait). `receive` must
  /// live until the call returns.
  [[gnu::always_inline]] Received complete_one(const std::span<RequestState* const, 1>& receive,
                                               const char* operation) {
    if (core_.waiting.begin_one(operation, receive)) {
      leave_rest(round_.has_held());
      if (!suspend()) return {};
      if (is_rest_left_) return take_finished();
    }
    return finish_one(*receive[0]);
  }
  [[gnu::noinline]] Received finish_one(RequestState& receive);
  [[gnu::noinline]] Received finish_one_rarely(RequestState& receive);
  /// Books the account of the round's first send at its port, if only its end is booked so far.
  void tell_held() {
    if (round_.has_held()) [[unlikely]]
      tell_account_of_held();
  }
  [[gnu::noinline]] void tell_account_of_held();
  /// True if the worker, not the PE, finishes a call in which the PE waits: the stack of the PE is
  /// not in the host's caches, no send of the PE can hold up a reception, and no tap (pe/tap.hpp)
  /// watches.
  [[nodiscard]] bool leaves_rest() const {
    return core_.host.are_stacks_cold && !sends_.may_hold_up_receptions() && !core_.is_any(PeCore::is_tapped);
  }
  [[gnu::always_inline]] void leave_rest(bool pays_startup) {
    if (!leaves_rest()) return;
    is_rest_left_ = true;
    pays_startup_ = pays_startup;
  }
  void finish_for_pe();
  [[gnu::noinline]] void add_tapped(const Place& place, Rank to, Message* message, int tag);
  [[gnu::noinline]] void send_rarely(const Place& place, Rank to, Message* message, int tag,
                                     bool is_synchronous);
  /// True if a call that completes these has to wait for the PE's turn, or for its processor.
  [[nodiscard]] bool takes_its_turn(std::span<RequestState* const> requests) const {
    return turns_.are_of_strands() || Turns::are_needed(sends_, receives_.mailbox(), requests);
  }
  [[gnu::noinline]] Received complete_in_turn(std::span<RequestState* const> requests, const char* operation,
                                              bool pays_startup);
  [[nodiscard, gnu::noinline]] bool check_unusual(const char* operation, int patience);
  /// Suspends the PE. If the run is ended, releases the requests for which the PE waits, and
  /// returns false or throws Unwound.
  [[nodiscard, gnu::always_inline]] bool suspend() {
    try {
      if (body_.suspend(Body::State::waiting)) return true;
    } catch (const Unwound&) {
      give_up_wait();
      throw;
    }
    give_up_wait();
    return false;
  }
  /// The result, or the error, of the call that the worker has finished for the PE.
  [[gnu::always_inline]] Received take_finished() {
    is_rest_left_ = false;
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    return received_;
  }
  // Not inlined: their frames would lie between those that a PE needs when it goes on.
  [[gnu::noinline]] void give_up_wait();
  template <class Wait>
  [[nodiscard]] bool wait_or_release(std::span<RequestState* const> requests, const Wait& wait);
  [[nodiscard, gnu::noinline]] bool await_own_sends(std::span<RequestState* const> requests);
  [[gnu::noinline]] Received finish_apart(std::span<RequestState* const> requests, bool pays_startup);
  void give_up(RequestState* request);
  Received complete_beside(std::span<RequestState* const> asked, const char* operation, bool pays_startup);
  [[nodiscard]] Ticks pay_startup(Stamp& cursor, std::span<RequestState* const> requests) const;
  Received take_all(std::span<RequestState* const> requests, Stamp& cursor, Stamp* arrived, const Stamp* done,
                    bool pays_startup);
  [[gnu::noinline]] void take_in_order(std::span<RequestState* const> requests, Stamp& cursor, Ticks begun,
                                       Stamp* arrived);

  PeCore& core_;
  Body& body_;
  RoundCall& round_;
  Requests& requests_;
  Sends& sends_;
  Receives& receives_;
  Turns& turns_;
  Posting& posting_;
  const Checks& checks_;
  // what is left of a call when the PE has waited for it
  bool is_rest_left_ = false;  // to whoever resumes it
  bool pays_startup_ = false;
  Received received_{};
  std::exception_ptr error_{};
  std::vector<RequestState*> waited_for_;
};

}  // namespace toruscope::core
