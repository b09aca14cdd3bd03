// SPDX-License-Identifier: Apache-2.0

#include "runtime/engine/group_table.hpp"

#include <algorithm>

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

/// Erases what a group's communicators have made: their contexts are `context` and the next.
template <class Map>
void erase_of(Map& map, std::uint32_t context) {
  map.erase(map.lower_bound({context, {}}), map.lower_bound({context + 2, {}}));
}

}  // namespace

GroupTable::GroupTable(const Topology& topology) {
  add({}, topology.sides(), grid_of(topology));
}

Group& GroupTable::add(std::vector<Rank> members, std::vector<int> sides, Grid grid) {
  // NOLINTNEXTLINE(cppcoreguidelines-owning-memory): handles own it
  Group& group = *new Group(next_context_, std::move(members), std::move(sides), grid);
  groups_.emplace_back(group);
  next_context_ += 2;
  return group;
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
  GroupHandle& known = grids_[std::move(key)];
  if (!known) known = GroupHandle(add(std::move(members), std::move(kept), parent.grid()));
  return *known;
}

GroupHandle GroupTable::next(const Group& parent, std::uint32_t context, Rank rank,
                             const Successor& successor) {
  const bool is_whole = successor.ranks.empty();
  const std::lock_guard lock(mutex_);
  Series& series = series_[{context, successor}];
  const int size = is_whole ? parent.size() : static_cast<int>(successor.ranks.size());
  series.asked.resize(static_cast<std::size_t>(size));
  const std::size_t place = series.asked[static_cast<std::size_t>(rank)]++ - series.first;
  if (place == series.made.size()) {
    std::vector<Rank> members = is_whole ? parent.members() : successor.ranks;
    if (!is_whole)
      for (Rank& member : members) member = parent.world_rank(member);
    Group& made = is_whole ? add(std::move(members), parent.sides(), parent.grid())
                           : add(std::move(members), {size}, Grid::none);
    series.made.emplace_back(GroupHandle(made), 0);
  }
  auto& [group, got] = series.made[place];
  const GroupHandle handle = group;
  if (++got == size) {  // members ask in order, so that this is the first
    series.made.pop_front();
    ++series.first;
  }
  return handle;
}

void GroupTable::give_back() {
  if (groups_.size() < limit_) return;
  const auto is_needed = [](const GroupHandle& g) { return g->handles() > 1 || g->difference().has_value(); };
  // Those that a group gives back with it are looked for in the next turn.
  for (bool is_over = false; !is_over;) {
    const auto needed = std::partition(groups_.begin() + 1, groups_.end(), is_needed);
    is_over = needed == groups_.end();
    for (auto g = needed; g != groups_.end(); ++g) {
      const std::uint32_t context = (*g)->context();
      erase_of(grids_, context);
      erase_of(series_, context);
    }
    groups_.erase(needed, groups_.end());
  }
  limit_ = std::max<std::size_t>(64, 2 * groups_.size());
}

}  // namespace toruscope::core
