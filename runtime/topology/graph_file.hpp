// SPDX-License-Identifier: Apache-2.0
// A network as a file describes it: one link per line, the numbers of its two nodes, and what
// differs there from other links.
//
//   # two PEs on either side of a switch of two
//   pes 4
//   0 4
//   1 4
//   2 5 slow=3    # three times slower, both ways
//   3 5 tw=2.5ns th=100ns     # costs of its own; tw may be a bandwidth: bandwidth=25GB/s
//   4 5      # nodes 4 and 5 only switch
//   route 0 2 = 0 4 5 2       # from PE 0 to PE 2; without such a line a route is a shortest one

#pragma once

#include <toruscope/topology.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope::core {

/// The neighbours of each node, lowest first.
using Adjacency = std::vector<std::vector<Node>>;

/// The nodes of routes, the ends included, by source and destination.
using GivenRoutes = std::map<std::pair<Node, Node>, std::vector<Node>>;

inline constexpr int kMostGraphNodes = 1 << 10;
/// Bytes of a file of nodes: seven times what the largest network takes.
inline constexpr std::uint64_t kLongestNodeFile = std::uint64_t{64} << 20U;

struct GraphFile {
  Adjacency links;
  int pes = 0;
  std::vector<SlowLink> slow;        ///< slow links, each in both directions
  std::vector<LinkWithCosts> costs;  ///< links with costs of their own, each in both directions
  GivenRoutes routes;
};

/// Reads a network; `name` is that of the file, for errors. They quote words of a file that begins
/// as a network does, and numbers: a description of a machine, which may be anyone's, can name any
/// file.
/// Errors    ConfigError with file and line: no such numbers or costs, a node linked to itself or
///           to another twice, too many nodes; two nodes without a way from one to the other; more
///           PEs than nodes; a route that is given twice, passes a node twice, a link that is not
///           there, or leads from or to no PE.
GraphFile read_graph(std::string_view text, const std::string& name);

/// The network; `name` is what it calls itself.
/// Errors    ConfigError as graph() says.
TopologyPtr make_graph(std::string name, GraphFile file);

}  // namespace toruscope::core
