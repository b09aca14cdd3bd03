// SPDX-License-Identifier: Apache-2.0
// Reduction of long vectors: every PE combines one block of it (reduce-scatter), then the root gathers the blocks.
//
//   p = 4, vectors of 4 blocks     reduce-scatter   PE i has block i of the result     (reduce_scatter/)
//                                  gather           the root has all four              (scatter/knomial.hpp)
//
// Rounds     halving_gather log2 p + ceil(log_{k+1} p); pairwise_gather ceil((p-1)/k) + ceil(log_{k+1} p).
// Volume     about 2 n bytes whatever p (one port), where a tree takes n ceil(log2 p). Blocks are whole values, the last
//            ones filled up (shapes/value_blocks.hpp).     Any k, root, n, topology; halving: p a power of two.
//            The operator need not commute.
// Source     Rabenseifner's reduction: Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications
//            19(1), 2005, section 4.5.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "halving_gather".
Reduce reduce_halving_gather();
/// The entry "pairwise_gather".
Reduce reduce_pairwise_gather();

}  // namespace toruscope::collectives
