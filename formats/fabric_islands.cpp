// SPDX-License-Identifier: Apache-2.0
// Islands of a fabric: who shares a leaf, and which leaves share what is above them.

#include "formats/fabric.hpp"
#include "runtime/core/joined.hpp"

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope::formats {

namespace {

/// The switches that cables join to each PE.
std::vector<std::set<int>> leaves_of(const Fabric& fabric) {
  std::vector<std::set<int>> leaves;
  for (const FabricNode& node : fabric.nodes)
    if (node.is_pe) leaves.emplace_back();
  for (const FabricCable& cable : fabric.cables) {
    const auto [pe, other] = std::minmax(cable.a, cable.b);
    if (static_cast<std::size_t>(pe) < leaves.size() && static_cast<std::size_t>(other) >= leaves.size())
      leaves[static_cast<std::size_t>(pe)].insert(other);
  }
  return leaves;
}

/// Switches of two sets that share some, and not all.
std::vector<std::string> shared_in_part(const Fabric& fabric,
                                        const std::vector<std::pair<std::set<int>, FabricIsland>>& islands) {
  std::map<int, int> sets;
  for (const auto& [leaves, island] : islands)
    for (const int leaf : leaves) ++sets[leaf];
  std::vector<std::string> names;
  for (const auto& [leaf, times] : sets)
    if (times > 1) names.push_back(fabric.nodes[static_cast<std::size_t>(leaf)].name);
  return names;
}

}  // namespace

void add_leaf_islands(Fabric& fabric) {
  const std::vector<std::set<int>> leaves = leaves_of(fabric);
  std::vector<std::pair<std::set<int>, FabricIsland>> islands;
  std::map<std::set<int>, std::size_t> place_of;
  for (std::size_t pe = 0; pe < leaves.size(); ++pe) {
    if (leaves[pe].empty()) return;
    const auto [place, is_new] = place_of.try_emplace(leaves[pe], islands.size());
    if (is_new)
      islands.emplace_back(leaves[pe],
                           FabricIsland{core::joined(leaves[pe], " + ",
                                                     [&](int leaf) {
                                                       return fabric.nodes[static_cast<std::size_t>(leaf)].name;
                                                     }),
                                        {}});
    islands[place->second].second.pes.push_back(static_cast<int>(pe));
  }
  if (const std::vector<std::string> shared = shared_in_part(fabric, islands); !shared.empty()) {
    fabric.remarks.push_back("no islands: leaves whose PEs share others only in part: " + some_of(shared));
    return;
  }
  if (islands.size() < 2 || islands.size() == leaves.size()) return;
  for (auto& [set, island] : islands) fabric.islands.push_back(std::move(island));
}

void add_upper_islands(Fabric& fabric, const std::map<std::string, std::set<std::string>>& above) {
  std::vector<std::string> level;
  std::set<std::string> known;
  for (const FabricIsland& island : fabric.islands) level.push_back(island.name);
  while (!level.empty()) {
    known.insert(level.begin(), level.end());
    std::vector<FabricIsland> islands;
    for (const std::string& name : level) {
      const auto parents = above.find(name);
      if (parents == above.end() || parents->second.size() != 1 || known.contains(*parents->second.begin()))
        return;
      const std::string& parent = *parents->second.begin();
      auto place = std::find_if(islands.begin(), islands.end(),
                                [&](const FabricIsland& island) { return island.name == parent; });
      if (place == islands.end()) place = islands.insert(place, {parent, {}});
      place->islands.push_back(name);
    }
    if (islands.size() < 2) return;
    level.clear();
    for (FabricIsland& island : islands) {
      const auto parents = above.find(island.name);  // one island above another is of no level
      if (parents != above.end() && std::any_of(islands.begin(), islands.end(), [&](const FabricIsland& other) {
            return parents->second.contains(other.name);
          }))
        return;
      level.push_back(island.name);
    }
    for (FabricIsland& island : islands) fabric.islands.push_back(std::move(island));
  }
}

}  // namespace toruscope::formats
