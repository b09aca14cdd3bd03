// SPDX-License-Identifier: Apache-2.0
// Allgather around rings: every PE hands the block that it got last to the next one; on a torus along one dimension after
// the other, the last first, with all that was gathered so far as the block.
//
//   p = 4     round 1   r sends block r       to r+1
//             round 2   r sends block r-1     to r+1
//             round 3   r sends block r-2     to r+1   (mod 4)
//   torus 2x3, PE (0,0)     along dimension 1: has 0 1 2      along dimension 0: sends all three, has 0 1 2 3 4 5
//
// Invariant  (ring) After round i PE r has the blocks r-i .. r (mod p).
// Rounds     p - 1; torus: the sum of N_i - 1.     Volume   p - 1 blocks per PE, one port's bound.
// Restricted to a torus (torus version). The ring takes any p, topology.
// Links      None is shared on a ring whose ranks stand in a row, nor on a torus: every message crosses one link of its own.
// Source     Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.1; by
//            dimensions: Barnett, Littlefield, Payne, van de Geijn, "Global Combine on Mesh Architectures with Wormhole
//            Routing", Int. Parallel Processing Symposium 1993.

#pragma once

#include "collectives/shapes/ring_cost.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "ring".
Allgather allgather_ring();
/// The entry "torus".
Allgather allgather_torus();

/// What "ring" runs.
void allgather_around(Communicator& ring, std::span<const std::byte> mine, std::span<std::byte> all);
/// p - 1 rounds of one block.
RingRounds allgather_ring_rounds(int p, std::size_t block);

}  // namespace toruscope::collectives
