// SPDX-License-Identifier: Apache-2.0
// Topological order (Kahn, Communications of the ACM 5(11), 1962).

#pragma once

#include <cstddef>
#include <vector>

namespace toruscope::core {

/// Orders the graph in which after[i] come after i: elements without predecessors in their order,
/// then those set free. Elements on a cycle or behind one are left out.
inline std::vector<std::size_t> topological_order(const std::vector<std::vector<std::size_t>>& after) {
  std::vector<int> before(after.size(), 0);
  for (const auto& followers : after)
    for (const std::size_t next : followers) ++before[next];
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < after.size(); ++i)
    if (before[i] == 0) order.push_back(i);
  for (std::size_t taken = 0; taken < order.size(); ++taken)
    for (const std::size_t next : after[order[taken]])
      if (--before[next] == 0) order.push_back(next);
  return order;
}

}  // namespace toruscope::core
