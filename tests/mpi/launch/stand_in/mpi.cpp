// SPDX-License-Identifier: Apache-2.0
// A few functions of MPI over a rank's communicator, for tests of the launcher alone.

#include "mpi.h"

#include "mpi/rank.hpp"

#include <toruscope/collectives.hpp>

#include <cstddef>
#include <exception>
#include <fmt/core.h>
#include <span>
#include <stdexcept>

namespace toruscope::mpi {

class State {};

namespace {

template <class Work>
void call(const char* name, const Work& work) {
  Rank& rank = here();
  rank.last_call = name;
  std::exception_ptr why;
  try {
    work(*rank.world);
  } catch (...) {
    why = std::current_exception();
  }
  set_here(&rank);
  if (why) leave(rank, 0, std::move(why));
}

template <class Byte, class Data>
std::span<Byte> bytes(Data* data, int count, int type) {
  return {static_cast<Byte*>(data), static_cast<std::size_t>(count) * static_cast<std::size_t>(type)};
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope;
using namespace toruscope::mpi;

extern "C" {

int MPI_Init(int*, char***) {
  here().last_call = "MPI_Init";
  return MPI_SUCCESS;
}
int MPI_Finalize() {
  here().last_call = "MPI_Finalize";
  return MPI_SUCCESS;
}
int MPI_Comm_rank(MPI_Comm, int* rank) {
  *rank = here().number;
  return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm, int* size) {
  *size = here().size;
  return MPI_SUCCESS;
}
int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm) {
  call("MPI_Send", [&](Communicator& c) { c.send(to, bytes<const std::byte>(data, count, type), tag); });
  return MPI_SUCCESS;
}
int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm, MPI_Status* status) {
  call("MPI_Recv", [&](Communicator& c) {
    const Received got =
        c.recv(from == MPI_ANY_SOURCE ? any_source : from, bytes<std::byte>(data, count, type), tag);
    if (status != MPI_STATUS_IGNORE) *status = {got.source, got.tag, MPI_SUCCESS};
  });
  return MPI_SUCCESS;
}
int MPI_Barrier(MPI_Comm) {
  call("MPI_Barrier", [](Communicator& c) { barrier(c); });
  return MPI_SUCCESS;
}
double MPI_Wtime() {
  double now = 0;
  call("MPI_Wtime", [&](Communicator& c) { now = c.seconds(); });
  return now;
}
int MPI_Abort(MPI_Comm, int code) {
  leave(here(), code, std::make_exception_ptr(std::runtime_error(fmt::format("MPI_Abort({})", code))));
}
void mpi_barrier_(int*, int* error) {
  *error = MPI_Barrier(MPI_COMM_WORLD);
}
void mpi_comm_rank_(int*, int* rank, int* error) {
  *error = MPI_Comm_rank(MPI_COMM_WORLD, rank);
}
void mpi_init_(int* error) {
  *error = MPI_Init(nullptr, nullptr);
}
void mpi_finalize_(int* error) {
  *error = MPI_Finalize();
}

}  // extern "C"
