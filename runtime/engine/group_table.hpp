// SPDX-License-Identifier: Apache-2.0
// All groups of one run: the whole machine, grids within groups, and what splits have made.
//
// Threads     grid_within() and started() may be called by PEs of any worker, side by side. add()
//             and for_each() are called while all other workers wait. A group stays where it is
//             until the run ends.
// Invariants  (1) Contexts are even and differ; the odd number after one is that of
//                 Communicator::separate().
//             (2) All PEs of a grid within a group get the same one, whoever asks first; so do
//                 those that start an operation.

#pragma once

#include "runtime/pe/group.hpp"

#include <toruscope/topology.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

namespace toruscope::core {

class GroupTable {
 public:
  explicit GroupTable(const Topology& topology);
  GroupTable(const GroupTable&) = delete;
  GroupTable& operator=(const GroupTable&) = delete;
  ~GroupTable() = default;

  /// The group of all PEs of the machine.
  [[nodiscard]] Group& world() { return groups_.front(); }
  /// The grid of the dimensions marked in `keep`, through one member of `parent`.
  [[nodiscard]] Group& grid_within(const Group& parent, Rank rank_in_parent, const std::vector<bool>& keep);
  /// The members of `parent` in the n-th operation that they start on its communicator with this
  /// context (T13).
  [[nodiscard]] Group& started(const Group& parent, std::uint32_t context, std::uint64_t n);
  /// `members` are ranks of the machine, as the new group numbers them.
  Group& add(std::vector<Rank> members, std::vector<int> sides, Grid grid);
  template <class Use>
  void for_each(Use&& use) const {
    for (const Group& group : groups_) use(group);
  }

 private:
  // the parent's context; corner, then dimensions kept
  using GridKey = std::pair<std::uint32_t, std::vector<int>>;

  std::deque<Group> groups_;
  std::mutex mutex_;  // guards all of these where PEs ask
  std::map<GridKey, Group*> grids_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Group*> started_;
};

}  // namespace toruscope::core
