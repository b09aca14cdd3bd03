// SPDX-License-Identifier: Apache-2.0
// Links between nodes, and the routes of messages. No clock, no threads.
//
// Source  Dally, Seitz, "Deadlock-Free Message Routing in Multiprocessor Interconnection Networks",
//         IEEE Trans. Computers 36(5), 1987, for the dateline that makes ring channels acyclic.
// Link    toruscope::core

#pragma once

#include <toruscope/detail/same_containers.hpp>
#include <toruscope/units.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope {

/// A place in the topology: a PE with its router, or a switch. Node i carries PE i.
using Node = int;
/// An outgoing link of a node, 0 .. ports-1.
using Port = int;
/// Node behind a port that has no link.
inline constexpr Node kNoNode = -1;

/// A straight piece of a route: `steps` links, all by the same port number and virtual channel.
struct Leg {
  Port port = 0;            ///< through which each link leaves
  int steps = 0;            ///< links
  int virtual_channel = 0;  ///< virtual channel on each link

  friend bool operator==(const Leg&, const Leg&) = default;  ///< member by member
};

/// The legs of a route in order; empty for a message to oneself.
using Route = std::vector<Leg>;

/// A directed link between neighbours on which a transmission takes factor / over times as long.
struct SlowLink {
  Node from = 0;            ///< the node where it begins
  Node to = 0;              ///< its neighbour
  std::int64_t factor = 1;  ///< 1 .. kMostTimesSlower, times `over`
  std::int64_t over = 1;    ///< 1 .. 10^6; 3 over 2 is 1.5 times
  int cable = -1;           ///< of several links between the two: which, from 0; -1: all

  friend bool operator==(const SlowLink&, const SlowLink&) = default;  ///< member by member
};
inline constexpr std::int64_t kMostTimesSlower = 1 << 20;

/// A directed link between two neighbours that has costs of its own.
struct LinkWithCosts {
  Node from = 0;             ///< the node where it begins
  Node to = 0;               ///< its neighbour
  std::optional<Time> tw{};  ///< in place of the machine's tw
  std::optional<Time> th{};  ///< in place of the machine's th
  int cable = -1;            ///< of several links between the two: which, from 0; -1: all

  friend bool operator==(const LinkWithCosts&, const LinkWithCosts&) = default;  ///< by members
};

/// An interconnection network whose first nodes carry a PE each.
class Topology : public std::enable_shared_from_this<Topology> {
 public:
  virtual ~Topology() = default;

