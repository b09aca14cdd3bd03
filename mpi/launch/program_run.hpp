// SPDX-License-Identifier: Apache-2.0
// One run of an MPI program on a machine: a copy of it for each rank, and what came of it.

#pragma once

#include "cli/machines/settings.hpp"
#include "cli/runs/measurement.hpp"
#include "cli/tables/console.hpp"
#include "mpi/job.hpp"
#include "mpi/launch/call_log.hpp"
#include "mpi/launch/program_file.hpp"
#include "mpi/launch/source_lines.hpp"

#include <exception>
#include <vector>

namespace toruscope::mpi {

/// Gives a machine what MPI programs expect: an eager limit, polls that take time, large stacks.
/// Errors    ConfigError for more ranks than PEs, or a virtual time limit that is none.
void set_for_mpi(cli::Settings& settings, const cli::CommandOptions& options, int ranks);

/// The algorithm of each operation that --algorithm names: "allreduce=ring,bcast=auto".
/// Errors    ConfigError for an operation that MPI does not have, or an unknown algorithm.
Job::Algorithms algorithms_of(const cli::CommandOptions& options);

/// A command that runs a program, once or more often. What it names must live longer.
struct Launch {
  const cli::Session& session;
  const cli::Console& console;
  const ProgramFile& program;
  SourceLines lines{program.path()};
};

struct Outcome {
  cli::Measurement measurement{};
  /// The program's: of the rank whose MPI_Abort, or abort, ended the run, else the largest.
  int code = 0;
  std::vector<CallShare> calls{};  ///< of the critical path, where it is recorded
  std::exception_ptr error{};      ///< what ended a run that failed
};

/// Runs it, and shows what ranks print as it becomes final: each line on its stream, all to
/// standard error, or none.
/// Errors    those of load_copies. A run that fails is an outcome.
Outcome run_program(const Launch& launch, const cli::Settings& settings, int ranks, Shown shown);

}  // namespace toruscope::mpi
