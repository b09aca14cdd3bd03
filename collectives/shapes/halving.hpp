// SPDX-License-Identifier: Apache-2.0
// Recursive doubling on a line of any p: partners while the interval of ranks is halved.
//
// An interval [lo, hi) has one owner o. It is cut at mid = lo + ceil((hi - lo) / 2), and the owner
// tells the PE as far behind the other half's cut as o behind its own: both halves go on at once.
//
//   p = 7, root 3     3 -> 6      3 -> 1, 6 -> 4      1 -> 0, 3 -> 2, 4 -> 5
//
// Invariant  Before round i the informed PEs are the owners of 2^i (or fewer) intervals that tile
//            [0, p). Messages stay within intervals: on a line none of a round share a link.
// Rounds     ceil(log2 p). For p = 2^d the partners are those of rank XOR 2^i, for every root.
// Reversed   it is a reduction in which both sides of every message hold neighbouring intervals of
//            ranks, so rank order is kept for every root.
// Source     Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1,
//            algorithm 4.2, which needs p = 2^d; the cut at mid makes it any p.

#pragma once

#include <toruscope/units.hpp>

#include <algorithm>
#include <vector>

namespace toruscope::collectives {

/// One PE's part in one round.
struct HalvingStep {
  Rank partner = 0;
  bool tells = false;              ///< I own the interval and the partner gets its other half
  bool partner_is_higher = false;  ///< the partner's half has the higher ranks

  friend bool operator==(const HalvingStep&, const HalvingStep&) = default;
};

/// The steps of PE `rank` on a line of p PEs, in the order of a broadcast from `root`. In the first
/// step of every PE but the root it is told.
inline std::vector<HalvingStep> halving_steps(int p, Rank root, Rank rank) {
  std::vector<HalvingStep> steps;
  int lo = 0;
  int hi = p;
  int owner = root;
  while (hi - lo > 1) {
    const int mid = lo + (hi - lo + 1) / 2;
    const bool owner_is_low = owner < mid;
    const int other = owner_is_low ? std::min(mid + (owner - lo), hi - 1) : lo + (owner - mid);
    if (rank == owner) steps.push_back({other, true, owner_is_low});
    if (rank == other) steps.push_back({owner, false, !owner_is_low});

    const bool in_low = rank < mid;
    if (in_low != owner_is_low) owner = other;
    (in_low ? hi : lo) = mid;
  }
  return steps;
}

/// ceil(log2 p): the rounds.
constexpr int ceil_log2(int p) {
  int rounds = 0;
  while ((1LL << rounds) < p) ++rounds;
  return rounds;
}
static_assert(ceil_log2(1) == 0 && ceil_log2(2) == 1 && ceil_log2(5) == 3 && ceil_log2(8) == 3);

}  // namespace toruscope::collectives
