// SPDX-License-Identifier: Apache-2.0
// Nodes and cables of any network, several between two nodes too, and the distances between them.
//
//   ports       port i of a node has its i-th cable: by the neighbour's number, then in order. The
//               cables of two nodes have the same order at both.
//   rows        nodes that choose a port: all but PEs with a single cable

#pragma once

#include <toruscope/topology.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace toruscope::core {

/// The neighbours of each node, lowest first, and as often as there are cables.
using Adjacency = std::vector<std::vector<Node>>;

class Cabling {
 public:
  using Link = std::size_t;  ///< a directed link: by its tail, then its port
  using Row = int;
  static constexpr Row kNoRow = -1;
  /// The most entries of a table of rows: 512 MiB of two bytes each.
  static constexpr std::int64_t kMostEntries = std::int64_t{1} << 28U;

  /// A connected network, whose first nodes are PEs, which may forward other PEs' messages or not.
  /// Errors    ConfigError if too many nodes forward, or all ways of two PEs lead through others
  ///           that do not.
  Cabling(Adjacency neighbours, int pes, bool pes_forward = true);

  [[nodiscard]] int nodes() const { return static_cast<int>(neighbours_.size()); }
  [[nodiscard]] int pes() const { return pes_; }
  [[nodiscard]] const std::vector<Node>& neighbours(Node node) const {
    return neighbours_[static_cast<std::size_t>(node)];
  }
  /// The first port towards a neighbour.
  [[nodiscard]] Port port_to(Node node, Node next) const;
  [[nodiscard]] Port opposite(Node node, Port port) const;
  [[nodiscard]] std::size_t links() const { return first_.back(); }
  [[nodiscard]] Link link(Node node, Port port) const {
    return first_[static_cast<std::size_t>(node)] + static_cast<std::size_t>(port);
  }
  [[nodiscard]] Node tail(Link link) const;
  [[nodiscard]] Node head(Link link) const {
    const Node from = tail(link);
    return neighbours(from)[link - first_[static_cast<std::size_t>(from)]];
  }

  /// True if messages of other PEs may pass the node.
  [[nodiscard]] bool forwards(Node node) const { return pes_forward_ || node >= pes_; }

  [[nodiscard]] int rows() const { return static_cast<int>(nodes_.size()); }
  /// The row of a node, or kNoRow.
  [[nodiscard]] Row row(Node node) const { return row_[static_cast<std::size_t>(node)]; }
  [[nodiscard]] Node node(Row row) const { return nodes_[static_cast<std::size_t>(row)]; }
  /// The row of a node, or that of its neighbour.
  [[nodiscard]] Row entry(Node node) const {
    return row(node) == kNoRow ? row(neighbours(node).front()) : row(node);
  }
  /// PEs whose entry() is this row: its own, and its neighbours without a row.
  [[nodiscard]] const std::vector<Node>& pes_at(Row row) const {
    return pes_at_[static_cast<std::size_t>(row)];
  }
  /// Links of a shortest way between rows; -1 if there is none.
  [[nodiscard]] int hops(Row a, Row b) const {
    return hops_[static_cast<std::size_t>(a) * nodes_.size() + static_cast<std::size_t>(b)];
  }
  /// Links of a shortest way between nodes.
  [[nodiscard]] int distance(Node a, Node b) const {
    if (a == b) return 0;
    return hops(entry(a), entry(b)) + (row(a) == kNoRow ? 1 : 0) + (row(b) == kNoRow ? 1 : 0);
  }
  /// The largest distance of two PEs.
  [[nodiscard]] int diameter() const { return diameter_; }
  /// Links to the nearest PE.
  [[nodiscard]] int level(Node node) const { return level_[static_cast<std::size_t>(node)]; }
  /// The nearest PE, the lowest of several.
  [[nodiscard]] Node nearest_pe(Node node) const { return nearest_[static_cast<std::size_t>(node)]; }
  /// The ports of a row on the shortest ways to another one.
  void ways(Row from, Row to, std::vector<Port>& ports) const;

 private:
  void find_rows();
  void find_hops();
  void find_diameter();
  void find_levels();

  const Adjacency neighbours_;
  const int pes_;
  const bool pes_forward_;
  std::vector<Link> first_;  // by node, and their number
  std::vector<Row> row_;
  std::vector<Node> nodes_;
  std::vector<std::vector<Node>> pes_at_;
  std::vector<std::int16_t> hops_;
  int diameter_ = 0;
  std::vector<int> level_;
  std::vector<Node> nearest_;
};

}  // namespace toruscope::core
