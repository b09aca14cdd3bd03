// SPDX-License-Identifier: Apache-2.0
// What a call of MPI does with an error: codes, and the handler of the communicator.
//
// Errors      A Failure is an error of the program in MPI's sense; it never leaves a call of MPI.

#pragma once

#include "mpi/include/mpi.h"

#include <optional>
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

/// Answers an error in a function as the communicator in use says: returns the code, or ends the
/// run.
int answer(Rank& rank, const char* function, std::optional<Failure>& failure);

/// A handler of errors that the program made.
struct ErrorHandler {
  MPI_Comm_errhandler_function* function = nullptr;
};

/// Name of an error code, "MPI_ERR_RANK"; "unknown error" of another number.
const char* error_name(int code);

}  // namespace toruscope::mpi
