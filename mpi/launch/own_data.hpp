// SPDX-License-Identifier: Apache-2.0
// Variables of libraries that each rank has for itself: optarg and its kin, stdin, and the objects
// cin, cout, cerr and clog. The copy of the program is told their places before its main begins.

#pragma once

#include "mpi/launch/process.hpp"
#include "mpi/launch/program_file.hpp"

#include <cstdint>

namespace toruscope::mpi {

/// Standard input: of this process for rank 0, empty for the others.
void give_input(Process& process);

/// Makes the copy at `base` use what is the rank's.
/// Errors    HostLimitError if this computer refuses.
void give_own_data(const ProgramFile& program, std::uintptr_t base, Process& process);

}  // namespace toruscope::mpi
