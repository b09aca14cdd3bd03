// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/group_table.hpp"

namespace toruscope::core {

namespace {

Grid grid_of(const Topology& topology) {
  return topology.is_torus() ? Grid::torus : topology.is_mesh() ? Grid::mesh : Grid::none;
}

/// The coordinates of a rank, with those of the dimensions kept at 0.
std::vector<int> corner_of(Rank rank, const std::vector<int>& sides, const std::vector<bool>& keep) {
  std::vector<int> corner(sides.size());
  for (std::size_t d = sides.size(); d-- > 0;) {
    corner[d] = keep[d] ? 0 : rank % sides[d];
    rank /= sides[d];
  }
  return corner;
}

bool lies_in(Rank rank, const std::vector<int>& corner, const std::vector<int>& sides,
             const std::vector<bool>& keep) {
  for (std::size_t d = sides.size(); d-- > 0; rank /= sides[d])
    if (!keep[d] && rank % sides[d] != corner[d]) return false;
  return true;
}

}  // namespace

GroupTable::GroupTable(const Topology& topology) {
  groups_.emplace_back(0U, std::vector<Rank>{}, topology.sides(), grid_of(topology));
}

Group& GroupTable::add(std::vector<Rank> members, std::vector<int> sides, Grid grid) {
  const auto context = static_cast<std::uint32_t>(2 * groups_.size());
  return groups_.emplace_back(context, std::move(members), std::move(sides), grid);
}

Group& GroupTable::grid_within(const Group& parent, Rank rank_in_parent, const std::vector<bool>& keep) {
  const std::vector<int>& sides = parent.sides();
  const std::vector<int> corner = corner_of(rank_in_parent, sides, keep);
  GridKey key{parent.context(), corner};
  std::vector<int> kept;
  for (std::size_t d = 0; d < sides.size(); ++d) {
    key.second.push_back(keep[d] ? 1 : 0);
    if (keep[d]) kept.push_back(sides[d]);
  }
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = grids_.find(key); known != grids_.end()) return *known->second;
  }
  std::vector<Rank> members;
  for (Rank r = 0; r < parent.size(); ++r)
    if (lies_in(r, corner, sides, keep)) members.push_back(parent.world_rank(r));
  if (kept.empty()) kept.push_back(1);
  const std::lock_guard lock(mutex_);
  Group*& known = grids_[std::move(key)];
  if (known == nullptr) known = &add(std::move(members), std::move(kept), parent.grid());
  return *known;
}

Group& GroupTable::started(const Group& parent, std::uint32_t context, std::uint64_t n) {
  const std::lock_guard lock(mutex_);
  Group*& known = started_[{context, n}];
  if (known == nullptr) known = &add(parent.members(), parent.sides(), parent.grid());
  return *known;
}

}  // namespace toruscope::core
