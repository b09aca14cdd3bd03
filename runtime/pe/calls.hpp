// SPDX-License-Identifier: Apache-2.0
// The calls of a PE's program that send, receive and wait: how each begins, waits and completes
// (T4, T5, T6, T10).
//
//   PE       complete() waits for a call that the PE has posted; defer() leaves a call that has to
//            wait to the worker
//   worker   carry_out() posts what a deferred call sends and receives, and what a round sends
//            finish_rest() takes the messages when none is missing any more
//   PE       goes on with what it has received, or with the error
//
// The worker's stack is in the host's caches; the stack of one PE of thousands is not. Where the
// stacks of the PEs are in the caches, too, each PE does all of this itself, and so it does beside
// started operations, where it waits for its turn, and under a tap.
//
// Invariants  Each request of a call is released exactly once: when the call is finished, or given
//             up.
// Threads     Called from inside the PE; carry_out and finish_rest by the worker of the PE, while
//             the PE waits.
// Source      docs/rules.md, T4, T5, T6, T10.

#pragma once

#include "runtime/pe/body.hpp"
#include "runtime/pe/posting.hpp"
#include "runtime/pe/round_call.hpp"
#include "runtime/pe/strands.hpp"
#include "runtime/pe/turns.hpp"

#include <exception>
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
  [[nodiscard]] bool check_brief(const char* operation, int patience = kPatience) {
    const bool is_usual =
        !body_.is_unwinding() && !round_.is_open() && !requests_.is_misused() && !core_.run.must_stop();
    return is_usual || check_unusual(operation, patience);
  }
  static constexpr int kPatience = 1 << 20;
  /// Begins a call that posts, waits or works: beside started operations the PE's processor is
  /// asked for (T13). False if the call is to do nothing.
  [[nodiscard]] bool begin() const { return !core_.is_shared || core_.strands->begin(); }
  /// Like begin(), for a call that takes what comes first. Refuses the call beside started
  /// operations: what comes first would depend on how these interleave.
  [[nodiscard]] bool begin_alone(const char* operation) const {
    if (!begin()) return false;
    if (core_.is_shared) checks_.beside(operation);
    return true;
  }

  // --- sends and receives ------------------------------------------------------------------------
  /// Sends; returns when the send is complete.
  void send(const Place& place, Rank to, Message* message, int tag, bool is_synchronous);
  RequestState* isend(const Place& place, Rank to, Message* message, int tag, bool is_synchronous);
  Received receive(const Place& place, Rank from, detail::Destination into, int tag);
  /// Waits until all are complete, takes what has arrived, releases the requests. Returns the last
  /// one received.
  Received complete(std::span<RequestState* const> requests, const char* operation, bool pays_startup = false);
  /// The second half of complete(): takes what all requests have got, and releases them.
  Received finish(std::span<RequestState* const> requests, bool pays_startup);
  /// The requests of the wait that is being put together; kept, so that waiting allocates nothing.
  [[nodiscard]] std::vector<RequestState*>& waited_for() { return waited_for_; }
  /// Abandons a request whose handle was destroyed before its wait.
  void abandon(RequestState* request) noexcept;
  /// Gives up on requests, received or not: the messages of those that had one lie in the mailbox
  /// as if these receives had never been posted.
  void release_all(std::span<RequestState* const> requests);
  /// Makes the mailbox forget all receives of an ended program that were never waited for.
  void give_up_receives();

  // --- rounds ------------------------------------------------------------------------------------
  void begin_round() { round_.begin(); }
  void round_send(const Place& place, Rank to, Message* message, int tag);
  void round_receive(const Place& place, Rank from, detail::Destination into, int tag) {
    round_.add(posting_.post_receive(place, from, into, tag, true));
  }
  void end_round();
  void cancel_round() noexcept;
  /// A send and a receive that make up a round.
  struct Exchange {
    Place place;
    Rank to;
    std::span<const std::byte> data;
    Rank from;
    detail::Destination into;
    int tag;
  };
  /// Carries out such a round. Inline, like all that suspends the PE: after a switch of stacks the
  /// processor mispredicts every return.
  void exchange(const Exchange& both) {
    if (!waits_for(both.from) || !may_defer()) return exchange_at_once(both);
    const Ticks begin = core_.clock.time;
    defer("round", [&] {
      describe(both);
      round_.close();
      pays_startup_ = round_.pays_startup();
      return round_.requests();
    });
    note_round(begin);
  }

  [[nodiscard]] Receives& receives() { return receives_; }
  /// Waits for the PE's turn (T10). If the run is ended, returns false or throws Unwound
  /// (Body::suspend).
  [[nodiscard]] bool await_turn(const PeWait& wait);

  // --- for the worker ----------------------------------------------------------------------------
  /// Carries out the call that the PE has deferred when it gave control away, up to its wait; posts
  /// what its round sends.
  void carry_out() {
    if (deferred_ != nullptr)
      carry_out_deferred();
    else
      post_round_sends();
  }
  /// Finishes the call for which the PE has waited, if that is left to whoever resumes it.
  void finish_rest();

 private:
  /// A call that the PE describes and its worker carries out. The description lies on the stack of
  /// the PE.
  struct Deferred {
    const char* operation;
    /// Posts what the call sends and receives. Returns the requests for which the PE waits.
    std::span<RequestState* const> (*post)(const void* how);
    const void* how;
  };

  /// True if a receive that is posted now has to wait.
  [[nodiscard]] bool waits_for(Rank from) const {
    return from != any_source && receives_.mailbox().unclaimed_count() == 0;
  }
  /// True if the worker, not the PE, finishes a call in which the PE waits: the stack of the PE is
  /// not in the host's caches, no send of the PE can hold up a reception, and no tap (pe/tap.hpp)
  /// watches.
  [[nodiscard]] bool leaves_rest() const {
    return core_.host.are_stacks_cold && !sends_.may_hold_up_receptions() && posting_.tap() == nullptr;
  }
  /// True if a call that waits for named messages and ends of sends is deferred.
  [[nodiscard]] bool may_defer() const {
    return leaves_rest() && !core_.is_shared && !Turns::may_be_needed(sends_, receives_.mailbox());
  }
  /// Like complete(), for the requests that `post()` returns, which is called while the PE waits.
  template <class Post>
  [[gnu::always_inline]] Received defer(const char* operation, const Post& post) {
    const Deferred call{
        operation,
        [](const void* how) -> std::span<RequestState* const> { return (*static_cast<const Post*>(how))(); },
        &post};
    deferred_ = &call;
    pays_startup_ = false;
    return suspend() ? take_finished() : Received{};
  }
  // Not inlined: the stack frame of receive() would be larger, also where the PE posts the receive
  // itself.
  [[gnu::noinline]] Received defer_receive(const Place& place, Rank from, detail::Destination into, int tag);
  void carry_out_deferred();
  // Not inlined: every exchange would have its stack frame.
  [[gnu::noinline]] void exchange_at_once(const Exchange& both);
  void describe(const Exchange& both);
  /// Tells the observer of spans of a round that began at `begin` and is complete now, but of none
  /// that the PE has given up.
  void note_round(Ticks begin) {
    if (core_.spans != nullptr && !body_.is_unwinding()) core_.spans->complete_round(begin, core_.clock.time);
  }
  void post_round_sends() {
    round_.post_sends([this](Message* m) -> const Stamp& { return posting_.post_at_once(m); });
  }
  [[nodiscard]] bool check_unusual(const char* operation, int patience);
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
  Received take_finished() {
    is_rest_left_ = false;
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
    return received_;
  }
  // Not inlined: their frames would lie between those that a PE needs when it goes on.
  [[gnu::noinline]] void give_up_wait();
  [[nodiscard, gnu::noinline]] bool await_turn_for(std::span<RequestState* const> requests,
                                                   const char* operation);
  [[nodiscard, gnu::noinline]] bool await_own_sends(std::span<RequestState* const> requests);
  Received finish_one(RequestState& receive, bool pays_startup);
  // Not inlined: finish() calls it last, so the stack frame of finish() is gone when this one
  // begins.
  [[gnu::noinline]] Received finish_all(std::span<RequestState* const> requests, bool pays_startup);
  void give_up(RequestState* request);
  Received complete_beside(std::span<RequestState* const> asked, const char* operation, bool pays_startup);
  Received take_all(std::span<RequestState* const> requests, Stamp& cursor, const Stamp* done);

  PeCore& core_;
  Body& body_;
  RoundCall& round_;
  Requests& requests_;
  Sends& sends_;
  Receives& receives_;
  Turns& turns_;
  Posting& posting_;
  const Checks& checks_;
  const Deferred* deferred_ = nullptr;
  // what is left of a call when the PE has waited for it
  bool is_rest_left_ = false;  // to whoever resumes it
  bool pays_startup_ = false;
  Received received_{};
  std::exception_ptr error_{};
  std::vector<RequestState*> waited_for_;
};

}  // namespace toruscope::core
