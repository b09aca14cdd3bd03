// SPDX-License-Identifier: Apache-2.0
// Routes between the PEs of any network: by a policy, by forwarding tables, or one by one; and the
// virtual channels on which their dependencies have no cycle.
//
// Up to kMostDealtPes the routes are dealt to layers (layers.hpp), a virtual channel each, by
// (source, destination). More are on one channel, if that has no cycle.

#pragma once

#include "runtime/topology/cabling.hpp"
#include "runtime/topology/graph_file.hpp"
#include "runtime/topology/layers.hpp"
#include "runtime/topology/route_trees.hpp"
#include "runtime/topology/routing_policies.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace toruscope::core {

class GraphRoutes {
 public:
  static constexpr int kMostDealtPes = 1 << 10;

  /// Errors    ConfigError if the tables lead some route nowhere or in a circle.
  GraphRoutes(const Cabling& cabling, GraphFile& file);
  GraphRoutes(const GraphRoutes&) = delete;
  GraphRoutes& operator=(const GraphRoutes&) = delete;

  /// Calls pass(node, port) for each link of the route from a PE to a PE.
  template <class Pass>
  void walk(Node from, Node to, Pass&& pass) const {
    const auto given = given_.empty() ? given_.end() : given_.find({from, to});
    std::size_t passed = 0;
    for (Node at = from; at != to; ++passed) {
      const Port port = given == given_.end() ? next(from, at, to, static_cast<int>(passed))
                                              : cabling_.port_to(at, given->second[passed + 1]);
      pass(at, port);
      at = cabling_.neighbours(at)[static_cast<std::size_t>(port)];
    }
  }
  /// The virtual channel of the route from a PE to a PE.
  [[nodiscard]] int channel(Node from, Node to) const { return layers_ ? layers_->layer(number(from, to)) : 0; }
  [[nodiscard]] int channels() const { return layers_ ? layers_->layers() : 1; }
  /// The place of a link's virtual channel in an order that increases along routes, if !cycle().
  [[nodiscard]] std::uint32_t order(Node node, Port port, int channel) const;
  /// Links of a remaining cyclic dependency; empty if every route has a channel.
  [[nodiscard]] const std::vector<std::pair<Node, Node>>& cycle() const { return cycle_; }
  /// Links of the longest route.
  [[nodiscard]] int longest() const { return longest_; }
  [[nodiscard]] bool are_shortest() const { return are_shortest_; }
  /// Routes on each directed link; empty if they are too many to be walked.
  [[nodiscard]] const LinkLoads& loads() const { return loads_; }

 private:
  [[nodiscard]] Port next(Node from, Node at, Node to, int passed) const {
    const Cabling::Row row = cabling_.row(at);
    if (row == Cabling::kNoRow) return 0;
    if (table_.empty()) return next_by_hash(from, row, to, passed);
    return table_[static_cast<std::size_t>(row) * static_cast<std::size_t>(cabling_.pes()) +
                  static_cast<std::size_t>(to)];
  }
  [[nodiscard]] Port next_by_hash(Node from, Cabling::Row row, Node to, int passed) const;
  [[nodiscard]] std::size_t number(Node from, Node to) const {
    return static_cast<std::size_t>(from) * static_cast<std::size_t>(cabling_.pes()) +
           static_cast<std::size_t>(to);
  }
  void enter_tables(const GraphFile& file);
  void walk_all();
  void walk_pairs();
  void add_route(Node from, Node to);
  void deal(int most_channels);
  void order_all();

  const Cabling& cabling_;
  const GivenRoutes given_;
  PortTable table_;  // empty: by hash
  std::optional<Layers> layers_;
  std::vector<std::uint32_t> order_;  // if not dealt
  std::vector<std::pair<Node, Node>> cycle_;
  LinkLoads loads_;
  int longest_ = 0;
  bool are_shortest_ = true;
};

}  // namespace toruscope::core
