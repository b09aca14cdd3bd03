// SPDX-License-Identifier: Apache-2.0
// Communicators of a rank: its spaces of messages, members, attributes, topology.

#pragma once

#include "mpi/include/mpi.h"
#include "mpi/job.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::mpi {

class State;

/// A Cartesian grid on the ranks of a communicator, row-major.
struct Cartesian {
  std::vector<int> sides{};
  std::vector<int> wraps{};
  [[nodiscard]] std::vector<int> coordinates(int rank) const;
  /// The rank at a distance along a dimension; MPI_PROC_NULL beyond an end.
  [[nodiscard]] int neighbour(int rank, std::size_t dimension, int distance) const;
};

/// The edges of a graph that one rank has.
struct Graph {
  std::vector<int> sources{};
  std::vector<int> source_weights{};
  std::vector<int> destinations{};
  std::vector<int> destination_weights{};
  bool is_weighted = false;
};

struct Attribute {
  int key = 0;
  void* value = nullptr;
};

struct Comm;
using CommPtr = std::shared_ptr<Comm>;

struct Comm {
  Communicator messages;    ///< space of the program's messages
  Communicator collective;  ///< where collective algorithms run: the same ranks, with their grid
  Communicator apart;       ///< space of the library's own messages
  Members members{};        ///< numbers in MPI_COMM_WORLD, by rank
  std::int64_t id = 0;      ///< the same on all members
  int own_rank = 0;         ///< this rank in it
  int number = 0;           ///< of its handle
  int splits = 0;           ///< communicators made of all of its ranks so far
  std::map<std::vector<int>, int> subsets{};  ///< ... of some of them alone, by their ranks here
  int schedules = 0;                          ///< non-blocking collective operations so far
  MPI_Errhandler handler = MPI_ERRORS_ARE_FATAL;
  std::vector<Attribute> attributes{};  ///< in the order in which they were set
  std::string name{};
  std::optional<Cartesian> grid{};
  std::optional<Graph> graph{};
  // Of an intercommunicator, between the members' group and another one:
  Members remote{};  ///< the other group: ranks in MPI_COMM_WORLD; null without one
  CommPtr local{};   ///< of the members' group
  /// Place of a partner's rank 0 in `messages`, which has the lower group first.
  int first_partner = 0;

  [[nodiscard]] int rank() const { return own_rank; }
  [[nodiscard]] int size() const { return static_cast<int>(members->size()); }
  /// Ranks that messages may go to.
  [[nodiscard]] int partners() const { return static_cast<int>((remote ? remote : members)->size()); }
  /// What `messages` calls the partner with a rank, or MPI_ANY_SOURCE.
  [[nodiscard]] int partner_in_messages(int rank) const {
    return rank == MPI_ANY_SOURCE ? any_source : rank + first_partner;
  }
  [[nodiscard]] int world_rank(int rank) const { return (*members)[static_cast<std::size_t>(rank)]; }
};

CommPtr keep_comm(State& state, MPI_Comm handle);

/// Colour of a rank that takes part in a split and gets nothing.
inline constexpr int kNoColour = -1;
/// Splits a communicator like MPI_Comm_split; null for kNoColour. All of its ranks take part.
CommPtr split(State& state, Comm& parent, int colour, int key);
/// The same of one between two groups: members of both groups with one colour. Null without members
/// on either side.
CommPtr split_both(State& state, Comm& between, int colour, int key);
/// Ranks of `parent` become a communicator in their order; called by them alone.
CommPtr subset(State& state, Comm& parent, const std::vector<int>& ranks);
/// A communicator of all ranks of another one, in their order and on their grid, without
/// attributes.
CommPtr duplicate(State& state, Comm& parent);
/// Keeps a communicator and returns its handle; MPI_COMM_NULL for null.
MPI_Comm publish(State& state, CommPtr comm);

/// MPI_COMM_WORLD and MPI_COMM_SELF.
void make_first_communicators(State& state);
/// Asks the program's functions which attributes go to a duplicate.
void copy_attributes(State& state, Comm& from, Comm& to);
/// The last one that was set goes first (MPI 3.1, section 8.7.1).
void delete_attributes(State& state, Comm& comm);

}  // namespace toruscope::mpi
