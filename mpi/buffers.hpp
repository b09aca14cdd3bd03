// SPDX-License-Identifier: Apache-2.0
// Buffered sends. The message is the engine's own copy; the buffer that the program attaches says
// how many bytes may wait at once.

#pragma once

#include "mpi/requests.hpp"

namespace toruscope::mpi {

/// Begins a send that is over for the program at once. Errors: MPI_ERR_BUFFER without room.
void begin_buffered(State& state, Pending& send);

}  // namespace toruscope::mpi