  /// Name such as "torus:8x8x4", which `parse_topology` reads back.
  [[nodiscard]] virtual std::string name() const = 0;
  [[nodiscard]] virtual int nodes() const = 0;  ///< PEs and switches
  /// Nodes 0 .. pes()-1 carry PEs, the others only switch.
  [[nodiscard]] virtual int pes() const { return nodes(); }
  /// The most ports that a node has; each port is one outgoing directed link.
  [[nodiscard]] virtual int ports() const = 0;
  /// The most ports that a PE uses at once: fewer than ports() if switches have more links.
  [[nodiscard]] virtual int pe_ports() const { return ports(); }
  /// The node at the head of the link that leaves `node` through `port`; kNoNode if there is none.
  [[nodiscard]] virtual Node neighbour(Node node, Port port) const = 0;
  /// The port of neighbour(node, port) whose directed link leads back to `node`.
  [[nodiscard]] virtual Port opposite(Node node, Port port) const = 0;
  /// Links on the shortest way from a to b.
  [[nodiscard]] virtual int distance(Node a, Node b) const = 0;
  /// The largest distance of two PEs.
  [[nodiscard]] virtual int diameter() const = 0;
  /// Links of the longest route between two PEs, or more.
  [[nodiscard]] virtual int longest_route() const { return diameter(); }
  /// Writes the legs from PE a to PE b into `legs` (cleared first, to use its memory again).
  virtual void route(Node a, Node b, Route& legs) const = 0;
  /// The place of a channel in a topological order of the channel dependency graph: it increases
  /// along every route, so the network always drains.
  [[nodiscard]] virtual std::uint32_t channel_order(Node node, Port port, int virtual_channel) const = 0;
  /// Sides of the grid of PEs; ranks are row-major, the last dimension fastest. {p} without a grid.
  [[nodiscard]] virtual const std::vector<int>& sides() const = 0;
  /// True if every dimension closes to a ring, so that torus algorithms may run.
  [[nodiscard]] virtual bool is_torus() const = 0;
  /// True if neighbours in every dimension are linked, whether it closes to a ring or not.
  [[nodiscard]] virtual bool is_mesh() const { return is_torus(); }
  /// Dimensions whose links may cost different amounts.
  [[nodiscard]] virtual int dimensions() const { return 1; }
  /// The dimension of all links that leave by this port.
  [[nodiscard]] virtual int dimension_of(Port /*port*/) const { return 0; }
  /// Groups of PEs whose links among each other lie apart from those to others: the PEs of a
  /// switch, of a node. For each level, the innermost first, the number of every PE's island, from
  /// 0. Islands are made of whole ones of the level before. Empty: the network has none.
  [[nodiscard]] virtual std::vector<std::vector<int>> islands() const { return {}; }
  /// Links that are slower than the others by the network's own description.
  [[nodiscard]] virtual std::vector<SlowLink> slow_links() const { return {}; }
  /// Links that have costs of their own by the network's own description; each once.
  [[nodiscard]] virtual std::vector<LinkWithCosts> links_with_costs() const { return {}; }
  /// Directed links, both ways, across a cut of the PEs into halves, of p/2 rounded down and the
  /// rest, with switches on either side. All exchanges of the halves cross it.
  [[nodiscard]] virtual int bisection() const = 0;
  /// True if no cut into halves has fewer links. Else the command line searches for fewer.
  [[nodiscard]] virtual bool has_least_bisection() const { return false; }
  /// True if the network can be served dimension by dimension (--network ring). Then routes of
  /// PEs (1) pass the dimensions in the order of their numbers, some not at all, and in each go
  /// straight on: all legs there leave by one port, whose dimension_of() it is; (2) use links of a
  /// port that form lines, and rings that close: no two lead to one node; (3) follow a growing
  /// channel_order(): along a line, and along a ring from its link of the lowest
  /// channel_order(node, port, 0) on. A route is on virtual channel 0 up to the ring's last link,
  /// and on 1 from that link on; there 1 comes after 0.
  [[nodiscard]] virtual bool is_dimension_ordered() const { return false; }
  /// True if all nodes carry PEs, and the next link of a route depends on the node and the
  /// destination alone: its rest is the route from there, but for virtual channels. Routes to a PE
  /// are then a tree.
  [[nodiscard]] virtual bool is_routed_by_destination() const { return false; }
  /// True if routes are not those that formulas are about: shortest, with positive ties.
  [[nodiscard]] virtual bool is_altered() const {
    return is_embedded() || has_failed_links() || !has_shortest_routes();
  }
  /// True if links of its own, or of the network in which it is embedded, have failed.
  [[nodiscard]] virtual bool has_failed_links() const { return false; }
  /// True if the grid stands in another network: neighbours need not be linked.
  [[nodiscard]] virtual bool is_embedded() const { return false; }
  /// True if routes are on virtual channel 0 and, from a dateline on (of a ring: its wrap-around
  /// link), on 1, so that channel 2 serves as 0 and channel 3 as 1. Else channels are assigned.
  [[nodiscard]] virtual bool has_datelines() const { return true; }
  /// Virtual channels on which the routes are acyclic: those that legs name are below.
  [[nodiscard]] virtual int virtual_channels() const { return 2; }
  /// True if on those channels channel_order() is known to increase along every route. Else a
  /// Machine whose waiting messages hold something (worms, finite buffers), or whose hops take no
  /// time, walks the routes of up to 512 PEs, and refuses a cycle.
  [[nodiscard]] virtual bool is_acyclic() const { return false; }
  /// True if worms and finite buffers may have fewer than virtual_channels() although routes then
  /// have a cyclic dependency, as on the rings of a torus: a run that fills a ring deadlocks. Else
  /// a Machine refuses the cycle.
  [[nodiscard]] virtual bool may_fill_up() const { return is_torus() && has_datelines(); }
  /// Links of a cyclic dependency that routes have on all the channels that they may use; empty if
  /// there is none. Such routes are refused where waiting messages hold something.
  [[nodiscard]] virtual std::vector<std::pair<Node, Node>> cyclic_links() const { return {}; }
  /// True if routes around failed links are spread over equal ways, by their destination. Else they
  /// take the neighbour of the lowest number.
  [[nodiscard]] virtual bool spreads_detours() const { return false; }
  /// False if the route between two PEs may have more links than distance() says.
  [[nodiscard]] virtual bool has_shortest_routes() const { return true; }
  /// Note on the network, "2 links failed, ..."; empty for most.
  [[nodiscard]] virtual std::string note() const { return {}; }
  /// What `machine show` tells of the network: lines of a title and a text.
  [[nodiscard]] virtual std::vector<std::pair<std::string, std::string>> facts() const { return {}; }
  /// True if the route from a to b goes around a failed link.
  [[nodiscard]] virtual bool is_detour(Node /*a*/, Node /*b*/) const { return false; }
  /// Name in logs and reports: "+0" for the positive direction of dimension 0, or "to 7".
  [[nodiscard]] virtual std::string port_name(Node node, Port port) const = 0;
};

