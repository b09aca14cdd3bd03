// SPDX-License-Identifier: Apache-2.0
// The fewest links between two halves of a network, by branch and bound: each node in turn is put
// on either side while the links across, with the fewest further ones, are below the best known.

#pragma once

#include "runtime/topology/cut_graph.hpp"

#include <optional>

namespace toruscope::core {

/// The fewest links if below `known`, else `known`. Nothing if the bounded search is given up.
/// Precondition: a graph of two PEs or more.
std::optional<int> least_links_between_halves(const CutGraph& graph, int known);

}  // namespace toruscope::core
