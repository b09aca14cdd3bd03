// SPDX-License-Identifier: Apache-2.0
// Copies of an MPI program in memory, one for each rank, with global and static variables of their
// own.
//
// Threads     One thread loads; start-up code of the copies runs on it, as their ranks.

#pragma once

#include "mpi/launch/process.hpp"
#include "mpi/launch/program_file.hpp"

#include <memory>
#include <string>
#include <vector>

namespace toruscope::mpi {

/// Loads the program for each of `ranks` ranks.
/// Errors    ConfigError for libraries that are missing, or that ranks cannot share; HostLimitError
///           where memory or files are short.
std::vector<std::unique_ptr<Process>> load_copies(const ProgramFile& program, int ranks,
                                                  const std::vector<std::string>& arguments);

}  // namespace toruscope::mpi
