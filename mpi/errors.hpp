// SPDX-License-Identifier: Apache-2.0
// What a call of MPI does with an error: codes, and the handler of the communicator.
//
// Errors      A Failure is an error of the program in MPI's sense; it never leaves a call of MPI.

#pragma once

#include "mpi/include/mpi.h"

#include <exception>
#include <string>

namespace toruscope::mpi {

class State;
struct Rank;

/// An error that the handler of a communicator answers.
struct Failure {
  int code = MPI_ERR_OTHER;  ///< its class, too
  std::string text{};        ///< what was found, without the name of the function
};
[[noreturn]] void refuse(int code, std::string text);

/// Keeps the exception that is being caught, until answer() has it: by a plain pointer, so that the
/// frame of a function has nothing to clear up.
const std::exception_ptr* keep_exception();
/// Answers what went wrong in a function. A Failure: as the communicator in use says, which returns
/// its code, or ends the run. Any other exception ends the run.
int answer(Rank& rank, const char* function, const std::exception_ptr* kept);

/// A handler of errors that the program made.
struct ErrorHandler {
  MPI_Comm_errhandler_function* function = nullptr;
};

/// Name of an error code, "MPI_ERR_RANK"; "unknown error" of another number.
const char* error_name(int code);

}  // namespace toruscope::mpi
