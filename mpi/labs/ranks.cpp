// SPDX-License-Identifier: Apache-2.0
// Solutions in C and MPI: while the function of a lab runs, its PE is a rank of the MPI library.

#include "labs/support/exam.hpp"
#include "mpi/include/mpi.h"
#include "mpi/rank.hpp"

#include <exception>
#include <memory>
#include <stdexcept>

namespace toruscope::mpi {

namespace {

Rank* current = nullptr;  // a runner has one worker

/// What the ranks of this trial share.
std::shared_ptr<Job> job_of_trial(int ranks) {
  static std::shared_ptr<Job> job;
  static int trial = 0;
  if (const int now = labs::trial_progress().number; trial != now) {
    trial = now;
    job = make_job(ranks);
  }
  return job;
}

}  // namespace

Rank& here() {
  if (current != nullptr) return *current;
  throw std::logic_error("an MPI function was called before the lab's function, or by another thread");
}

void set_here(Rank* rank) {
  current = rank;
}

// The program is compiled with -fexceptions.
void leave(Rank& rank, int /*code*/, std::exception_ptr why) {
  if (why == nullptr) rank.world->fail("the program ends by itself");
  std::rethrow_exception(why);
}

}  // namespace toruscope::mpi

/// Calls program(argument) as a rank, after MPI_Init. The PEs of `comm` are MPI_COMM_WORLD.
extern "C" __attribute__((visibility("default"))) void toruscope_lab_as_rank(toruscope::Communicator& comm,
                                                                             void (*program)(void*),
                                                                             void* argument) {
  using namespace toruscope::mpi;
  Rank rank;
  rank.number = comm.rank();
  rank.size = comm.size();
  rank.world = &comm;
  rank.job = job_of_trial(comm.size());
  set_here(&rank);
  try {
    MPI_Init(nullptr, nullptr);
    program(argument);
  } catch (...) {
    set_here(&rank);
    end_of_program(rank);
    set_here(nullptr);
    throw;
  }
  set_here(&rank);
  end_of_program(rank);
  set_here(nullptr);
}
