// SPDX-License-Identifier: Apache-2.0
// Tree of a scatter by k ports, and backwards of a gather: every PE gets its own block from one.
//
// The blocks lie in a row, the root's own first; places are counted from it. A PE that holds [lo,
// hi) with i + 1 rounds left keeps its first (k+1)^i blocks and hands the rest on in k equal
// pieces, each to the PE of its first place.
//
//   p = 7, k = 2     round 1   0 -> 3 [3,5), 5 [5,7)      round 2   0 -> 1, 2   3 -> 4   5 -> 6
//
// Rounds     ceil(log_{k+1} p).     Volume   ceil((p-1)/k) blocks on the longest way: both optimal,
//            for every p and k. (The k-nomial split: 16 blocks, not 9, for p = 27, k = 3.)
// Source     Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE TPDS 8(11), 1997, for the bounds.

#pragma once

#include "collectives/shapes/premises.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace toruscope::collectives {

/// A piece that one PE hands to another.
struct SplitStep {
  int round = 0;
  int partner = 0;  ///< its place
  int lo = 0;
  int hi = 0;  ///< the piece: places lo .. hi-1
  bool gives = false;

  [[nodiscard]] int size() const { return hi - lo; }
  friend bool operator==(const SplitStep&, const SplitStep&) = default;
};

/// Steps of the PE at `place` in a scatter, in order. The first, but of place 0, is its own piece.
inline std::vector<SplitStep> split_steps(int p, int k, int place) {
  std::vector<SplitStep> mine;
  int lo = 0;
  int hi = p;
  const int rounds = ceil_log(k + 1, p);
  std::int64_t keep = 1;
  for (int i = 1; i < rounds; ++i) keep *= k + 1;
  for (int round = 0; round < rounds; ++round, keep /= k + 1) {
    if (hi - lo <= keep) continue;
    const int rest = lo + static_cast<int>(keep);
    const auto size = static_cast<int>(ceil_div(hi - rest, k));
    const int own_lo = place < rest ? lo : rest + (place - rest) / size * size;
    for (int first = rest; first < hi; first += size) {
      const int last = std::min(first + size, hi);
      if (place == lo) mine.push_back({round, first, first, last, true});
      if (place == first) mine.push_back({round, lo, first, last, false});
    }
    hi = place < rest ? rest : std::min(own_lo + size, hi);
    lo = own_lo;
  }
  return mine;
}

}  // namespace toruscope::collectives
