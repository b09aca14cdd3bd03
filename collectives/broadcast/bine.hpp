// SPDX-License-Identifier: Apache-2.0
// Broadcast down a Bine tree, whose messages go about two thirds as far as those of a binomial tree, and one for long vectors.
//
//   bine                     whole messages, by falling steps        ring 8     0 -> 3      0 -> 7, 3 -> 4      0 -> 1, 3 -> 2, 4 -> 5, 7 -> 6
//   bine_scatter_allgather   p blocks of the vector down the tree of rising steps; then partners of falling steps exchange blocks,
//                            but those that the other has from the first half
//   ring 8, blocks that PE 0 sends     1 2 5 6 to 1     4 7 to 7     3 to 3     0 to 3     0 3 to 7     0 3 4 7 to 1
//
// Rounds     bine: ceil(log2 p), on a torus of even sides the sum of ceil(log2 N_i). bine_scatter_allgather: 2 log2 p.
// Volume     bine: n/q bytes in each round, by q parts. bine_scatter_allgather: 2 (p - 1) blocks of ceil(n/p) bytes.
// Restricted to an even number of PEs; bine_scatter_allgather to a power of two. Any root, network.
// Source     shapes/bine.hpp.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bine".
Broadcast broadcast_bine();
/// The entry "bine_scatter_allgather".
Broadcast broadcast_bine_scatter_allgather();

}  // namespace toruscope::collectives
