// SPDX-License-Identifier: Apache-2.0
// Random machines and programs for laws: generated so that they cannot deadlock, or so that they may, and shrunk to
// something that one can calculate by hand.
//
// How     A script is a list of actions in one global order, each carried out by appending operations to the
//         programs of its PEs. A receive is appended only when its message has been sent earlier in that order,
//         and no send waits for its receiver, so every script, and every shrunk script, ends.

#pragma once

#include "tests/support/machine_description.hpp"
#include "tests/support/program.hpp"

#include <toruscope/machine.hpp>

#include <iosfwd>
#include <rapidcheck.h>
#include <vector>

namespace toruscope::test {

/// One action of a script. What the numbers mean depends on the kind; each is taken modulo what there is.
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
    synchronize
  };
  Kind kind = Kind::send;
  int pe = 0;
  int partner = 0;
  int choice = 0;
  int tag = 0;
  std::size_t bytes = 0;
};

/// The programs of p PEs that a script makes; all requests are waited for and all messages received at the end.
Program compose(const std::vector<Action>& script, int p);

/// Moves the operation at this place (modulo what there is) to the front of its PE's program if it names no
/// request: afterwards the program may wait for itself.
void hasten(Program& program, int pe, int operation);

/// Above this many PEs an experiment does not ask for one thread each.
inline constexpr int kMostThreads = 24;

/// What a law is tried on.
struct Experiment {
  MachineDescription machine;
  Program program;
  Execution execution;
};
std::ostream& operator<<(std::ostream& out, const Experiment& experiment);

/// What kind of machine and program is wanted.
enum class Interest {
  links,           ///< rings and tori, on which messages meet
  zero_lookahead,  ///< the same with ts = th = 0: all is decided within ticks
  ports,           ///< complete graphs: nothing is shared but the ports
  deadlocks        ///< any machine, programs that may wait for themselves
};
rc::Gen<Experiment> experiments(Interest interest);

}  // namespace toruscope::test
