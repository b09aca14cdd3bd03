// SPDX-License-Identifier: Apache-2.0
// From a script to the programs of p PEs, so that they end.
//
// How     A script is a list of actions in one global order, each carried out by appending
//         operations to the programs of its PEs. A receive is appended only when a message for it
//         has been sent earlier in that order, and no send waits for its receiver, so every script,
//         and every shrunk script, ends. What an unnamed receive gets is not known then; so each PE
//         has one habit of naming, and whatever message fits its pattern will do.

#pragma once

#include "tests/support/program.hpp"

#include <vector>

namespace toruscope::test {

/// One action of a script. What the numbers mean depends on the kind; each is taken modulo what
/// there is.
struct Action {
  enum class Kind {
    send,
    recv,
    isend,
    irecv,
    wait,
    exchange,
    round,
    compute,
    shift,
    gather,
    scatter,
    synchronize,
    probe,
    test,
    poll,  ///< probes, then receives
    wait_any,
    several,  ///< asks about several requests (T14)
    until,    ///< waits for a request with a deadline, or probes with one and receives
    farm,     ///< a master and its workers
    /// all PEs start an operation in which they do something together, and wait for it later
    start
  };
  Kind kind = Kind::send;
  int pe = 0;
  int partner = 0;
  int choice = 0;
  int tag = 0;
  std::size_t bytes = 0;
};

/// The programs of p PEs that a script makes; all requests are waited for and all messages received
/// at the end. `habits` 0: every receive names source and tag. Otherwise its ternary digits say for
/// one PE after the other whether it names both (but for some tags, which it receives from any
/// source), its source only, or nothing.
Program compose(const std::vector<Action>& script, int p, int habits = 0);

}  // namespace toruscope::test
