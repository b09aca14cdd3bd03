// SPDX-License-Identifier: Apache-2.0
// Who the neighbours of a rank are, on a grid or a graph.

#pragma once

#include "mpi/communicators.hpp"

#include <vector>

namespace toruscope::mpi {

class State;

/// The communicator of one group that gets a topology, whose schedules are finished.
Comm& group_of_topology(State& state, MPI_Comm handle);

/// Neighbours in the order of the blocks that they send and get; MPI_PROC_NULL beyond an edge.
struct Neighbours {
  std::vector<int> sources{};
  std::vector<int> destinations{};
  /// The order in which sends begin: two blocks for one rank arrive in the order of its own blocks.
  std::vector<int> order{};
};
/// Errors: MPI_ERR_TOPOLOGY.
Neighbours neighbours_of(const Comm& comm);

}  // namespace toruscope::mpi
