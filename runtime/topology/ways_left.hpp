// SPDX-License-Identifier: Apache-2.0
// The shortest ways to one PE over the links that are left. Of several the one is taken whose next
// node has the lowest number.
//
// Where all nodes carry PEs and the network knows its distances, only those nodes are searched all
// of whose shortest ways passed a failed link; there are few. Else all are, breadth first.
//
// Source  Ramalingam, Reps, "An incremental algorithm for a generalization of the shortest-path
//         problem", Journal of Algorithms 21, 1996, for links that are taken out.

#pragma once

#include "runtime/topology/links_left.hpp"

#include <toruscope/topology.hpp>

#include <cstddef>
#include <limits>
#include <vector>

namespace toruscope::core {

class WaysLeft {
 public:
  WaysLeft(const Topology& network, const LinksLeft& links, const std::vector<LinkEnds>& failed);

  /// Finds the ways to a PE.
  void find(Node to);
  /// Links from a node to that PE; kNoWay if none is left.
  [[nodiscard]] int distance(Node from) const {
    const int found = found_[static_cast<std::size_t>(from)];
    return found == kAsBefore ? network_.distance(from, to_) : found;
  }
  /// The first link of the way from a node that has one, and is not that PE.
  [[nodiscard]] LinksLeft::Link next(Node from);

  static constexpr int kNoWay = std::numeric_limits<int>::max();

 private:
  static constexpr int kAsBefore = -1;

  void find_longer();
  void shorten();
  int& found(Node node) { return found_[static_cast<std::size_t>(node)]; }

  const Topology& network_;
  const LinksLeft& links_;
  const std::vector<LinkEnds>& failed_;
  Node to_ = 0;
  std::vector<int> found_;             // distances, where they are not the network's
  std::vector<Node> longer_;           // nodes whose distance grew
  std::vector<LinksLeft::Link> next_;  // where it was asked for
};

/// The distances of all nodes from a node, breadth first; WaysLeft::kNoWay if no way is left.
std::vector<int> distances_left(const LinksLeft& links, Node to);

}  // namespace toruscope::core
