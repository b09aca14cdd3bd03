// SPDX-License-Identifier: Apache-2.0
// A network as a file describes it: a cable per line, by its two nodes, and its peculiarities.
//
//   # two PEs on either side of a switch of two
//   routing = dmodk           # or first, ecmp, balanced
//   pes 4
//   0 4
//   1 4
//   2 5 slow=3    # three times slower, both ways
//   3 5 tw=2.5ns th=100ns     # costs of its own; tw may be a bandwidth: bandwidth=25GB/s
//   4 5 x2   # two cables; nodes 4 and 5 only switch
//   route 0 2 = 0 4 5 2       # from PE 0 to PE 2; without such a line the routing says
//
// Other keys: nodes = from-0 | from-1 | names, directions = both | listed, weight = cost | cables |
// bandwidth UNIT, channels = N, forward = all | switches. A line `table 4 = 0*2 3 -` has the port
// of node 4 to each PE, a line `island leaf1 = 0-3` the PEs of an island (graph_islands.hpp).

#pragma once

#include "runtime/topology/cabling.hpp"
#include "runtime/topology/graph_islands.hpp"
#include "runtime/topology/routing_policies.hpp"

#include <toruscope/topology.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope::core {

/// The nodes of routes, the ends included, by source and destination.
using GivenRoutes = std::map<std::pair<Node, Node>, std::vector<Node>>;

inline constexpr int kMostGraphNodes = 1 << 16;
/// The most bytes of a file of nodes.
inline constexpr std::uint64_t kLongestNodeFile = std::uint64_t{256} << 20U;

struct GraphFile {
  Adjacency links;  ///< both directions of each cable
  int pes = 0;
  std::vector<std::string> names;    ///< of nodes; empty if they have numbers
  std::vector<SlowLink> slow;        ///< slow links, each in both directions
  std::vector<LinkWithCosts> costs;  ///< links with costs of their own, each in both directions
  GivenRoutes routes;
  const RoutingPolicy* routing = nullptr;
  /// The port of a node to each PE; none: by the routing.
  std::vector<std::pair<Node, std::vector<std::uint16_t>>> tables;
  GraphIslands islands{};
  bool pes_forward = true;           ///< messages of other PEs
  int channels = 0;                  ///< virtual channels that routes may have, if small enough
  std::vector<std::string> remarks;  ///< lines of comment that begin with "#!": what was imported
};

/// Reads a network; `name` is that of the file, for errors, which quote words only of a file that
/// begins as a network does, and numbers: a stranger's machine description can name any file.
/// Errors    ConfigError with file and line: wrong numbers or costs, a node linked to itself,
///           a direction without the other, too many nodes; two nodes without a way; more PEs than
///           nodes; a route given twice, or one that passes a node twice or a missing link, or does
///           not join PEs; a table that is given twice, too short or of a missing port; islands
///           that do not have each PE once.
GraphFile read_graph(std::string_view text, const std::string& name);

/// The network; `name` is what it calls itself. Errors: ConfigError, see graph().
TopologyPtr make_graph(std::string name, GraphFile file);

/// "FILE" or "FILE:ROUTING" with another name of the file.
std::string with_graph_file(const std::string& graph, const std::function<std::string(std::string)>& change);

}  // namespace toruscope::core
