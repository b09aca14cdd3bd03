// SPDX-License-Identifier: Apache-2.0
// A network as a file describes it: one link per line, the numbers of its two nodes, and how many times slower it is.
//
//   # two PEs on either side of a switch of two
//   pes 4
//   0 4
//   1 4
//   2 5 3    # three times slower, both ways
//   3 5
//   4 5      # nodes 4 and 5 only switch

#pragma once

#include <toruscope/topology.hpp>

#include <iosfwd>
#include <string>
#include <vector>

namespace toruscope::detail {

/// The neighbours of each node, lowest first.
using Wires = std::vector<std::vector<Node>>;

inline constexpr int kMostGraphNodes = 1 << 10;

struct GraphFile {
  Wires wires;
  int pes = 0;
  std::vector<SlowLink> slow;  ///< both directions of a link
};

/// Reads a network; `name` is that of the file, for errors.
/// Errors    ConfigError with file and line: no such numbers, a node wired to itself or to another twice, too many nodes; two
///           nodes without a way from one to the other; more PEs than nodes.
GraphFile read_graph(std::istream& in, const std::string& name);

/// The network; `name` is what it calls itself.
/// Errors    ConfigError as graph() says.
TopologyPtr make_graph(std::string name, GraphFile file);

}  // namespace toruscope::detail
