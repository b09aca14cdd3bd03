// SPDX-License-Identifier: Apache-2.0
// Random machines and programs for laws: generated so that they end, or so that they may deadlock
// or break a port rule, and shrunk to something that one can calculate by hand.

#pragma once

#include "tests/support/machine_description.hpp"
#include "tests/support/program.hpp"

#include <toruscope/machine.hpp>

#include <iosfwd>
#include <rapidcheck.h>
#include <vector>

namespace toruscope::test {

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
  ports,           ///< complete graphs, lambda whole or not: nothing is shared but the ports
  /// any machine; receives that name no source or no tag, probe, test, wait_any, masters and
  /// workers
  unnamed,
  deadlocks,          ///< any machine, programs that may wait for themselves
  unnamed_deadlocks,  ///< the same with receives that name nothing
  strict,             ///< any machine, policy strict
  /// any machine that allows it; operations that are started, and waited for later
  started,
  polls  ///< as `unnamed`; polls that take time, deadlines, questions about several requests
};
/// Machines with rules that the library has, or with any that the reference knows.
enum class MachineSort { in_library, any };
rc::Gen<Experiment> experiments(Interest interest, MachineSort sort = MachineSort::in_library);

/// Programs alone, for so many PEs, that end unless messages wait for their receive.
rc::Gen<Program> programs(Interest interest, int pes);

}  // namespace toruscope::test
