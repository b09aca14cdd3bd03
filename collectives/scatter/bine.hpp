// SPDX-License-Identifier: Apache-2.0
// Scatter down a Bine tree, and its reversal, the gather: the blocks below a PE are an interval of places around it.
//
//   ring 8, root 0     0 -> 3 (blocks 2 3 4 5)      0 -> 7 (6 7), 3 -> 4 (4 5)      0 -> 1 (1), 3 -> 2 (2), 4 -> 5 (5), 7 -> 6 (6)
//
// Invariant  (scatter) After the steps down to s a PE that has been told holds the blocks of 2^s places. Of an even place v they begin
//            at v less the odd powers of two below 2^s, of an odd one at v less the even powers.
// Rounds     log2 p.     Volume   p - 1 blocks on the critical path.     Restricted to  a power of two of PEs; any root, network.
//            Places are ranks counted from the root, so its blocks are turned once in its memory.
// Links      On a ring none is shared.
// Source     shapes/bine.hpp.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bine" of scatter.
Scatter scatter_bine();
/// The entry "bine" of gather.
Gather gather_bine();

}  // namespace toruscope::collectives
