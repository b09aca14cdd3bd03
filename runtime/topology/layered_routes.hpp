// SPDX-License-Identifier: Apache-2.0
// Shortest routes through any network, on virtual channels that make their dependencies acyclic.
//
// Of the shortest ways from a node to a PE the one with the lowest next node is taken; routes of
// some pairs may be given. Routes are then dealt to layers (layers.hpp), a virtual channel each, by
// (source, destination).

#pragma once

#include "runtime/topology/graph_file.hpp"
#include "runtime/topology/layers.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace toruscope::core {

class LayeredRoutes {
 public:
  /// Consecutive links: from, to.
  using Cycle = std::vector<std::pair<Node, Node>>;

  /// Routes between all PEs, in at most `most_layers`. If those do not suffice `cycle()` shows why.
  LayeredRoutes(const Adjacency& network, int pes, int most_layers, GivenRoutes given = {});

  /// Links from a node to a PE; -1 if there is no way.
  [[nodiscard]] int distance(Node from, Node to) const { return distance_[pair(from, to)]; }
  /// The port of a node towards a PE; to != from.
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
  [[nodiscard]] int layer(Node from, Node to) const { return layers_->layer(route(from, to)); }
  /// The place of a link's virtual channel in the order.
  [[nodiscard]] std::uint32_t order(Node from, Port port, int layer) const {
    return layers_->order(link(from, port), layer);
  }
  [[nodiscard]] int layers() const { return layers_->layers(); }
  /// Links of a remaining cyclic dependency; empty if every route has a layer.
  [[nodiscard]] Cycle cycle() const;

 private:
  [[nodiscard]] std::size_t pair(Node from, Node to) const {
    return static_cast<std::size_t>(to) * network_.size() + static_cast<std::size_t>(from);
  }
  /// Number of a route among all, with those of PEs to themselves, which have no link.
  [[nodiscard]] std::size_t route(Node from, Node to) const {
    return static_cast<std::size_t>(from) * pes_ + static_cast<std::size_t>(to);
  }
  [[nodiscard]] Layers::Link link(Node from, Port port) const {
    return first_link_[static_cast<std::size_t>(from)] + static_cast<Layers::Link>(port);
  }
  [[nodiscard]] Port port_to(Node node, Node next) const;
  void find_ways(Node to);

  const Adjacency& network_;
  const std::size_t pes_;
  const GivenRoutes given_;
  std::vector<Layers::Link> first_link_;  // by node, and their number
  std::vector<std::int16_t> distance_;
  std::vector<std::int16_t> next_;
  std::optional<Layers> layers_;  // made last
};

}  // namespace toruscope::core
