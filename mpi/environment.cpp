// SPDX-License-Identifier: Apache-2.0
// Begin and end of a rank's MPI, its clock, and what the library says of itself.

#include "mpi/clock.hpp"
#include "mpi/state.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::mpi {

#ifndef TORUSCOPE_VERSION
#define TORUSCOPE_VERSION "of unknown version"
#endif

State::State(Rank& of) : rank(of), job(*of.job), universe(of.size) {
  make_predefined_types();
  make_first_communicators(*this);
}
State::~State() = default;

void refuse_state(const Rank& rank, const char* function) {
  rank.world->fail(std::string(function) +
                   (rank.state == nullptr ? ": called before MPI_Init" : ": called after MPI_Finalize"));
}

namespace {

void initialize(Rank& rank, int wanted, int* given) {
  if (rank.state != nullptr) rank.world->fail("MPI_Init: MPI has been initialised already");
  if (rank.job == nullptr && rank.size == 1) rank.job = make_job(1);
  if (rank.job == nullptr) throw std::logic_error("MPI_Init: the launcher gave the ranks no job");
  rank.state = std::make_shared<State>(rank);
  rank.state->thread_level = wanted;
  if (given != nullptr) *given = wanted;
}

/// All operations that are under way, freed or not.
std::vector<PendingPtr> all_pending(const State& state) {
  std::vector<PendingPtr> all = state.detached;
  for (const PendingPtr& p : state.buffered)
    if (!p->is_done) all.push_back(p);
  for (const PendingPtr& p : state.requests.places())
    if (p != nullptr && p->is_active && !p->is_done) all.push_back(p);
  return all;
}

void finalize(State& state) {
  delete_attributes(state, *state.self);
  for (;;) {
    const std::size_t under_way = state.schedules.size();
    if (under_way == 0) break;
    finish_schedules(state, *state.schedules.front()->comm);
  }
  state.rank.world->synchronize();  // nobody sends any more
  for (const PendingPtr& p : all_pending(state)) {
    Communicator& messages = p->comm->messages;
    if (p->what == Pending::What::receive && messages.cancel(p->request)) continue;
    messages.wait(p->request);
  }
  state.detached.clear();
  state.buffered.clear();
  state.is_finalized = true;
}

int tell_text(const std::string& words, char* text, int* length) {
  std::memcpy(text, words.c_str(), words.size() + 1);
  *length = static_cast<int>(words.size());
  return MPI_SUCCESS;
}

}  // namespace

void end_of_program(Rank& rank) {
  rank.state.reset();
}

}  // namespace toruscope::mpi

using namespace toruscope;
using namespace toruscope::mpi;

extern "C" {

// --- begin and end -------------------------------------------------------------------------------

int MPI_Init(int*, char***) {
  return frame(__func__, [&](mpi::Rank& rank) { initialize(rank, MPI_THREAD_SINGLE, nullptr); });
}
int MPI_Init_thread(int*, char***, int wanted, int* given) {
  return frame(__func__, [&](mpi::Rank& rank) { initialize(rank, wanted, given); });
}
int MPI_Query_thread(int* level) {
  return call(__func__, [&](State& s) { *level = s.thread_level; });
}
int MPI_Is_thread_main(int* flag) {
  return call(__func__, [&](State&) { *flag = 1; });
}

int MPI_Initialized(int* flag) {
  *flag = here().state != nullptr ? 1 : 0;
  return MPI_SUCCESS;
}
int MPI_Finalized(int* flag) {
  const State* const state = here().state.get();
  *flag = state != nullptr && state->is_finalized ? 1 : 0;
  return MPI_SUCCESS;
}
int MPI_Finalize() {
  return call(__func__, [&](State& s) { finalize(s); });
}

int MPI_Abort(MPI_Comm, int code) {
  mpi::Rank& rank = here();
  rank.last_call = __func__;
  rank.frame = __builtin_frame_address(0);
  std::exception_ptr why;
  try {
    rank.world->fail("the program called MPI_Abort(" + std::to_string(code) + ")");
  } catch (...) {
    why = std::current_exception();
  }
  leave(rank, code, std::move(why));
}

// --- clock ---------------------------------------------------------------------------------------

double MPI_Wtime() {
  double seconds = 0;
  frame(__func__, [&](mpi::Rank& rank) {
    Communicator& world = *rank.world;
    world.compute(ticks_of(world.parameters(), kReading));
    seconds = seconds_of(world.parameters(), world.now());
  });
  return seconds;
}
double MPI_Wtick() {
  return seconds_of(here().world->parameters(), Ticks{1});
}

void Toruscope_Compute(double seconds) {
  frame(__func__, [&](mpi::Rank& rank) {
    constexpr double kLongest = 1e9;  // ns fit in 64 bits
    if (!(seconds >= 0 && seconds <= kLongest))
      rank.world->fail("Toruscope_Compute(" + std::to_string(seconds) +
                       "): work takes a time of 0 to 1e9 seconds");
    rank.world->compute(ticks_of(rank.world->parameters(), std::llround(seconds * 1e9)));
  });
}

// --- who and what --------------------------------------------------------------------------------

int MPI_Get_version(int* version, int* subversion) {
  *version = MPI_VERSION;
  *subversion = MPI_SUBVERSION;
  return MPI_SUCCESS;
}
int MPI_Get_library_version(char* text, int* length) {
  return tell_text("Toruscope " TORUSCOPE_VERSION ": MPI on an emulated machine, in virtual time", text,
                   length);
}
int MPI_Get_processor_name(char* text, int* length) {
  return tell_text("pe" + std::to_string(here().world->world_rank()), text, length);
}
int MPI_Pcontrol(int, ...) {
  return MPI_SUCCESS;
}

int MPI_Alloc_mem(MPI_Aint bytes, MPI_Info, void* place) {
  return call(__func__, [&](State&) {
    void* const memory = std::malloc(bytes > 0 ? static_cast<std::size_t>(bytes) : 1);
    if (memory == nullptr) refuse(MPI_ERR_NO_MEM, "no memory for " + std::to_string(bytes) + " bytes");
    *static_cast<void**>(place) = memory;
  });
}
int MPI_Free_mem(void* memory) {
  std::free(memory);
  return MPI_SUCCESS;
}

}  // extern "C"
