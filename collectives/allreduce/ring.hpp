// SPDX-License-Identifier: Apache-2.0
// Allreduce of long vectors around rings: a reduce-scatter, then an allgather, each to the next PE only; on a torus the
// reduce-scatters go through the dimensions, the last first, and the allgathers back.
//
//   torus 2x4, vector of 8 blocks     along dimension 1: each PE of a row keeps 2 blocks of the row's sum
//                                     along dimension 0: each keeps 1 block of the whole sum, and gets the other
//                                     along dimension 1: each gets the other 6
//
// Invariant  As in reduce_scatter/ring.hpp: neighbouring intervals of ranks combine, so the operator need not commute.
// Rounds     2 (p - 1); torus: the sum of 2 (N_i - 1).
// Volume     2 (p - 1) blocks of ceil(n/p) values; torus: 2 (p - 1)/p n. If the operator does not commute 3p - 4 blocks, 2p - 3
//            and p - 1; torus: about 3 n, from the last dimension, whatever p. Blocks are whole values, the last ones filled up
//            (shapes/value_blocks.hpp).
// Restricted to a torus (torus version). The ring takes any p, topology.
// Links      None is shared on a ring whose ranks stand in a row, nor on a torus.
// Source     Patarasuk, Yuan, J. Parallel Distrib. Comput. 69(2), 2009; by dimensions: Barnett, Littlefield, Payne, van de
//            Geijn, Int. Parallel Processing Symposium 1993.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "ring".
Allreduce allreduce_ring();
/// The entry "torus".
Allreduce allreduce_torus();

}  // namespace toruscope::collectives
