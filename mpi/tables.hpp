// SPDX-License-Identifier: Apache-2.0
// What collective functions share: the communicator, a rank's role, data as bytes, the operations
// on them.

#pragma once

#include "mpi/state.hpp"

#include <toruscope/collectives.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::mpi {

/// The communicator of a collective call. Errors: MPI_ERR_COMM if it is between two groups.
Comm& group_of_collective(State& state, MPI_Comm handle);
/// The communicator of a collective call, of one group or between two. Schedules that were begun on
/// it are finished first: an algorithm of a table does not let them go on.
Comm& enter_collective(State& state, MPI_Comm handle);
/// The same, of one group.
Comm& enter_group(State& state, MPI_Comm handle);

/// What a rank does in an operation with a root. Between two groups the root says MPI_ROOT, the
/// others of its group MPI_PROC_NULL and do nothing, and the other group names the root.
enum class Role { root, other, none };
/// Errors: MPI_ERR_ROOT.
Role role_of(const Comm& comm, int root);
/// True if the program passed MPI_IN_PLACE. Errors: MPI_ERR_BUFFER between two groups.
bool is_in_place(const Comm& comm, const void* data);

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

// Operations on bytes. Of one group by the tables of Toruscope, whose functions of the same names
// say what the arguments are; between two groups (between.cpp) `all` and `sizes` are of the
// partners.

using detail::In;
using detail::Out;
using Sizes = std::vector<std::size_t>;

void barrier_of(State& state, Comm& comm);
void broadcast_bytes(State& state, Comm& comm, int root, Out data);
void gather_bytes(State& state, Comm& comm, int root, In block, Out all);
void gatherv_bytes(State& state, Comm& comm, int root, In block, Out all, const Sizes& sizes);
void scatter_bytes(State& state, Comm& comm, int root, In all, Out block);
void scatterv_bytes(State& state, Comm& comm, int root, In all, const Sizes& sizes, Out block);
void allgather_bytes(State& state, Comm& comm, In block, Out all);
void allgatherv_bytes(State& state, Comm& comm, In block, Out all, const Sizes& sizes);
void alltoall_bytes(State& state, Comm& comm, In sent, Out got);
void alltoallv_bytes(State& state, Comm& comm, In sent, const Sizes& sizes, Out got, const Sizes& got_sizes);
/// Between two groups `data` is the result at the root.
void reduce_bytes(State& state, Comm& comm, int root, Out data, const Combine& combine);
/// `data` becomes the result: between two groups, that of the partners' data.
void allreduce_bytes(State& state, Comm& comm, Out data, const Combine& combine);
/// `sizes` are those of the members in either case; between two groups they get the partners' data,
/// combined.
void reduce_scatter_bytes(State& state, Comm& comm, In all, Out block, const Combine& combine);
void reduce_scatterv_bytes(State& state, Comm& comm, In all, const Sizes& sizes, Out block,
                           const Combine& combine);

}  // namespace toruscope::mpi
