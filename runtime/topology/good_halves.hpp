// SPDX-License-Identifier: Apache-2.0
// Halves of a network with few links between them, found quickly: not always the fewest.
//
// Source  Fiduccia, Mattheyses, "A linear-time heuristic for improving network partitions", DAC
//         1982.

#pragma once

#include "runtime/topology/cut_graph.hpp"

namespace toruscope::core {

/// Improves some natural halves - across each side of the grid, by distance from a node - by moving
/// one node after the other, starting from those with the fewest links. `grid` are the sides of the
/// PEs' grid.
/// Returns   the links between the best halves
int links_between_good_halves(const CutGraph& graph, const std::vector<int>& grid);

}  // namespace toruscope::core
