// SPDX-License-Identifier: Apache-2.0
// What a status says besides its public fields: the bytes received, and whether it was cancelled.

#pragma once

#include "mpi/communicators.hpp"
#include "mpi/include/mpi.h"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <cstdint>

namespace toruscope::mpi {

struct Type;

/// Of an inactive request, or of no request.
MPI_Status empty_status();
/// Of a transfer with MPI_PROC_NULL.
MPI_Status null_status();
inline MPI_Status make_status(int source, int tag, std::size_t bytes) {
  return {source,
          tag,
          MPI_SUCCESS,
          {static_cast<int>(bytes & UINT32_MAX), static_cast<int>(bytes >> 32U), 0, 0, 0}};
}
/// Of what Comm::messages has received.
inline MPI_Status status_of(const Comm& comm, const Received& got) {
  return make_status(got.source - comm.first_partner, got.tag, got.bytes);
}

std::size_t bytes_of(const MPI_Status& status);
bool is_cancelled(const MPI_Status& status);
void set_cancelled(MPI_Status& status);
/// Elements of a type in so many bytes; MPI_UNDEFINED if they are no whole number, or too many.
int elements_in(std::size_t bytes, const Type& type);

/// Gives the program all but the error, which the functions on several requests alone tell.
inline void write_status(MPI_Status* into, const MPI_Status& status) {
  if (into == MPI_STATUS_IGNORE) return;
  const int error = into->MPI_ERROR;
  *into = status;
  into->MPI_ERROR = error;
}

}  // namespace toruscope::mpi
