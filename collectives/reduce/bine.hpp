// SPDX-License-Identifier: Apache-2.0
// Reduction up a Bine tree, and one for long vectors: the broadcasts of broadcast/bine.hpp played backwards.
//
//   bine                   whole messages, by rising steps     ring 8     1 -> 0, 2 -> 3, 5 -> 4, 6 -> 7      7 -> 0, 4 -> 3      3 -> 0
//   bine_scatter_gather    partners of rising steps exchange blocks of their sums, but to PEs nearer to the root no more than those
//                          can use; then the blocks go up the tree
//
// Rounds     bine: ceil(log2 p), on a torus of even sides the sum of ceil(log2 N_i). bine_scatter_gather: 2 log2 p.
// Volume     bine: n/q bytes in each round, by q parts. bine_scatter_gather: 2 (p - 1) blocks of ceil(n/p) bytes, the last ones
//            filled up (shapes/value_blocks.hpp).
// Restricted to an even number of PEs, bine_scatter_gather to a power of two; an operator that commutes: a PE's sum is over PEs on
//            both sides of others. Any root, network.
// Source     shapes/bine.hpp.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bine".
Reduce reduce_bine();
/// The entry "bine_scatter_gather".
Reduce reduce_bine_scatter_gather();

}  // namespace toruscope::collectives
