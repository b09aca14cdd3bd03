// SPDX-License-Identifier: Apache-2.0
// Operators of reductions: MPI's own on the predefined types, and the program's.

#pragma once

#include "mpi/include/mpi.h"
#include "mpi/types.hpp"

#include <toruscope/catalogue.hpp>

#include <cstddef>

namespace toruscope::mpi {

class State;

/// An operator that the program made.
struct Operation {
  MPI_User_function* function = nullptr;
  bool is_commutative = false;
};

/// into[i] = left[i] op right[i] for n packed elements.
using Kernel = void (*)(const std::byte* left, const std::byte* right, std::byte* into, std::size_t n);
/// MPI's operator on a kind of elements; null if it has none on them.
Kernel kernel(MPI_Op op, Kind kind);

/// The operator on packed elements of a type, as collective algorithms take it. It uses `handle`
/// and the type as long as it lives. Errors: MPI_ERR_OP.
Combine combine_by(State& state, MPI_Op op, MPI_Datatype handle, const Type& type);
/// True if the operator may be applied in any order. Errors: MPI_ERR_OP.
bool is_commutative_operation(State& state, MPI_Op op);

}  // namespace toruscope::mpi
