// SPDX-License-Identifier: Apache-2.0
// Tests and probes that do not wait: each unsuccessful call of the program takes time, so that
// loops of them end.
//
// The engine answers a second unsuccessful question at one clock with a wait (rules.md, T10).
// Until polls have a cost of their own there, the clock goes on between two questions: by a tick
// within one call of MPI, and by poll_failed() after an unsuccessful one.

#pragma once

#include <toruscope/communicator.hpp>

#include <cstdint>
#include <optional>

namespace toruscope::mpi {

class State;

class Polls {
 public:
  /// Completes the request if that can be done by now.
  std::optional<Received> test(Communicator& comm, Request& request);
  /// The message that a receive would take by now.
  std::optional<Received> probe(Communicator& comm, int from, Tag tag);

  void succeeded() { in_row_ = 0; }

 private:
  friend void poll_failed(State& state);
  void step_on(Communicator& comm);

  Ticks unsuccessful_{-1};
  std::int64_t in_row_ = 0;
};

/// Charges a call of MPI that tested or probed without success: the n-th in a row n times as much.
/// After very many in a row the clock stays, and the engine waits for what comes next (T10): a loop
/// that nothing can end is then a deadlock.
void poll_failed(State& state);

/// Nanoseconds in ticks of the machine; 1 on a machine that counts steps.
Ticks nanoseconds(const Communicator& comm, std::int64_t count);

}  // namespace toruscope::mpi
