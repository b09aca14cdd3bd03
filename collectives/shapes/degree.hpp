// SPDX-License-Identifier: Apache-2.0
// Links of a PE: all alike on a torus, fewer at the border of a mesh, elsewhere as the network
// says; at most p - 1, one to each other PE.

#pragma once

#include "collectives/shapes/line.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <cstdint>

namespace toruscope::collectives {

/// True if the sides determine the links of a torus, or did before some failed.
inline bool has_torus_links(const Case& c) {
  return c.is_torus && !c.is_embedded;
}

/// True if the sides determine the links of a mesh, whose border PEs have fewer.
inline bool has_mesh_links(const Case& c) {
  return c.is_mesh && !c.is_torus && !c.is_embedded;
}

/// Links that leave the PE with the most of them. Equally many enter it.
inline std::int64_t degree(const Case& c) {
  if (!has_torus_links(c) && !has_mesh_links(c))
    return std::max(1, c.network == nullptr ? c.p - 1 : std::min(c.p - 1, c.network->pe_ports()));
  std::int64_t links = 0;
  for (const int side : c.sides) links += std::min(side - 1, 2);
  return std::max<std::int64_t>(1, links);
}

/// Links of the PE with the fewest: a corner of a mesh, which has at least two corners.
inline std::int64_t least_degree(const Case& c) {
  if (!has_mesh_links(c)) return degree(c);
  return std::max<std::int64_t>(1, std::count_if(c.sides.begin(), c.sides.end(), [](int n) { return n > 1; }));
}

inline std::int64_t root_degree(const Case& c) {
  if (!has_mesh_links(c)) return degree(c);
  std::int64_t links = 0;
  for (int d = 0; d < static_cast<int>(c.sides.size()); ++d) {
    const int at = coordinate(c.sides, d, c.root);
    links += (at > 0 ? 1 : 0) + (at + 1 < c.sides[static_cast<std::size_t>(d)] ? 1 : 0);
  }
  return std::max<std::int64_t>(1, links);
}

}  // namespace toruscope::collectives
