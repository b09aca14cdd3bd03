// SPDX-License-Identifier: Apache-2.0
// Who is wired to whom, and the route that a message takes. No time, no threads.
//
// Source  Dally, Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks", IEEE
//         Trans. Computers 36(5), 1987, for the dateline that makes ring channels acyclic.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope {

/// A place in the topology: a PE with its router. Node i carries PE i.
using Node = int;
/// One of a node's outgoing links, 0 .. ports-1.
using Port = int;

/// A straight piece of a route: `steps` links, each through the same port number and virtual channel.
struct Leg {
  Port port = 0;
  int steps = 0;
  int virtual_channel = 0;

  friend bool operator==(const Leg&, const Leg&) = default;
};

/// The legs of a route in order; empty for a message to oneself.
using Route = std::vector<Leg>;

/// An interconnection network with one PE per node.
class Topology {
 public:
  virtual ~Topology() = default;

  /// "torus:8x8x4": what `parse_topology` reads back.
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual int nodes() const = 0;
  /// Every node has the same number of ports; each port is one outgoing directed link.
  [[nodiscard]] virtual int ports() const = 0;
  /// The node at the head of the link that leaves `node` through `port`.
  [[nodiscard]] virtual Node neighbour(Node node, Port port) const = 0;
  /// The port of neighbour(node, port) whose link leads back to `node` on the same wire.
  [[nodiscard]] virtual Port opposite(Node node, Port port) const = 0;
  /// Links on the shortest way from a to b.
  [[nodiscard]] virtual int distance(Node a, Node b) const = 0;
  [[nodiscard]] virtual int diameter() const = 0;
  /// The legs from a to b, written into `legs` (cleared first, so that its memory is used again).
  virtual void route(Node a, Node b, Route& legs) const = 0;
  /// The place of a channel in a topological order of the channel dependency graph: along every route it
  /// strictly increases. This is why the network always drains.
  [[nodiscard]] virtual std::uint32_t channel_order(Node node, Port port, int virtual_channel) const = 0;
  /// Sides of the grid that the nodes form, first dimension first; rank is row-major, the last dimension
  /// fastest. {p} where there is no grid.
  [[nodiscard]] virtual const std::vector<int>& sides() const = 0;
  /// True if every dimension closes to a ring, so that torus algorithms may run.
  [[nodiscard]] virtual bool is_torus() const = 0;
  /// Directed links between the two halves of the narrowest cut across the longest dimension.
  [[nodiscard]] virtual int bisection() const = 0;
  /// "+0" for the positive direction of dimension 0, "to 7": for event logs and reports.
  [[nodiscard]] virtual std::string port_name(Node node, Port port) const = 0;
};

using TopologyPtr = std::shared_ptr<const Topology>;

/// A torus of any number of dimensions and any sides. A side of 1 has no link in its dimension; a side of 2 has
/// one link each way between its two nodes. Ties (half a ring) go in the positive direction; dimension 0 first.
/// Ports: for each dimension in turn "+", then "-"; a side of 2 has only "+", a side of 1 none.
/// Errors    ConfigError if a side is below 1 or there are more than 2^24 nodes.
TopologyPtr torus(std::vector<int> sides);
template <class... Sides>
TopologyPtr torus(int first, Sides... rest) {
  return torus(std::vector<int>{first, static_cast<int>(rest)...});
}
/// A ring of p nodes: a torus of one dimension.
TopologyPtr ring(int p);
/// Every pair of p nodes has a private link.
/// Ports: port i of node v leads to node (v + 1 + i) mod p.
/// Errors    ConfigError if p is below 1 or above 2^13.
TopologyPtr complete(int p);

/// One line of the table of topologies: its name, how to describe it, how to make it from "NAME:SIZES".
struct TopologyEntry {
  std::string name;         ///< "torus"
  std::string form;         ///< "torus:AxBx..."
  std::string description;  ///< one sentence
  TopologyPtr (*make)(std::string_view sizes);
};

/// The table of topologies that come with Toruscope.
const std::vector<TopologyEntry>& topologies();

/// Reads "torus:8x8", "ring:12", "complete:10" by a table.
/// Errors    ConfigError with the known names, the nearest one, or the side that is wrong.
TopologyPtr parse_topology(std::string_view text, const std::vector<TopologyEntry>& table = topologies());

}  // namespace toruscope
