// SPDX-License-Identifier: Apache-2.0
// The calls of a PE's program that take what comes first: wait_any, test, probe, and the wait for a
// port or a message (T10).
//
// Each waits for the PE's turn. A second unsuccessful test or probe at the same clock waits for the
// next event and sets the clock to it, so that loops of them end.
//
// Threads     Called from inside the PE.
// Not here    When a turn comes (pe/turns.hpp).
// Source      docs/rules.md, T10.

#pragma once

#include "runtime/pe/calls.hpp"

#include <optional>
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
  /// True if the request is complete by the PE's clock. The PE may have to wait for its turn.
  bool test(RequestState* request);
  /// The message that a receive would take, if it has arrived by the PE's clock. The PE may have to
  /// wait for its turn.
  std::optional<Received> probe(const Place& place, Rank from, int tag);
  /// The answer to a destructor while the PE is being unwound: every second time an empty message,
  /// so that a loop until there is one and a loop until there is none both end.
  std::optional<Received> probe_unwound();

 private:
  [[nodiscard]] bool await_until(Ticks deadline, RequestState& receive);
  [[nodiscard]] bool await_event(std::span<RequestState* const> requests, const char* operation);

  PeCore& core_;
  Calls& calls_;
  Turns& turns_;
  bool has_probed_unwound_ = false;
  Ticks unsuccessful_{-1};  // the clock of the last unsuccessful test or probe
};

}  // namespace toruscope::core
