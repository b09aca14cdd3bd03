// SPDX-License-Identifier: Apache-2.0
// The spanning trees of disjoint_trees.cpp: parents and children.

#pragma once

#include <toruscope/communicator.hpp>

#include <vector>

namespace toruscope::collectives {

class DisjointTrees {
 public:
  DisjointTrees(const std::vector<int>& sides, Rank root);

  [[nodiscard]] int count() const { return static_cast<int>(long_.size()) * directions_; }
  [[nodiscard]] int height() const;
  [[nodiscard]] int depth(int tree, Rank rank) const;
  /// Parent of a PE that is not the root.
  [[nodiscard]] Rank parent(int tree, Rank rank) const;
  [[nodiscard]] std::vector<Rank> children(int tree, Rank rank) const;

 private:
  [[nodiscard]] int dimension(int tree, int place) const;
  [[nodiscard]] int direction(int tree) const { return directions_ == 2 && tree % 2 == 1 ? -1 : 1; }
  [[nodiscard]] int steps(int tree, int dimension, Rank rank) const;
  [[nodiscard]] Rank beside(Rank rank, int dimension, int by) const;

  std::vector<int> sides_;
  std::vector<int> long_;  // dimensions
  Rank root_;
  int directions_ = 1;
};

}  // namespace toruscope::collectives
