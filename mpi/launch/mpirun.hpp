// SPDX-License-Identifier: Apache-2.0
// toruscope mpirun PROGRAM, within the process that can load programs.

#pragma once

#include "cli/options/options.hpp"

namespace toruscope::mpi {

/// Returns the exit code of the program: what MPI_Abort was given, else the largest of its ranks';
/// of a run that failed, Toruscope's.
/// Errors    ConfigError for what cannot be run; HostLimitError where memory or files are short.
int run(const cli::Session& session);

}  // namespace toruscope::mpi
