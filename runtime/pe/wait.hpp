// SPDX-License-Identifier: Apache-2.0
// The wait of a PE: for what, and how much of it is missing.
//
// Threads     Belongs to its PE; while the PE waits, to whoever delivers to it, and to the plan.
// Invariants  While a wait for `matched` has begun, `missing` counts its requests that are awaited
//             (RequestState::is_awaited) and not known: receives without a message, sends without
//             an end. For a turn it counts the sends alone.

#pragma once

#include "runtime/path/request.hpp"

#include <toruscope/communicator.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace toruscope::core {

class Group;

/// Unwinds a PE whose run is being ended. Not a std::exception, so that programs do not swallow it.
struct Unwound {};

/// A communicator as one of its PEs sees it.
struct Place {
  Group& group;
  std::uint32_t context;
  Rank rank;  // of the PE in the group
};

/// The thing that a waiting PE waits for. PEs that take what comes first in virtual time wait for
/// their turn: the plan says when nothing earlier can come any more (T10, pe/turns.hpp).
struct PeWait {
  enum class Until {
    // each of the receives has its message, of each send the end is known; all receives name their
    // source
    matched,
    // the ends of the sends that share a port with the receptions and come before them are known
    own_sends,
    met,       // all members have come to the meeting
    turn_all,  // each of the requests is complete
    turn_any,  // one of the requests is complete
    turn_now,  // the PE's clock: a poll
    // the next arrival, or end of an own send, after a look without success; or a deadline
    turn_event,
  };
  Until until = Until::matched;
  const char* operation = "";
  std::span<RequestState* const> requests{};  // receives without a message are missing
  Group* meeting = nullptr;
  // instead of `requests`, until turn_any, if not empty: one of these that are pending
  std::span<const Request> any{};

  [[nodiscard]] bool is_for_turn() const { return until >= Until::turn_all; }
};

class Waiting {
 public:
  [[nodiscard]] const PeWait& now() const { return wait_; }
  [[nodiscard]] int missing() const { return missing_; }

  /// Begins a wait until all requests are known. False if they are: then there is nothing to wait
  /// for.
  [[nodiscard]] bool begin(const char* operation, std::span<RequestState* const> requests) {
    int missing = 0;
    for (RequestState* r : requests)
      if (!r->is_known()) {
        r->is_awaited = true;
        ++missing;
      }
    wait_.until = PeWait::Until::matched;
    missing_ = missing;
    if (missing == 0) return false;
    wait_.operation = operation;
    wait_.requests = requests;
    return true;
  }
  /// The same for one receive.
  [[nodiscard]] bool begin_one(const char* operation, std::span<RequestState* const, 1> receive) {
    const Message* const message = receive[0]->message;
    if (message != nullptr && !message->is_announcement()) return false;
    receive[0]->is_awaited = true;
    wait_.until = PeWait::Until::matched;
    wait_.operation = operation;
    wait_.requests = receive;
    missing_ = 1;
    return true;
  }
  /// Begins a wait for a turn, in which so many sends have no end yet.
  void begin_turn(const PeWait& wait, int missing_sends) {
    wait_ = wait;
    missing_ = missing_sends;
    turn_.reset();
  }
  /// Begins any other wait.
  void begin(const PeWait& wait) { wait_ = wait; }
  /// Ends the wait.
  void end() { wait_ = {.operation = wait_.operation}; }
  void forget_requests() { wait_.requests = {}; }

  /// Notes that a receive has got its message. True if that ends the wait.
  [[nodiscard]] bool is_ended_by_receive(const RequestState& receive) {
    return wait_.until == PeWait::Until::matched && receive.is_awaited && --missing_ == 0;
  }
  /// Notes that the end of a send is known. True if that ends the wait.
  [[nodiscard]] bool is_ended_by_send(const RequestState& send) {
    return send.is_awaited && --missing_ == 0 && wait_.until == PeWait::Until::matched;
  }

  /// The PE's next turn, or that of its strands (Strands::when), kept until something comes or the
  /// turn is given.
  [[nodiscard]] const std::optional<Ticks>& turn() const { return turn_; }
  void set_turn(Ticks turn) { turn_ = turn; }
  void forget_turn() { turn_.reset(); }

 private:
  PeWait wait_;
  std::optional<Ticks> turn_;
  int missing_ = 0;
};

}  // namespace toruscope::core
