// SPDX-License-Identifier: Apache-2.0
// Files behind the Fortran units 5, 6 and 0 of a rank.
//
// Threads     Any.

#pragma once

#include "mpi/launch/process.hpp"

#include <optional>

namespace toruscope::mpi {

/// The stream that a file of this number is in the rank's program: 1 and 2, and what its Fortran
/// units 6 and 0 are connected to.
std::optional<Output::Stream> stream_of_file(const Process& process, int file);

/// Writes what Fortran units hold back, at the end of a run.
void flush_fortran_units();

}  // namespace toruscope::mpi
