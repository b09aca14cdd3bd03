// SPDX-License-Identifier: Apache-2.0
// What a program of a rank comes to that calls an MPI function which there is not.

#include "mpi/launch/process.hpp"

#include <fmt/core.h>
#include <stdexcept>

extern "C" [[noreturn]] void toruscope_mpi_missing(const char* name);

void toruscope_mpi_missing(const char* name) {
  using namespace toruscope::mpi;
  Rank& rank = here();
  rank.last_call = name;
  leave(rank, 0,
        std::make_exception_ptr(std::runtime_error(fmt::format(
            "the program called {}, which toruscope mpirun lacks; `toruscope mpirun --check PROGRAM` lists all "
            "that a program names and that are missing",
            name))));
}
