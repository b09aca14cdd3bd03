// SPDX-License-Identifier: Apache-2.0
// A network as a file describes it: one link per line, by two node numbers, and its peculiarities.
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
/// The most bytes of a file of nodes: seven times the largest network's.
inline constexpr std::uint64_t kLongestNodeFile = std::uint64_t{64} << 20U;

struct GraphFile {
  Adjacency links;
  int pes = 0;
  std::vector<SlowLink> slow;        ///< slow links, each in both directions
  std::vector<LinkWithCosts> costs;  ///< links with costs of their own, each in both directions
  GivenRoutes routes;
};

/// Reads a network; `name` is that of the file, for errors, which quote words only of a file that
/// begins as a network does, and numbers: a stranger's machine description can name any file.
/// Errors    ConfigError with file and line: wrong numbers or costs, a node linked to itself or to
///           another twice, too many nodes; two nodes without a way; more PEs than nodes; a route
///           given twice, or one that passes a node twice or a missing link, or does not join PEs.
GraphFile read_graph(std::string_view text, const std::string& name);

/// The network; `name` is what it calls itself. Errors: ConfigError, see graph().
TopologyPtr make_graph(std::string name, GraphFile file);

}  // namespace toruscope::core
