// SPDX-License-Identifier: Apache-2.0
// Places of the nodes of each kind of network, in units of its own, and shapes of the links that
// the kind expects: as view/page/shapes.js has it.

#pragma once

#include "picture/svg.hpp"

#include <toruscope/topology.hpp>

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::picture {

/// Directed links, each once, in order.
using NetworkLinks = std::vector<std::pair<Node, Node>>;
NetworkLinks links_of(const Topology& network);

/// The kind: "torus" of "torus:8x8 without 0-1"; "graph" where a grid is embedded.
std::string kind_of(const Topology& network);

/// Shape of a link in the drawing: straight unless something else is said.
struct LinkWay {
  bool is_arc = false;  ///< along the circle
  bool is_bow = false;  ///< bent, as others lie in the straight way
  /// height of a bow, to the right, as a part of its length; 0: a little
  double rise = 0;
  std::optional<Point> stub{};  ///< its direction: it leaves the grid
};

/// Places of nodes and shapes of links, in units of the plan.
struct NetworkPlan {
  enum class Kind { circle, complete, grid, planes, flat, hyperx, hypercube, tree, graph };
  Kind kind = Kind::graph;
  std::vector<Point> nodes{};
  std::map<std::pair<Node, Node>, LinkWay> expected{};

  void expect(Node from, Node to, const LinkWay& how = {}) { expected.emplace(std::pair(from, to), how); }
};

/// The direction of each dimension of a grid on paper: the last to the right, the one before down.
std::vector<Point> directions_of(const std::vector<int>& sides);

NetworkPlan plan_of(const Topology& network, const NetworkLinks& links);

}  // namespace toruscope::picture
