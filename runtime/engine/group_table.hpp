// SPDX-License-Identifier: Apache-2.0
// All groups of one run: the whole machine, grids within groups, and what programs make of them.
//
// Threads     grid_within() and next() may be called by PEs of any worker, side by side. add(),
//             give_back() and for_each() are called while all other workers wait.
// Invariants  (1) Contexts are even and differ; the odd number after one is that of
//                 Communicator::separate().
//             (2) All PEs of a grid within a group get the same one, whoever asks first, as long as
//                 that group lasts; so do those that make a successor.
//             (3) A group without a handle outside is given back once groups have doubled. One
//                 whose collective calls differ stays: it is to be told.

#pragma once

#include "runtime/pe/group.hpp"

#include <toruscope/topology.hpp>

#include <cstddef>
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
  [[nodiscard]] Group& world() { return *groups_.front(); }
  /// The grid of the dimensions marked in `keep`, through one member of `parent`.
  [[nodiscard]] Group& grid_within(const Group& parent, Rank rank_in_parent, const std::vector<bool>& keep);
  /// The group that a member makes next on the parent's communicator with this context; `rank` is
  /// that in the new group.
  [[nodiscard]] GroupHandle next(const Group& parent, std::uint32_t context, Rank rank,
                                 const Successor& successor);
  /// `members` are ranks of the machine, as the new group numbers them.
  Group& add(std::vector<Rank> members, std::vector<int> sides, Grid grid);
  /// Gives back what nobody holds, if there are twice as many groups as after the last time.
  void give_back();
  template <class Use>
  void for_each(Use&& use) const {
    for (const GroupHandle& group : groups_) use(*group);
  }

 private:
  // the parent's context; corner, then dimensions kept
  using GridKey = std::pair<std::uint32_t, std::vector<int>>;
  /// The successors of one kind that not all of their members have got yet.
  struct Series {
    std::vector<std::uint64_t> asked{};              // how often, by member
    std::deque<std::pair<GroupHandle, int>> made{};  // from number first on; how many have it
    std::uint64_t first = 0;
  };

  std::vector<GroupHandle> groups_;  // the first is the world
  std::uint32_t next_context_ = 0;
  std::size_t limit_ = 64;  // of groups, before what nobody holds is looked for
  std::mutex mutex_;        // guards all of these where PEs ask
  std::map<GridKey, GroupHandle> grids_;
  std::map<std::pair<std::uint32_t, Successor>, Series> series_;
};

}  // namespace toruscope::core
