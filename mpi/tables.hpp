// SPDX-License-Identifier: Apache-2.0
// What collective functions share: the communicator, data as bytes that an algorithm reads and
// writes.

#pragma once

#include "mpi/state.hpp"

#include <toruscope/collectives.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::mpi {

/// The communicator of a collective call, which is of one group.
Comm& group_of_collective(State& state, MPI_Comm handle);
/// The same; Ibarriers and Ibcasts that were begun on it are finished
/// first: an algorithm of a table does not let them go on.
Comm& enter_collective(State& state, MPI_Comm handle);

/// Elements that an algorithm writes: the program's own memory if they are one block, else a packed
/// copy that goes back at the end.
class Writable {
 public:
  /// `reads`: the present elements count.
  Writable(void* data, std::size_t count, const Type& type, bool reads);
  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }
  void store_back();

 private:
  void* data_;
  std::size_t count_;
  const Type& type_;
  std::vector<std::byte> copy_;
  std::span<std::byte> bytes_;
};

/// A packed copy of elements whose count and type the program gave.
std::vector<std::byte> copy_of_part(State& state, const void* data, int count, MPI_Datatype type);

}  // namespace toruscope::mpi
