// SPDX-License-Identifier: Apache-2.0
// Scatter and its reversal, the gather, by halves, thirds, ... of the blocks: shapes/split_tree.hpp.
//
//   p = 7, k = 2, root 0     round 1   0 -> 3 (blocks 3, 4), 5 (5, 6)      round 2   0 -> 1, 2   3 -> 4   5 -> 6
//
// Invariant  (scatter) A PE that has been told holds the blocks of the places from its own to the next that has.
// Rounds     ceil(log_{k+1} p).     Volume   ceil((p-1)/k) blocks on the critical path.     Any p, k, root, topology.
//            Places are ranks counted from the root, so its blocks are turned once in its memory.
// Source     Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE Trans. Parallel and Distributed Systems 8(11), 1997.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "knomial" of scatter.
Scatter scatter_knomial();
/// The entry "knomial" of gather.
Gather gather_knomial();

}  // namespace toruscope::collectives
