// SPDX-License-Identifier: Apache-2.0
// The shortest remaining ways to one PE: of several the lowest next node, or, where a network
// spreads its detours, one by the PE's number.
//
// Where all nodes carry PEs and the network knows its distances, only the few nodes are searched
// all of whose shortest ways passed a failed link. Else all are, breadth first.
//
// Source  Ramalingam, Reps, "An incremental algorithm for a generalization of the shortest-path
//         problem", Journal of Algorithms 21, 1996, for deletions.

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
  /// The first link of the way from another node that has one.
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

/// Distances of all nodes to `to`, breadth first; WaysLeft::kNoWay if no way is left.
std::vector<int> distances_left(const LinksLeft& links, Node to);

}  // namespace toruscope::core
