// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter around rings: the sum of block c sets out from PE c+1 and ends on PE c, taking in every PE's on its way;
// on a torus along one dimension after the other, the last first.
//
//   p = 4, block 1     2 -> 3 (x2)     3 -> 0 (x2 x3)     0 -> 1 (x2 x3 and x0)     1 has x0 x1 x2 x3
//
// Invariant  A sum that has passed PE 0 is two: of ranks 0 .. r, and of ranks c+1 .. p-1. Put together at the end in that
//            order they keep rank order, so the operator need not commute. Of one that does there is one sum all the way.
//            On a torus a PE's sums are over whole rows after the last dimension, again intervals of row-major ranks.
// Rounds     p - 1; torus: the sum of N_i - 1.     Volume   p - 1 blocks. If the operator does not commute 2p - 3: PE 0
//            sends two in all rounds but the first; torus: 2 N_i - 3 pieces of N_1 .. N_(i-1) blocks along dimension i.
// Restricted to a torus (torus version). The ring takes any p, topology.
// Links      None is shared on a ring whose ranks stand in a row, nor on a torus.
// Source     Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009; by dimensions: Barnett, Littlefield, Payne, van de
//            Geijn, Int. Parallel Processing Symposium 1993. The second sum is ours.

#pragma once

#include "collectives/shapes/ring_cost.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "ring".
ReduceScatter reduce_scatter_ring();
/// The entry "torus".
ReduceScatter reduce_scatter_torus();

/// What "ring" runs.
void reduce_scatter_around(Communicator& ring, std::span<const std::byte> all, std::span<std::byte> mine,
                           const Combine& op);
/// p - 1 rounds, of one block and then, unless the operator commutes, of two.
RingRounds reduce_scatter_ring_rounds(int p, std::size_t block, bool commutative);

}  // namespace toruscope::collectives
