// SPDX-License-Identifier: Apache-2.0
// The calls of a PE's program that take what comes first: wait_any, and the wait for a port or a
// message (T10). Each waits for the PE's turn.
//
// Threads     Called from inside the PE.
// Not here    When a turn comes (pe/turns.hpp); what is there (pe/polls.hpp).
// Source      docs/rules.md, T10.

#pragma once

#include "runtime/pe/calls.hpp"

#include <span>

namespace toruscope::core {

class FirstCome {
 public:
  FirstCome(PeCore& core, Calls& calls, Turns& turns) : core_(core), calls_(calls), turns_(turns) {}

  /// Waits until one of the pending requests is complete. Returns the request that is complete
  /// first in virtual time, which the caller finishes; null if the run is ended.
  RequestState* await_any(std::span<const Request> requests);
  /// Like the function in runtime/port_wait.hpp. `receive`: null if no message is awaited.
  bool message_before_port(RequestState* receive, Rank to, Ticks ready);

 private:
  [[nodiscard]] bool await_until(Ticks deadline, RequestState& receive);

  PeCore& core_;
  Calls& calls_;
  Turns& turns_;
};

}  // namespace toruscope::core