using TopologyPtr = std::shared_ptr<const Topology>;

/// Which way messages take that go half-way round a ring: the positive one; that by the parity of
/// the coordinate at which they enter the ring, even ones the positive; the one that does not pass
/// from the last coordinate to 0 or back.
enum class HalfwayTies { positive, balanced, away_from_dateline };
/// A torus of any number of dimensions and any sides. A side of 1 has no link in its dimension; a
/// side of 2 one link each way between its two nodes. Routes pass dimension 0 first. Ports: for
/// each dimension "+", then "-"; a side of 2 has only "+".
/// Errors    ConfigError if a side is below 1 or there are more than 2^24 nodes.
TopologyPtr torus(std::vector<int> sides, HalfwayTies ties = HalfwayTies::positive);
template <class... Sides>
TopologyPtr torus(int first, Sides... rest) {
  return torus(std::vector<int>{first, static_cast<int>(rest)...});
}
/// A ring of p nodes: a torus of one dimension.
TopologyPtr ring(int p, HalfwayTies ties = HalfwayTies::positive);
/// A grid of any number of dimensions and any sides that do not close: ports as of a torus, but a
/// side of 2 has "+" and "-", and border nodes lack links.
/// Errors    those of a torus.
TopologyPtr mesh(std::vector<int> sides);
template <class... Sides>
TopologyPtr mesh(int first, Sides... rest) {
  return mesh(std::vector<int>{first, static_cast<int>(rest)...});
}
/// A linear array of p nodes: a mesh of one dimension.
TopologyPtr line(int p);
/// A binary hypercube of 2^d nodes: a torus whose d sides are 2, with e-cube routes. Port i leads
/// to the node whose number differs in bit i; dimension 0 is the highest bit.
/// Errors    ConfigError if d is below 0 or above 24.
TopologyPtr hypercube(int d);
/// Every pair of p nodes has a private link. Port i of node v leads to node (v + 1 + i) mod p.
/// Errors    ConfigError if p is below 1 or above 2^14.
TopologyPtr complete(int p);

/// A balanced binary tree whose p leaves are the PEs and whose p - 1 inner nodes only switch: an
/// interval of n leaves is cut behind its first ceil(n/2). Switches are numbered in preorder, the
/// root is node p. Ports: 0 "up", 1 "left", 2 "right", if there. Routes go up to the lowest common
/// switch.
/// Errors    ConfigError if p is below 1 or above 2^23.
TopologyPtr tree(int p);
/// Choice of parents on a fat tree's route: by destination (D-mod-k), or a hash of both PEs (ECMP).
enum class FatTreeRouting { d_mod_k, ecmp };
/// A fat tree of two levels of switches: leaves with `pes_per_leaf` PEs, linked with all spines.
/// Ports: first "up", then "down". Errors: ConfigError for a size below 1, or more than 2^24 nodes.
/// Source    Ohring, Ibel, Das, Kumar, IPPS 1995; Zahavi, D-Mod-K routing, 2010.
TopologyPtr fat_tree(int leaves, int spines, int pes_per_leaf,
                     FatTreeRouting routing = FatTreeRouting::d_mod_k);
/// The k-ary fat tree of three levels of switches that have k ports: k^3/4 PEs, full bisection.
/// Errors    ConfigError for an odd k, or one below 2; more than 2^24 nodes.
/// Source    Al-Fares, Loukissas, Vahdat, SIGCOMM 2008.
TopologyPtr fat_tree(int k, FatTreeRouting routing = FatTreeRouting::d_mod_k);

/// PEs of a router, routers of a group, links of a router to other groups, groups.
struct DragonflySizes {
  int pes = 1;      ///< PEs of a router
  int routers = 1;  ///< routers of a group
  int links = 1;    ///< links of a router to other groups
  int groups = 2;   ///< groups of the network
};
/// `minimal`: one link between groups. `valiant`: by a third group, chosen by a hash of both PEs.
enum class DragonflyRouting { minimal, valiant };
/// Groups of routers that are all linked with each other, one link between each two groups.
/// Errors    ConfigError for a size below 1, groups above routers x links + 1, nodes above 2^24.
/// Source    Kim, Dally, Scott, Abts, ISCA 2008.
TopologyPtr dragonfly(const DragonflySizes& sizes, DragonflyRouting routing = DragonflyRouting::minimal);
/// A grid of sides k and 2k, k >= 2, whose short dimensions close with a shift of k along every
/// long one: 2k x k is the rectangular twisted torus, k x k x 2k and k x 2k x 2k are a TPU v4's.
/// Ports as of a torus, two for each dimension. Routes are shortest, dimension 0 first; ties: the
/// largest offsets, of dimension 0 first.
/// Errors    ConfigError for other sides, more than 6 short ones, more than 2^24 nodes.
/// Source    Camara, Moreto, Vallejo, Beivide et al., IEEE TPDS 21(12), 2010.
TopologyPtr twisted_torus(std::vector<int> sides);
/// Network of networks: each PE of `outer` becomes an island whose PEs `inner` links; PE i of an
/// island is on rail i, an outer network of its own. PEs are numbered island after island. A route
/// leads within the island to the destination's rail, then along the rail. Costs by dimension are
/// by level: 0 is the inner network, 1 and up the outer one.
/// Errors    ConfigError for an inner hierarchy, failed links, an embedding, more than 2^24 nodes.
TopologyPtr hierarchy(TopologyPtr inner, TopologyPtr outer);
/// A grid in which all nodes of each line are linked with each other; routes take dimension 0
/// first.
/// Errors    ConfigError as of a torus; more than 2^24 links.
/// Source    Ahn, Binkert, Davis, McLaren, Schreiber, SC 2009.
TopologyPtr hyperx(std::vector<int> sides);

