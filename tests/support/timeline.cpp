// SPDX-License-Identifier: Apache-2.0

#include "tests/support/timeline.hpp"

#include "tests/support/machine_files.hpp"
#include "tests/support/outcome.hpp"
#include "tests/support/reference_network.hpp"
#include "tests/support/run_program.hpp"

#include <gtest/gtest.h>

namespace toruscope::test {

namespace {

Execution execution(PeEngine engine, int workers, std::size_t capacity) {
  Execution e;
  e.engine = engine;
  e.workers = workers;
  e.channel_capacity = capacity;
  return e;
}

/// True if the library has what the two ask for.
bool library_runs(const MachineDescription& machine, const Program& program) {
  return library_has(machine) && (in_library::kSynchronousSends || !has_synchronous_sends(program)) &&
         (in_library::kPolls || !has_polls_of_several(program));
}

/// Runs on every execution and expects the reference's outcome each time. Returns the last run.
MachineRun agree(const MachineDescription& machine, const Program& program, const Timeline& clocks) {
  const Outcome reference = reference_run(machine, program);
  EXPECT_EQ(reference.clocks, clocks) << "reference\n" << to_string(machine) << to_string(program);
  MachineRun run;
  if (!library_runs(machine, program)) return run;
  for (const Execution& e : {execution(PeEngine::threads, 2, 8), execution(PeEngine::fibers, 2, 1),
                             execution(PeEngine::fibers, 1, 8)}) {
    run = run_on_machine(machine, program, e);
    EXPECT_EQ(run.outcome.clocks, clocks) << to_string(e) << "\n" << to_string(machine) << to_string(program);
    EXPECT_EQ(difference(program, reference, run.outcome), "") << to_string(e) << "\n"
                                                               << to_string(machine) << to_string(program);
  }
  return run;
}

}  // namespace

Report expect_timeline(const MachineDescription& machine, const Program& program, const Timeline& clocks) {
  const MachineRun run = agree(machine, program, clocks);
  EXPECT_TRUE(run.report) << run.deadlock;
  return run.report.value_or(Report{});
}

void expect_clocks(const MachineDescription& machine, const Program& program, const Timeline& clocks) {
  agree(machine, program, clocks);
}

void expect_violation(const MachineDescription& machine, const Program& program, Rank rank, std::int64_t when) {
  const Outcome reference = reference_run(machine, program);
  EXPECT_EQ(reference.violation, (Violation{when, rank})) << to_string(machine) << to_string(program);
  if (!library_runs(machine, program)) return;
  EXPECT_EQ(difference(program, reference, run_on_machine(machine, program).outcome), "");
}

void expect_deadlock(const MachineDescription& machine, const Program& program, const Timeline& clocks) {
  const Outcome found = agree(machine, program, clocks).outcome;
  EXPECT_EQ(found.is_deadlock, library_runs(machine, program));
  EXPECT_TRUE(reference_run(machine, program).is_deadlock);
}

}  // namespace toruscope::test
