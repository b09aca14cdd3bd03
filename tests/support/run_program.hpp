// SPDX-License-Identifier: Apache-2.0
// Runs a program that is data on a Machine, through the public interface only, and checks
// everything that must hold on the way: each message's bytes, each account, each count.

#pragma once

#include "tests/support/machine_description.hpp"
#include "tests/support/outcome.hpp"
#include "tests/support/program.hpp"

#include <toruscope/machine.hpp>

#include <optional>
#include <string>

namespace toruscope::test {

struct MachineRun {
  Outcome outcome;
  std::optional<Report> report;  ///< nothing after a deadlock
  std::string deadlock;          ///< the report of a deadlock
};

/// Errors    whatever Machine::run throws, but for DeadlockError, which is an outcome.
MachineRun run_on_machine(const MachineDescription& description, const Program& program,
                          const Execution& execution = {});

/// "fibers workers=2 capacity=1 perturb=7".
std::string to_string(const Execution& execution);

}  // namespace toruscope::test
