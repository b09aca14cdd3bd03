// SPDX-License-Identifier: Apache-2.0
// Cables of a graph file, direction by direction, with what the file says of each.

#pragma once

#include "runtime/topology/graph_file.hpp"
#include "runtime/topology/slow_factor.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::core {

/// Settings of one direction of a cable.
struct CableSettings {
  std::optional<SlowFactor> slow;
  std::optional<Time> tw, th;
};

/// One direction of a cable.
struct HalfCable {
  Node from, to;
  CableSettings settings;
  int line;  ///< of the file
};

/// The name of a node in the file.
using NameOf = std::function<std::string(Node)>;

/// A cable that is listed in one direction alone: its line, and a sentence; 0 and empty if none is.
std::pair<int, std::string> one_way_cable(const std::vector<HalfCable>& cables, const Adjacency& links,
                                          const NameOf& name_of);

/// In place of the first node's number: nodes have names.
inline constexpr int kNames = -1;
/// A sentence on a node without a link, or without a way to the first; empty if there is none.
std::string gap_in(const Adjacency& links, const NameOf& name_of, int first_number);

/// Enters slow links and links with costs into a graph: once for all cables of two nodes if they
/// are alike.
void collect_costs(const std::vector<HalfCable>& cables, GraphFile& graph);

}  // namespace toruscope::core
