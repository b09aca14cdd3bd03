// SPDX-License-Identifier: Apache-2.0
// Routes of forwarding tables, which are a tree for each destination, and what follows from them:
// routes on each link, successions of links, and whether those have a cycle. No route of a pair is
// walked, so that 10,000 PEs need no 10^8 routes.

#pragma once

#include "runtime/topology/cabling.hpp"
#include "runtime/topology/routing_policies.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace toruscope::core {

/// The routes from all rows to one PE.
class RouteTree {
 public:
  RouteTree(const Cabling& cabling, const PortTable& table);

  /// Follows the table's ports to a PE.
  /// Errors    ConfigError if a route of a PE has no next port, or comes to a node twice.
  void find(Node to);
  /// Rows that routes of PEs pass on their way to that PE, farthest first, without its entry().
  [[nodiscard]] const std::vector<Cabling::Row>& order() const { return order_; }
  [[nodiscard]] Port port(Cabling::Row row) const;
  [[nodiscard]] Cabling::Row next(Cabling::Row row) const;
  /// PEs whose routes pass the row.
  [[nodiscard]] std::int64_t through(Cabling::Row row) const { return through_[static_cast<std::size_t>(row)]; }
  /// Links from the row to the entry() of that PE.
  [[nodiscard]] int hops(Cabling::Row row) const { return hops_[static_cast<std::size_t>(row)]; }

 private:
  void follow(Cabling::Row from);

  const Cabling& cabling_;
  const PortTable& table_;
  Node to_ = 0;
  Cabling::Row goal_ = 0;
  std::vector<int> hops_;
  std::vector<Cabling::Row> way_, order_;
  std::vector<std::int64_t> through_;
};

/// Routes between PEs on each directed link.
using LinkLoads = std::vector<std::int64_t>;
LinkLoads loads_of(const Cabling& cabling, const PortTable& table);
/// The most routes on a link between nodes that forward: others have no choice.
std::int64_t most_routes(const Cabling& cabling, const LinkLoads& loads);
/// Routes that the busiest link between nodes that forward has at least, whatever the routing on
/// shortest ways: all routes on all these links, and those that leave or enter a node on its own.
std::int64_t least_most_routes(const Cabling& cabling);

/// Links that follow each other on some route, of links between nodes that forward.
class LinkSuccessions {
 public:
  explicit LinkSuccessions(const Cabling& cabling);

  /// Link `link` is followed by the one that leaves its head by `port`.
  void add(Cabling::Link link, Port port);
  void add_all(const PortTable& table);
  /// Adds all shortest ways between PEs.
  void add_shortest();

  /// The place of each link in an order that increases along all routes; empty if there is none.
  [[nodiscard]] std::vector<std::uint32_t> order() const;
  /// Links of a cycle, by their ends; empty if there is none.
  [[nodiscard]] std::vector<std::pair<Node, Node>> cycle() const;

 private:
  [[nodiscard]] std::vector<std::vector<std::size_t>> after() const;

  const Cabling& cabling_;
  std::size_t words_;                 // of the ports of a node
  std::vector<std::uint64_t> ports_;  // by link
};

}  // namespace toruscope::core
