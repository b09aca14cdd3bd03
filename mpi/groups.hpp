// SPDX-License-Identifier: Apache-2.0
// Groups: lists of ranks of MPI_COMM_WORLD.

#pragma once

#include "mpi/include/mpi.h"

#include <vector>

namespace toruscope::mpi {

class State;

/// The members of a group, as ranks of MPI_COMM_WORLD. Errors: MPI_ERR_GROUP.
const std::vector<int>& group_of(State& state, MPI_Group handle);
/// A group with these members; MPI_GROUP_EMPTY if there are none.
MPI_Group publish_group(State& state, std::vector<int> members);
/// MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
int compare_members(const std::vector<int>& one, const std::vector<int>& other);

}  // namespace toruscope::mpi
