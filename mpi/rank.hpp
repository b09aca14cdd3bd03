// SPDX-License-Identifier: Apache-2.0
// A rank of an MPI program: what the launcher, which loads and runs it, and the MPI library share.
//
// Threads     A rank is touched by the worker that runs its PE, and by nobody else.

#pragma once

#include <toruscope/communicator.hpp>

#include <exception>
#include <memory>
#include <string_view>

namespace toruscope::mpi {

/// What the MPI library keeps for a rank: communicators, types, requests, attributes.
class State;
/// What the ranks of a run share (mpi/job.hpp).
class Job;
/// Made by the launcher for each run, before its first rank begins.
std::shared_ptr<Job> make_job(int ranks);

struct Rank;
/// Told of each call of MPI, where somebody asks for it.
class CallWatch {
 public:
  virtual ~CallWatch() = default;
  virtual void begin(const Rank& rank) = 0;
  virtual void end(const Rank& rank) = 0;
  virtual void check(const Rank& rank) = 0;  ///< after other calls that take time
};

struct Rank {
  int number = 0;                 ///< in MPI_COMM_WORLD
  int size = 1;                   ///< of MPI_COMM_WORLD
  Communicator* world = nullptr;  ///< of all ranks
  std::shared_ptr<Job> job{};     ///< the same of all ranks of a run
  std::shared_ptr<State> state{};
  int code = 0;                  ///< exit code of the rank
  std::string_view last_call{};  ///< "MPI_Recv"; a literal
  const void* frame = nullptr;   ///< the stack frame of the call, while it is under way
  CallWatch* watch = nullptr;
  /// The program's common block of mpif.h (mpi/fortran.hpp); null if it is not in Fortran.
  const void* fortran_constants = nullptr;
};

/// The rank whose program runs here. The launcher sets it when a rank begins, the library again
/// after each call that may have let other ranks run.
Rank& here();
void set_here(Rank* rank);

/// Ends the rank's program from within one of its calls: unwinds to the launcher without touching
/// the program's frames; `why` is then thrown to the engine, nothing for a plain exit with `code`.
[[noreturn]] void leave(Rank& rank, int code, std::exception_ptr why);

/// Called by the launcher when the rank's program has ended, by return, exit or an error, still on
/// its PE: gives up the requests that it left behind, and forgets its state.
void end_of_program(Rank& rank);

}  // namespace toruscope::mpi
