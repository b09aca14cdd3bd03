// SPDX-License-Identifier: Apache-2.0
// A network for cuts: neighbours, and directed links between them in both directions together.

#pragma once

#include <toruscope/topology.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::core {

class CutGraph {
 public:
  struct Edge {
    Node to = 0;
    int links = 0;  ///< links in both directions together
  };

  /// Lists neighbours by number.
  explicit CutGraph(const Topology& network);

  [[nodiscard]] int nodes() const { return static_cast<int>(first_.size()) - 1; }
  [[nodiscard]] int pes() const { return pes_; }
  [[nodiscard]] bool is_pe(Node node) const { return node < pes_; }
  [[nodiscard]] std::span<const Edge> edges(Node node) const {
    const auto at = static_cast<std::size_t>(node);
    return std::span(edges_).subspan(first_[at], first_[at + 1] - first_[at]);
  }
  /// PEs of the smaller half, and of the larger one.
  [[nodiscard]] int smaller_half() const { return pes_ / 2; }
  [[nodiscard]] int larger_half() const { return pes_ - pes_ / 2; }

 private:
  int pes_;
  std::vector<std::size_t> first_;  // first edge of each node, and the number of edges
  std::vector<Edge> edges_;
};

/// Side of each node, of two.
using Halves = std::vector<char>;

int links_across(const CutGraph& graph, const Halves& sides);

}  // namespace toruscope::core
