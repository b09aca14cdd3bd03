// SPDX-License-Identifier: Apache-2.0
// The spanning trees of a hypercube (shapes/disjoint_trees.hpp) for PEs with one port: in each round all messages go along one
// dimension, so that a PE has one partner, to send to and to receive from.
//
//   hypercube of 4 PEs, root 0, packets x y     round 0   0 -> 2 x           (dimension 0)
//                                               round 1   0 -> 1 y  2 -> 3 x (dimension 1)
//                                               round 2   1 -> 3 y  3 -> 1 x (dimension 0)
//                                               round 3   3 -> 2 y           (dimension 1)
//
// Trees      Packet x goes down tree j = x mod D: from the root along dimension j, then along j+1, j+2, .. around; PEs on the root's
//            side of dimension j get it last, from their partners across j.
// Rounds     Round t is dimension t mod D. The root sends packet x in round x. It reaches PE v in round x + (d - j) mod D, d the
//            last dimension after j, around, in which v differs from the root; in round x + D if v does not differ in j.
//            So a PE gets one packet at most in a round: P + D rounds for P packets, P in one dimension.
// Volume     P + D packets of m/P; the best P is about sqrt(D m tw / ts): m tw + 2 sqrt(D m tw ts) + D ts.
// Restricted to a torus whose sides are all 2: a hypercube.
// Source     Johnsson, Ho, "Optimum Broadcasting and Personalized Communication in Hypercubes", IEEE Trans. Computers 38(9), 1989.

#pragma once

#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/segments.hpp"

#include <toruscope/catalogue.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace toruscope::collectives {

class OnePortTrees {
 public:
  OnePortTrees(const std::vector<int>& sides, Rank root, std::size_t packets);

  [[nodiscard]] int dimensions() const { return static_cast<int>(bits_.size()); }
  [[nodiscard]] int rounds() const;
  /// Of this round, at least one dimension given.
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

/// `segment` bytes each, or 0: so many that it takes least time.
Segments one_port_packets(const Case& c);

std::optional<std::string> refusal_of_one_port_trees(const Case& c);
/// Nothing where PEs wait for each other's hops: several packets, and th or L.
std::optional<Prediction> one_port_trees_cost(const Case& c);
std::optional<Ticks> one_port_trees_estimate(const Case& c);

/// All that an entry says of itself, but its name and what it does.
template <class Entry>
void claim_one_port_trees(Entry& entry) {
  claim_restrictions(entry, "a torus whose sides are all 2", refusal_of_one_port_trees);
  entry.formula = "(P+D) (ts + m/P tw), th = 0 or P = 1, P packets, D > 1 dimensions; D = 1: P for P+D";
  entry.source = "Johnsson, Ho, IEEE Trans. Computers 38(9), 1989";
  if (Entry::kOperation.combines) entry.source += ", backwards";
  entry.conflict_free = never_in_conflict();
  entry.predicted = one_port_trees_cost;
  entry.estimated = one_port_trees_estimate;
}

}  // namespace toruscope::collectives
