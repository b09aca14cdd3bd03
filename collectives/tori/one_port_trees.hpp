// SPDX-License-Identifier: Apache-2.0
// The spanning trees of one_port_trees.cpp: partners and packets of each round.

#pragma once

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace toruscope::collectives {

class OnePortTrees {
 public:
  OnePortTrees(const std::vector<int>& sides, Rank root, std::size_t packets);

  [[nodiscard]] int dimensions() const { return static_cast<int>(bits_.size()); }
  [[nodiscard]] int rounds() const;
  /// Partner in this round, if there is at least one dimension.
  [[nodiscard]] Rank partner(Rank rank, int round) const { return rank ^ bits_[dimension(round)]; }
  /// The packet that the PE gets from its partner in this round.
  [[nodiscard]] std::optional<std::size_t> arriving(Rank rank, int round) const;

 private:
  [[nodiscard]] std::size_t dimension(int round) const {
    return static_cast<std::size_t>(round) % bits_.size();
  }

  std::vector<Rank> bits_;  // by dimension: the bit of the rank
  Rank root_;
  std::size_t packets_;
};

}  // namespace toruscope::collectives
