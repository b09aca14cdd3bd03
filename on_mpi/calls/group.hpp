// SPDX-License-Identifier: Apache-2.0
// A group of ranks of real MPI: what stands behind a Communicator here.
//
// Names of the emulator's core are defined anew, so that compiled algorithms link with this library
// in place of that one. Nothing of the emulator's engine is in the same program.
//
// Threads     A rank is a process with one thread.

#pragma once

#include <toruscope/communicator.hpp>
#include <toruscope/machine.hpp>

#include <map>
#include <mpi.h>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope {
namespace core {

/// Errors    ProgramError with MPI's words unless `code` is MPI_SUCCESS.
void require(int code, std::string_view operation);

/// The grid of a group, as the emulator has it.
enum class Grid { none, mesh, torus };

class Group {
 public:
  /// Takes over `comm`. Its errors are returned from now on.
  Group(MPI_Comm comm, std::vector<int> sides, Grid grid);
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group();

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] Rank rank() const { return rank_; }
  [[nodiscard]] const std::vector<int>& sides() const { return sides_; }
  [[nodiscard]] Grid grid() const { return grid_; }
  /// The space of messages of a communicator: context 1 is that of separate().
  [[nodiscard]] MPI_Comm comm(std::uint32_t context);
  /// The members that differ from this rank only in the dimensions kept; made by them alone.
  Group& within(const std::vector<bool>& keep);
  /// Errors    ProgramError: no such rank, a tag out of range.
  void check(const char* operation, Rank partner, Tag tag, bool may_be_any) const;

 private:
  friend void detail::hold(Group& group);
  friend void detail::drop(Group& group);

  MPI_Comm comm_;
  MPI_Comm apart_ = MPI_COMM_NULL;
  const std::vector<int> sides_;
  const Grid grid_;
  int size_ = 0;
  Rank rank_ = 0;
  int handles_ = 0;
  std::map<std::vector<bool>, detail::GroupHandle> grids_;
};

/// What the ranks of a run know of the machine that they stand for.
struct Description {
  TopologyPtr topology;
  Parameters parameters;
  Costs costs;
  std::shared_ptr<const Catalogue> algorithms;
  RandomSource random{1};
  double start = 0;  ///< MPI_Wtime
};

/// This rank: there is one.
class Pe {
 public:
  Description described;

  [[nodiscard]] static Pe& here();
  [[nodiscard]] static Communicator communicator(Group& group, std::uint32_t context) {
    return {&here(), group, context, group.rank(), 1};
  }
  [[nodiscard]] static RequestState* state_of(const Request& request) { return request.state_; }
};

}  // namespace core
}  // namespace toruscope
