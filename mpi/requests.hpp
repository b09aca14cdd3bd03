// SPDX-License-Identifier: Apache-2.0
// Operations under way: what a handle of a request names, and waiting for several of them.
//
// Non-blocking collective operations advance in whatever call of MPI waits or tests
// (schedules.hpp), so each wait here also waits for their messages.

#pragma once

#include "mpi/communicators.hpp"
#include "mpi/include/mpi.h"
#include "mpi/types.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>

namespace toruscope::mpi {

class State;
class Schedule;

enum class Mode { standard, synchronous, buffered };

struct Pending {
  enum class What { send, receive, schedule };
  What what = What::send;
  CommPtr comm{};
  void* data = nullptr;
  std::size_t count = 0;
  TypePtr type{};
  int partner = MPI_PROC_NULL;
  int tag = 0;
  Mode mode = Mode::standard;
  bool is_persistent = false;
  bool is_active = false;  ///< has begun, and no call has told its completion yet
  bool is_done = false;    ///< is complete; the program may not know
  bool is_cancelled = false;
  Request request{};
  Buffer body{};  ///< of a receive
  MPI_Status status{};
  std::unique_ptr<Schedule> schedule;

  Pending();
  Pending(const Pending&) = delete;
  Pending& operator=(const Pending&) = delete;
  ~Pending();
};
using PendingPtr = std::shared_ptr<Pending>;

/// Begins the transfer that `pending` describes.
void begin(Pending& pending);
/// Waits until all are done.
void wait_all(State& state, std::span<Pending* const> pending, bool tells_sources);
/// Waits until one is done, and returns its index. Precondition: there is one.
std::size_t wait_any(State& state, std::span<Pending* const> pending);
/// Waits until one transfer of these, or of a schedule, is over; finishes all that are.
void wait_some(State& state, std::span<Pending* const> pending);
// Polls: one without success takes time (rules.md, T14).
/// True if it is done by now.
bool test(State& state, Pending& pending);
/// The index of one that is done by now. Precondition: there is one.
std::optional<std::size_t> test_any(State& state, std::span<Pending* const> pending);
/// True if all are done by now.
bool test_all(State& state, std::span<Pending* const> pending, bool tells_sources);
/// Ends a transfer that is under way without a result: a receive is no longer posted.
void give_up(Pending& pending) noexcept;

/// The request of a handle. Errors: MPI_ERR_REQUEST.
Pending& request_of(State& state, MPI_Request handle);
/// Tells the program of a completion: the status, and the handle becomes null unless persistent.
/// Returns the error of the operation.
int tell(State& state, MPI_Request& handle, MPI_Status* status);

/// Begins the next stages of schedules whose present one is over.
void begin_schedules(State& state);
/// Polls for schedules: where a stage is over by now, the next one begins.
void advance_schedules(State& state);
/// Waits until those of a communicator are done.
void finish_schedules(State& state, const Comm& comm);

}  // namespace toruscope::mpi
