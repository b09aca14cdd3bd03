// SPDX-License-Identifier: Apache-2.0
// Meetings of groups, and the groups that a run makes on the way.

#include "runtime/engine/run.hpp"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

namespace toruscope::detail {

void Run::resolve_meetings() {
  std::vector<Group*> met;
  for (const auto& worker : workers_) {
    met.insert(met.end(), worker->met.begin(), worker->met.end());
    worker->met.clear();
  }
  std::sort(met.begin(), met.end(), [](const Group* a, const Group* b) { return a->context() < b->context(); });
  for (Group* group : met) resolve(*group);
}

/// All members have come: they go on from the latest clock (ties: the lowest rank's).
void Run::resolve(Group& group) {
  group.leave();
  Stamp latest{Ticks{-1}, {}};
  Rank last = 0;
  bool is_split = false;
  for (Rank r = 0; r < group.size(); ++r) {
    const Pe& pe = pes_[static_cast<std::size_t>(group.world_rank(r))];
    if (pe.clock().time > latest.time) {
      latest = pe.clock();
      last = pe.rank();
    }
    is_split = is_split || std::string_view(pe.waits_for().operation) == "split";
  }
  if (is_split) make_split_groups(group);
  for (Rank r = 0; r < group.size(); ++r) {
    Pe& pe = pes_[static_cast<std::size_t>(group.world_rank(r))];
    pe.meetings().leave(latest, last);
    pe.host().runnable.push_back(&pe);
  }
}

void Run::make_split_groups(Group& group) {
  std::vector<std::tuple<int, int, Rank>> order;  // colour, key, rank
  for (Rank r = 0; r < group.size(); ++r) {
    const auto [colour, key] = pes_[static_cast<std::size_t>(group.world_rank(r))].meetings().split_by();
    order.emplace_back(colour, key, r);
  }
  std::sort(order.begin(), order.end());
  for (auto first = order.begin(); first != order.end();) {
    const auto last =
        std::find_if(first, order.end(), [&](const auto& o) { return std::get<0>(o) != std::get<0>(*first); });
    std::vector<Rank> members;
    for (auto o = first; o != last; ++o) members.push_back(group.world_rank(std::get<2>(*o)));
    Group& part = add_group(members, {static_cast<int>(members.size())}, Grid::none);
    for (Rank r = 0; r < part.size(); ++r)
      pes_[static_cast<std::size_t>(part.world_rank(r))].meetings().join_split(part, r);
    first = last;
  }
}

Group& Run::add_group(std::vector<Rank> members, std::vector<int> sides, Grid grid) {
  const auto context = static_cast<std::uint32_t>(2 * groups_.size());  // the odd number after it: separate()
  return groups_.emplace_back(context, std::move(members), std::move(sides), grid);
}

Group& Run::sub_group(const Group& parent, Rank rank_in_parent, const std::vector<bool>& keep) {
  const std::vector<int>& sides = parent.sides();
  std::vector<int> base(sides.size());  // coordinates with the kept dimensions at 0
  std::vector<int> kept;
  int rest = rank_in_parent;
  for (std::size_t d = sides.size(); d-- > 0;) {
    base[d] = keep[d] ? 0 : rest % sides[d];
    rest /= sides[d];
  }
  std::vector<int> key = base;
  for (std::size_t d = 0; d < sides.size(); ++d) {
    key.push_back(keep[d] ? 1 : 0);
    if (keep[d]) kept.push_back(sides[d]);
  }
  const auto full_key = std::pair(parent.context(), std::move(key));
  {
    const std::lock_guard lock(groups_mutex_);
    if (const auto known = sub_groups_.find(full_key); known != sub_groups_.end()) return *known->second;
  }
  std::vector<Rank> members;
  for (Rank r = 0; r < parent.size(); ++r) {
    bool belongs = true;
    int left = r;
    for (std::size_t d = sides.size(); d-- > 0;) {
      belongs = belongs && (keep[d] || left % sides[d] == base[d]);
      left /= sides[d];
    }
    if (belongs) members.push_back(parent.world_rank(r));
  }
  if (kept.empty()) kept.push_back(1);
  const std::lock_guard lock(groups_mutex_);
  Group*& known = sub_groups_[full_key];
  if (known == nullptr) known = &add_group(std::move(members), std::move(kept), parent.grid());
  return *known;
}

}  // namespace toruscope::detail
