// SPDX-License-Identifier: Apache-2.0
// Plan of a network: places of its nodes in units of its own, shapes of its links, fields behind
// them. Pictures (network_layout.hpp) and the page of a run (view/plan_json.hpp) scale it.
//
// Adding one  A function that plans this kind of network, and its row in network_plan.cpp.

#pragma once

#include "picture/svg.hpp"

#include <toruscope/topology.hpp>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::picture {

/// Directed links, each once, in order.
using NetworkLinks = std::vector<std::pair<Node, Node>>;
NetworkLinks links_of(const Topology& network);

/// Kinds of networks with a plan of their own, by name; and "graph", any other.
const std::vector<std::string>& network_kinds();
/// The kind: "torus" of "torus:8x8 without 0-1"; "graph" where a grid is embedded.
std::string kind_of(const Topology& network);

/// All that a plan depends on. A log of a run has it, too.
struct NetworkFacts {
  std::string kind{};  ///< one of network_kinds()
  std::string name{};
  std::vector<int> sides{};
  int nodes = 0;
  int pes = 0;  ///< nodes from here on are switches
  NetworkLinks links{};
  bool has_all_links = true;  ///< false: `links` are those that were used
  bool has_failed_links = false;
};
NetworkFacts facts_of(const Topology& network);

/// Shape of a link in the drawing: straight unless something else is said.
struct LinkWay {
  bool is_arc = false;  ///< along the circle
  bool is_bow = false;  ///< bent, as others lie in the straight way
  /// height of a bow, to the right, as a part of its length; 0: a little
  double rise = 0;
  std::optional<Point> stub{};  ///< its direction: it leaves the grid
  bool is_between_planes = false;

  bool operator==(const LinkWay&) const = default;
};

struct PlannedLink {
  Node from = 0;
  Node to = 0;
  LinkWay way{};
  bool has_failed = false;
};

/// Shaded field behind a plane of a grid of three dimensions.
struct PlannedField {
  std::array<Point, 4> corners;
  Node first = 0;  ///< first node of the plane
  Node last = 0;
};

/// Places of nodes and shapes of links, in units of the plan; a circle is around (0, 0).
struct NetworkPlan {
  enum class Kind { circle, complete, grid, planes, flat, hyperx, hypercube, tree, graph };
  Kind kind = Kind::graph;
  std::vector<Point> nodes{};
  std::map<std::pair<Node, Node>, LinkWay> expected{};
  std::vector<PlannedField> fields{};
  /// Links of the network, in order; then those that failed: expected, and not there, where all
  /// links are known.
  std::vector<PlannedLink> links{};

  void expect(Node from, Node to, const LinkWay& how = {}) { expected.emplace(std::pair(from, to), how); }
};
std::string to_string(NetworkPlan::Kind kind);

/// The plan of the kind, or of a graph if sides and numbers of nodes are none that the kind has.
NetworkPlan plan_of(const NetworkFacts& network);

}  // namespace toruscope::picture
