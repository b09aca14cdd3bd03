// SPDX-License-Identifier: Apache-2.0
// What the MPI library keeps for a rank, and the frame of each of its functions.
//
// Threads     Belongs to the rank.
// Invariants  No exception leaves a function of MPI, as C code cannot be unwound. After a call in
//             which other ranks may have run, here() is set again before the program goes on.

#pragma once

#include "mpi/communicators.hpp"
#include "mpi/errors.hpp"
#include "mpi/handles.hpp"
#include "mpi/job.hpp"
#include "mpi/operations.hpp"
#include "mpi/rank.hpp"
#include "mpi/requests.hpp"
#include "mpi/types.hpp"

#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::mpi {

/// A key of attributes that the program made.
struct Keyval {
  MPI_Comm_copy_attr_function* copy = nullptr;
  MPI_Comm_delete_attr_function* remove = nullptr;
  void* extra = nullptr;
};
using GroupPtr = std::shared_ptr<const std::vector<int>>;
struct Group {
  GroupPtr members{};  ///< numbers in MPI_COMM_WORLD
};
struct Info {
  std::vector<std::pair<std::string, std::string>> values{};  ///< by key, in the order of setting
};

/// A message that a probe has taken out, and no receive has asked for yet.
struct Message {
  CommPtr comm{};
  MPI_Status status{};
  Buffer body{};
};

class State {
 public:
  explicit State(Rank& rank);
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State();

  Rank& rank;
  Job& job;
  bool is_finalized = false;
  int thread_level = MPI_THREAD_SINGLE;

  CommPtr world{};
  CommPtr self{};
  Comm* in_use = nullptr;  ///< communicator of the call, whose handler answers its errors
  Table<Comm> comms{HandleKind::communicator};
  Table<Group> groups{HandleKind::group};
  Table<Type> types{HandleKind::type};
  Table<Operation> operations{HandleKind::operation};
  Table<Pending> requests{HandleKind::request};
  Table<ErrorHandler> handlers{HandleKind::handler};
  Table<Keyval> keyvals{HandleKind::keyval};
  Table<Info> infos{HandleKind::info};
  Table<Message> messages{HandleKind::message};
  Info environment{};  ///< MPI_INFO_ENV

  std::vector<std::shared_ptr<Pending>> detached{};   ///< freed while under way
  std::vector<std::shared_ptr<Pending>> schedules{};  ///< non-blocking collectives under way
  std::vector<std::shared_ptr<Pending>> buffered{};   ///< sends out of the program's buffer
  void* buffer = nullptr;                             ///< of MPI_Buffer_attach
  std::size_t buffer_size = 0;
  Buffer body{};  ///< last message of a blocking receive
  /// Values of the attributes that all communicators have.
  int tag_limit = kMaxTag;
  int one = 1;
  int host = MPI_PROC_NULL;
  int io = MPI_ANY_SOURCE;
  int application = 0;
  int last_code = MPI_ERR_LASTCODE;
  int universe = 1;
};

/// The communicator of another handle than MPI_COMM_WORLD. Errors: MPI_ERR_COMM.
Comm& own_comm_of(State& state, MPI_Comm handle);
/// The communicator of a handle, whose handler now answers errors. Errors: MPI_ERR_COMM.
inline Comm& comm_of(State& state, MPI_Comm handle) {
  if (handle != MPI_COMM_WORLD) return own_comm_of(state, handle);
  state.in_use = state.world.get();
  return *state.in_use;
}

/// Ends the run because of a function called before MPI_Init or after MPI_Finalize.
[[noreturn]] void refuse_state(const Rank& rank, const char* function);
/// The state of the rank that calls, between MPI_Init and MPI_Finalize.
inline State& active_state(const Rank& rank, const char* function) {
  State* const state = rank.state.get();
  if (state == nullptr || state->is_finalized) [[unlikely]]
    refuse_state(rank, function);
  return *state;
}

/// Runs `part` of a function, and answers what goes wrong: returns the code, or ends the rank.
template <class Part>
int answered(Rank& rank, const char* function, Part&& part) {
  const std::exception_ptr* kept = nullptr;
  try {
    part();
  } catch (...) {
    kept = keep_exception();
  }
  set_here(&rank);
  return kept == nullptr ? static_cast<int>(MPI_SUCCESS) : answer(rank, function, kept);
}

/// The frame of a function: runs `body(Rank&)`, and answers what goes wrong. `on_stack` is where
/// the function itself stands on the stack: a default argument, which its caller evaluates.
template <class Body>
int frame(const char* function, Body&& body, const void* on_stack = __builtin_frame_address(0)) {
  Rank& rank = here();
  const void* const outer = std::exchange(rank.frame, on_stack);
  const int error = answered(rank, function, [&] {
    rank.last_call = function;
    if (rank.watch != nullptr) rank.watch->begin(rank);
    body(rank);
  });
  // A call whose error is returned ends, too.
  if (rank.watch != nullptr) answered(rank, function, [&] { rank.watch->end(rank); });
  rank.frame = outer;
  return error;
}

/// The frame of a function that is called between MPI_Init and MPI_Finalize: runs `body(State&)`.
template <class Body>
int call(const char* function, Body&& body, const void* on_stack = __builtin_frame_address(0)) {
  return frame(
      function,
      [&](Rank& rank) {
        State& state = active_state(rank, function);
        state.in_use = nullptr;
        body(state);
      },
      on_stack);
}

}  // namespace toruscope::mpi
