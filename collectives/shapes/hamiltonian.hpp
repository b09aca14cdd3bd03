// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter and allgather around rings that visit every PE of a torus of two dimensions: two Hamiltonian cycles without a common
// link, each in both directions, a share of the data on each of these four rings.
//
//   torus 4x5     cycle 1    00 04 14 24 23 33 34 30 31 32 22 12 13 03 02 01 11 21 20 10
//                 cycle 2    00 01 31 21 22 23 13 14 10 11 12 02 32 33 03 04 34 24 20 30
//
// Cycles     Links along the rows belong to cycle 1, those along the columns to cycle 2. To switch a unit square gives its two row links
//            to cycle 2 and its two column links to cycle 1, which joins two rows, and two columns. Let r <= s be the sides:
//            squares (j, j), j = 0 .. r-2, join all rows, and r columns; squares (a, j), (b, j+1), (a, j+2), .. from j = r-1 on
//            join the other columns and leave cycle 1 whole. r odd, s even: a = r-1, b = 0, s-1 squares in all; else a = 0,
//            b = 1, and s-1 squares if r and s are both even or both odd, s if not.
// Rings      As many as there are ports for, at most four, in the order (1, +), (1, -), (2, +), (2, -).
// Blocks     Reduce-scatter: in round t PE n_k of a ring sends the block of n_(k-1-t) to n_(k+1), which combines. Allgather: that of
//            n_(k-t).
// Invariant  All PEs send equal messages in a round, so all are at the same round at one time. Sums are joined in the order of the
//            rings: the operator must commute.
// Rounds     p - 1.     Volume     (p - 1) / rings blocks on each link: the lower bound with four, for any sides.
// Links      None is shared.
// Restricted to a torus of two dimensions with sides of 3 and more.
// Source     Kotzig, "Every Cartesian product of two circuits is decomposable into two Hamiltonian circuits", 1973: the cycles exist;
//            used for collectives: Hoefler et al., "HammingMesh: A Network Topology for Large-Scale Deep Learning", SC 2022. The
//            squares are ours.

#pragma once

#include "collectives/shapes/ring_cost.hpp"

#include <toruscope/catalogue.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace toruscope::collectives {

/// Four rings through all PEs of a torus that has two sides above 1, both 3 and more.
class HamiltonianRings {
 public:
  explicit HamiltonianRings(const std::vector<int>& sides);

  static constexpr int kMost = 4;
  /// The PE so many places further on.
  [[nodiscard]] Rank ahead(int ring, Rank from, int places) const {
    const std::vector<Rank>& order = orders_[index(ring / 2)];
    const int by = ring % 2 == 0 ? places : -places;
    return order[index(core::mod(places_[index(ring / 2)][index(from)] + by, static_cast<int>(order.size())))];
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  std::array<std::vector<Rank>, 2> orders_;  // of the cycles
  std::array<std::vector<int>, 2> places_;   // by rank
};

/// `blocks` are p blocks of whole values; that of this PE ends as the sum of all PEs' blocks, the others as anything.
void reduce_scatter_around_cycles(Communicator& comm, std::span<std::byte> blocks, const Combine& op);
/// `blocks` are p blocks, that of this PE filled in; all others are.
void allgather_around_cycles(Communicator& comm, std::span<std::byte> blocks, std::size_t element);

/// Rounds of one of the two, and the sum of their longest messages, for blocks of so many bytes.
RingRounds hamiltonian_rounds(const Case& c, std::size_t block, std::size_t element);
std::optional<std::string> refusal_of_hamiltonian(const Case& c);
/// Nothing where a PE takes several messages a round and each costs tr.
std::optional<Prediction> hamiltonian_cost(const Case& c, const RingRounds& all);
std::optional<Ticks> hamiltonian_estimate(const Case& c, const RingRounds& all);

/// The claims of an entry whose rounds in a case are those.
template <class Entry, class Rounds>
void claim_hamiltonian(Entry& entry, Rounds rounds) {
  claim_restrictions(entry, "a torus of two dimensions, both 3 and more", refusal_of_hamiltonian);
  entry.source =
      "Kotzig, 1973; Hoefler et al., SC 2022 (rings around Hamiltonian cycles); the construction is ours";
  entry.conflict_free = never_in_conflict();
  entry.predicted = [rounds](const Case& c) { return hamiltonian_cost(c, rounds(c)); };
  entry.estimated = [rounds](const Case& c) { return hamiltonian_estimate(c, rounds(c)); };
}

}  // namespace toruscope::collectives
