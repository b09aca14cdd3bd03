// SPDX-License-Identifier: Apache-2.0
// Shortest routes through any network, on virtual channels that make their dependencies acyclic.
//
// Of the shortest ways from a node to a PE the one is taken whose next node has the lowest number; the routes of some pairs may
// be given. Routes are then dealt to
// layers, one virtual channel each, in the order of (source, destination): a route goes into the first layer in which its
// dependencies, from each link to the next one, close no cycle with those that are there.
//
// Invariants  The dependencies of a layer are acyclic; `order` is a topological order, layer after layer.
// Source      Skeie, Lysne, Theiss, "Layered Shortest Path (LASH) Routing in Irregular System Area Networks", IPDPS 2002;
//             Dally, Seitz, IEEE Trans. Computers 36(5), 1987, theorem 1: acyclic means free of deadlock.

#pragma once

#include "runtime/topology/graph_file.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace toruscope::core {

class LayeredRoutes {
 public:
  /// Links, one after the other: from, to.
  using Cycle = std::vector<std::pair<Node, Node>>;

  /// Deals `routes` (source, destination), between which there is a way, to at most `most_layers`. If those do not suffice
  /// `cycle()` shows why.
  LayeredRoutes(const Adjacency& network, int pes, std::vector<std::pair<Node, Node>> routes, int most_layers,
                GivenRoutes given = {});
  /// The routes between all PEs.
  LayeredRoutes(const Adjacency& network, int pes, int most_layers, GivenRoutes given = {});

  /// Links from a node to a PE; -1 if there is no way.
  [[nodiscard]] int distance(Node from, Node to) const { return distance_[pair(from, to)]; }
  /// The port by which a node sends what is for a PE; to != from.
  [[nodiscard]] Port next(Node from, Node to) const { return next_[pair(from, to)]; }
  /// Calls pass(node, port) for each link of the route from a PE to a PE.
  template <class Pass>
  void walk(Node from, Node to, Pass&& pass) const {
    const auto given = given_.empty() ? given_.end() : given_.find({from, to});
    std::size_t step = 0;
    while (from != to) {
      const Port port = given == given_.end() ? next(from, to) : port_to(from, given->second[++step]);
      pass(from, port);
      from = network_[static_cast<std::size_t>(from)][static_cast<std::size_t>(port)];
    }
  }
  /// The virtual channel of the route from a PE to a PE.
  [[nodiscard]] int layer(Node from, Node to) const { return layer_[pair(from, to)]; }
  /// The place of a link's virtual channel in the order.
  [[nodiscard]] std::uint32_t order(Node from, Port port, int layer) const {
    return order_[static_cast<std::size_t>(layer) * links() + link(from, port)];
  }
  [[nodiscard]] int layers() const { return layers_; }
  /// The links of a cyclic dependency that is left; empty if every route has a layer.
  [[nodiscard]] const Cycle& cycle() const { return cycle_; }

 private:
  using LinkNumber = std::size_t;
  struct Dependencies;

  [[nodiscard]] std::size_t pair(Node from, Node to) const {
    return static_cast<std::size_t>(to) * network_.size() + static_cast<std::size_t>(from);
  }
  [[nodiscard]] LinkNumber link(Node from, Port port) const {
    return first_link_[static_cast<std::size_t>(from)] + static_cast<LinkNumber>(port);
  }
  [[nodiscard]] std::size_t links() const { return first_link_.back(); }
  [[nodiscard]] Port port_to(Node node, Node next) const;
  void find_ways(Node to);
  [[nodiscard]] std::vector<LinkNumber> links_of(Node from, Node to) const;
  void append_order(const Dependencies& dependencies);
  void find_cycle(Node from, Node to, Dependencies& dependencies);

  const Adjacency& network_;
  const GivenRoutes given_;
  std::vector<LinkNumber> first_link_;  // by node, and their number
  std::vector<std::int16_t> distance_;
  std::vector<std::int16_t> next_;
  std::vector<std::int8_t> layer_;
  std::vector<std::uint32_t> order_;
  int layers_ = 0;
  Cycle cycle_;
};

}  // namespace toruscope::core
