// SPDX-License-Identifier: Apache-2.0
// toruscope mpirun --sweep: T of a program on several machines, in one table.

#pragma once

#include "cli/options/options.hpp"
#include "mpi/launch/program_file.hpp"

#include <optional>

namespace toruscope::mpi {

/// Runs the program in each place of --sweep, one after the other; its lines go to standard error.
/// Returns the largest exit code of the program, else the worst of Toruscope's.
/// Errors    as run().
int run_sweep(const cli::Session& session, const ProgramFile& program, std::optional<int> ranks);

}  // namespace toruscope::mpi
