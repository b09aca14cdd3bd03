// SPDX-License-Identifier: Apache-2.0
// Quick search for halves of a network with few links between them: not always the fewest.
//
// Source  Fiduccia, Mattheyses, "A linear-time heuristic for improving network partitions",
//         DAC 1982.

#pragma once

#include "runtime/topology/cut_graph.hpp"

namespace toruscope::core {

/// Improves natural halves (across each side of `grid`, the PEs' grid; by distance from a node) by
/// moves of single nodes, starting from those with the fewest links.
/// Returns   the links between the best halves
int links_between_good_halves(const CutGraph& graph, const std::vector<int>& grid);

}  // namespace toruscope::core
