// SPDX-License-Identifier: Apache-2.0
// Spanning trees of a torus that share no link, as many as a PE has links: long data go down all of them at once, in packets.
//
//   torus 3x3, root 0, tree (0, +)     0 -> 3 -> 6     down the root's column, from there along the rows;
//                                      6 -> 0 -> ..    the rest of the root's row gets it last, from below, around the column
//
// Tree (i, s)   From the root along dimension i, then i+1, .., always in direction s; PEs with the root's coordinate in dimension i
//               hang below the PE before them on that ring. Every link that does not enter the root belongs to one tree.
// Hypercube     Only the trees in one direction, one for each dimension: Johnsson and Ho's edge-disjoint spanning binomial trees.
// Height        H = sum (N - 1) + 1; one dimension: N - 1.
// Packets       Packet x goes down tree x mod T. Packet q of a tree is sent by the PEs at depth h in round q + h, and goes up in the
//               reverse order.
// Rounds        B + H - 1 for B packets in each tree.     Volume     B + H - 1 packets of about m/(T B).
// Links         None is shared.
// Restricted to a torus whose sides are all 3 and more, or all 2.
// Source        Johnsson, Ho, "Optimum Broadcasting and Personalized Communication in Hypercubes", IEEE Trans. Computers 38(9), 1989;
//               trees of a torus with other sides are ours.

#pragma once

#include "collectives/shapes/premises.hpp"
#include "collectives/shapes/segments.hpp"

#include <toruscope/catalogue.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toruscope::collectives {

class DisjointTrees {
 public:
  DisjointTrees(const std::vector<int>& sides, Rank root);

  [[nodiscard]] int count() const { return static_cast<int>(long_.size()) * directions_; }
  [[nodiscard]] int height() const;
  [[nodiscard]] int depth(int tree, Rank rank) const;
  /// Of a PE that is not the root.
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

/// One PE's place in the trees, and the packets that it has to pass on in each round.
class TreePipeline {
 public:
  struct Packet {
    Rank partner;
    std::size_t number;
  };

  TreePipeline(const std::vector<int>& sides, Rank root, Rank rank, const Segments& packets);

  [[nodiscard]] int rounds() const { return rounds_; }
  /// From the parents, and to the children, in this round on the way down.
  [[nodiscard]] std::vector<Packet> from_parents(int round) const;
  [[nodiscard]] std::vector<Packet> to_children(int round) const;

 private:
  struct Place {
    int depth;
    Rank parent;
    std::vector<Rank> children;
  };
  [[nodiscard]] std::optional<std::size_t> number(std::size_t tree, int q) const;

  std::vector<Place> places_;  // by tree
  std::size_t packets_;
  int rounds_;
};

/// `segment` bytes each, or 0: so many that it takes least time.
Segments tree_packets(const Case& c);

std::optional<std::string> refusal_of_disjoint_trees(const Case& c);
/// Nothing with fewer ports than trees, or where PEs wait for each other's hops: several packets, and th or L.
std::optional<Prediction> disjoint_trees_cost(const Case& c);
std::optional<Ticks> disjoint_trees_estimate(const Case& c);

/// Where the entry may be used, that no link is shared, and the source.
template <class Entry>
void claim_disjoint_trees(Entry& entry) {
  claim_restrictions(entry, "a torus, its sides all 2 or all 3 and more", refusal_of_disjoint_trees);
  entry.source = "Johnsson, Ho, IEEE Trans. Computers 38(9), 1989 (hypercubes)";
  if (Entry::kOperation.combines) entry.source += ", backwards";
  entry.source += "; other tori are ours";
  entry.conflict_free = never_in_conflict();
}

}  // namespace toruscope::collectives