/// A network described by a file, one line per cable: its two nodes, then "x2" for several, and,
/// both ways, a slow link's factor or costs of its own: "2 5 slow=3", "2 5 tw=2.5ns th=100ns", "2 5
/// bandwidth=25GB/s". "#" begins a comment; "pes N" says that only nodes 0 .. N-1 carry PEs. "route
/// 0 5 = 0 2 3 5" is the route from PE 0 to PE 5. Other routes are shortest; "routing = first",
/// dmodk, ecmp or balanced chooses among them, as does "FILE:dmodk". Virtual channels are assigned
/// so that the dependencies of each have no cycle; if one is left, cyclic_links() shows it.
/// Errors    ConfigError with file and line; no way between two nodes; more than 65,536 nodes.
/// Source    Skeie, Lysne, Theiss, "Layered Shortest Path (LASH) Routing", IPDPS 2002.
TopologyPtr graph(const std::string& file);

/// The two nodes at a link's ends.
using LinkEnds = std::pair<Node, Node>;
/// Reads "3-4,0-12".
/// Errors    ConfigError for anything else.
std::vector<LinkEnds> parse_links(std::string_view text);
/// A network in which these links have failed, in both directions. Routes over one go around it by
/// a shortest way, on virtual channels of their own, ties to the lowest neighbour.
/// Errors    ConfigError if there is no such link, or no way is left from a PE to another; more
///           than 2^10 nodes, or 2^16 if is_routed_by_destination() on shortest routes, with at
///           most 2^28 links in all routes over failed links; detours that the remaining virtual
///           channels of four cannot make acyclic; a cycle is shown.
TopologyPtr with_failed_links(TopologyPtr network, const std::vector<LinkEnds>& failed);

/// The PEs and grid of `guest` on nodes of `host`, with its links and routes, by `rule`:
///   snake     rank r on the r-th node of the host's grid, rows forwards and backwards in turn
///   gray      on the node whose bits are the Gray codes of its coordinates; sides powers of two
///   blocked   on the r-th node tile by tile; sides of a tile: the largest divisors up to the roots
///   in-order  on node r
///   a file    on the r-th node named there, one number per line
/// Errors    ConfigError: more PEs than the host has; sides that the rule cannot do; a wrong file.
TopologyPtr embed(TopologyPtr guest, TopologyPtr host, const std::string& rule);
/// Rank r on node places[r]; `rule` is what the name says of them. A guest that is the host itself
/// has its PEs in another order.
/// Errors    ConfigError: not a place for each PE, two on one node, no such node with a PE.
TopologyPtr embed(TopologyPtr guest, TopologyPtr host, std::vector<Node> places, const std::string& rule);

/// An entry of the table of topologies: its name, description, and maker from "NAME:SIZES".
struct TopologyEntry {
  std::string name;         ///< "torus"
  std::string form;         ///< "torus:AxBx..."
  std::string description;  ///< description, in one sentence
  /// Reads what follows "NAME:"; ConfigError if that is no such topology.
  TopologyPtr (*make)(std::string_view sizes);
  /// Sizes of this kind that make p PEs, like those given; ConfigError if there are none. Without
  /// it as many sides as were given, as nearly equal as p allows.
  std::string (*scale)(std::string_view sizes, int p) = nullptr;
};

/// The table of topologies that come with Toruscope.
const std::vector<TopologyEntry>& topologies();

/// Reads "torus:8x8", "ring:12", "complete:10" by a table.
/// Errors    ConfigError with the known names, the nearest one, or the side that is wrong.
TopologyPtr parse_topology(std::string_view text, const std::vector<TopologyEntry>& table = topologies());

}  // namespace toruscope
