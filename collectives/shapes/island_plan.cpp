// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/island_plan.hpp"

#include "collectives/shapes/premises.hpp"
#include "runtime/topology/islands.hpp"

#include <algorithm>
#include <numeric>

namespace toruscope::collectives {

namespace {

/// PEs of each island of a level.
std::vector<int> island_sizes(const std::vector<int>& level) {
  std::vector<int> sizes(static_cast<std::size_t>(core::count_islands(level)));
  for (const int island : level) ++sizes[static_cast<std::size_t>(island)];
  return sizes;
}

bool are_of_one_size(const std::vector<int>& sizes) {
  return std::adjacent_find(sizes.begin(), sizes.end(), std::not_equal_to<>()) == sizes.end();
}

}  // namespace

IslandPlan::IslandPlan(const Topology& network) {
  const int p = network.pes();
  ranks_.resize(static_cast<std::size_t>(p));
  std::iota(ranks_.begin(), ranks_.end(), 0);
  int filled = 1;
  for (const std::vector<int>& level : network.islands()) {
    const std::vector<int> sizes = island_sizes(level);
    if (!are_of_one_size(sizes) || sizes.front() % filled != 0) continue;
    radices_.push_back(sizes.front() / filled);
    strides_.push_back(filled);
    filled = sizes.front();
    std::stable_sort(ranks_.begin(), ranks_.end(), [&](Rank a, Rank b) {
      return level[static_cast<std::size_t>(a)] < level[static_cast<std::size_t>(b)];
    });
  }
  radices_.push_back(p / filled);
  strides_.push_back(filled);
  keeps_order_ = std::is_sorted(ranks_.begin(), ranks_.end());
  indices_.resize(ranks_.size());
  for (int i = 0; i < p; ++i) indices_[static_cast<std::size_t>(ranks_[static_cast<std::size_t>(i)])] = i;
}

int IslandPlan::place(Rank rank, int stage) const {
  return index(rank) / stride(stage) % radix(stage);
}

Rank IslandPlan::partner(Rank rank, int stage, int place_there) const {
  const int moved = index(rank) + (place_there - place(rank, stage)) * stride(stage);
  return ranks_[static_cast<std::size_t>(moved)];
}

int IslandPlan::nested(Rank rank) const {
  int number = 0;
  for (int stage = 0; stage < stages(); ++stage) number = number * radix(stage) + place(rank, stage);
  return number;
}

std::shared_ptr<const IslandPlan> island_plan(const Topology& network) {
  struct Known {
    std::weak_ptr<const Topology> network;
    std::shared_ptr<const IslandPlan> plan;
  };
  thread_local Known last;
  const std::weak_ptr<const Topology> own = network.weak_from_this();
  const bool is_same = !own.expired() && !own.owner_before(last.network) && !last.network.owner_before(own);
  if (!is_same || !last.plan) last = {own, std::make_shared<const IslandPlan>(network)};
  return last.plan;
}

std::optional<std::string> needs_islands(const Case& c) {
  const std::string asked = "needs all PEs of a network with islands of equal size, got ";
  if (!c.network) return asked + grid_to_string(c);
  if (island_plan(*c.network)->has_islands()) return std::nullopt;
  const std::vector<std::vector<int>> levels = c.network->islands();
  if (levels.empty()) return asked + c.network->name() + ", which has none";
  const std::vector<int> sizes = island_sizes(levels.front());
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return asked + std::to_string(*least) + " to " + std::to_string(*most) + " PEs in an island";
}

}  // namespace toruscope::collectives
