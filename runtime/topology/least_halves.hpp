// SPDX-License-Identifier: Apache-2.0
// The fewest links between two halves of a network, by branch and bound: node after node is put on
// one side and on the other, as long as the links across, with the fewest that the others must add,
// are fewer than those of the best halves known.

#pragma once

#include "runtime/topology/cut_graph.hpp"

#include <optional>

namespace toruscope::core {

/// The fewest links if that is below `known`, else `known`. Nothing if the search is given up: its
/// length is bounded. Precondition: a graph of two PEs or more.
std::optional<int> least_links_between_halves(const CutGraph& graph, int known);

}  // namespace toruscope::core
