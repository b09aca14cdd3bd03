// SPDX-License-Identifier: Apache-2.0
// Levels of islands of a network (Topology::islands), without those that say nothing.

#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace toruscope::core {

/// Number of the island of each PE, by level.
using IslandLevels = std::vector<std::vector<int>>;

/// Number of islands of a level, whose numbers begin at 0.
inline int count_islands(const std::vector<int>& level) {
  return level.empty() ? 0 : *std::max_element(level.begin(), level.end()) + 1;
}

/// Drops levels of one island, of islands of one PE, and those with as many islands as the one
/// before.
inline IslandLevels telling(IslandLevels levels) {
  IslandLevels kept;
  for (std::vector<int>& level : levels) {
    const int islands = count_islands(level);
    const int before = kept.empty() ? static_cast<int>(level.size()) : count_islands(kept.back());
    if (islands > 1 && islands < before) kept.push_back(std::move(level));
  }
  return kept;
}

/// Levels of PEs in a row, whose islands have so many PEs each.
inline IslandLevels islands_of_sizes(int pes, const std::vector<int>& sizes) {
  IslandLevels levels;
  for (const int size : sizes) {
    std::vector<int>& level = levels.emplace_back();
    for (int pe = 0; pe < pes; ++pe) level.push_back(pe / size);
  }
  return telling(std::move(levels));
}

}  // namespace toruscope::core
