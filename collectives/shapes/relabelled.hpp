// SPDX-License-Identifier: Apache-2.0
// Recursive doubling by renaming the PEs so that the root is number 0: pairs of partners.
//
// In round i = d-1 .. 0 every PE numbered v, a multiple of 2^(i+1), tells the one numbered v + 2^i.
//
//   rotation   v = (rank - root) mod p     p = 7, root 3     3 -> 0      3 -> 5, 0 -> 2   3 -> 4 ..
//   xor        v = rank XOR root           p = 8, root 5     5 -> 1      5 -> 7, 1 -> 3   5 -> 4 ..
//
// rotation   Any p: partners from p on are left out. On a ring no two messages share a link.
//            Backwards it combines by numbers, not ranks: for operators that commute, or root 0.
// xor        p = 2^d only. With p rounded up and partners from p on left out some PEs are never
//            told unless the root is 0: PE 2 of 3 is not by root 1. Backwards both sides of a
//            message hold aligned blocks of ranks: the lower goes left, and rank order is kept.
// Source     Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1,
//            algorithms 4.1 to 4.3.

#pragma once

#include "collectives/shapes/halving.hpp"

#include <bit>
#include <vector>

namespace toruscope::collectives {

/// Steps of PE `rank` by xor, in the order of a broadcast from `root`. Precondition: p = 2^d.
inline std::vector<HalvingStep> xor_steps(int p, Rank root, Rank rank) {
  std::vector<HalvingStep> steps;
  const int v = rank ^ root;
  for (int bit = p / 2; bit > 0; bit /= 2)
    if (v % bit == 0) {  // v AND mask = 0
      const Rank partner = (v ^ bit) ^ root;
      steps.push_back({partner, (v & bit) == 0, partner > rank});
    }
  return steps;
}

/// Steps by rotation, for any p.
inline std::vector<HalvingStep> rotation_steps(int p, Rank root, Rank rank) {
  std::vector<HalvingStep> steps;
  const int v = (rank - root + p) % p;
  for (int bit = static_cast<int>(std::bit_ceil(static_cast<unsigned>(p))) / 2; bit > 0; bit /= 2)
    if (v % bit == 0 && (v ^ bit) < p) {
      const Rank partner = ((v ^ bit) + root) % p;
      steps.push_back({partner, (v & bit) == 0, partner > rank});
    }
  return steps;
}

}  // namespace toruscope::collectives
