// SPDX-License-Identifier: Apache-2.0
// All-to-all on a ring of any number p of nodes by passing everything on to a neighbour: first to the right what is
// nearer that way, then to the left.
//
//   p = 5     to the right: 2 blocks, 1 block     to the left: 2 blocks, 1 block
//
// Invariant     After t rounds to the right a node has, of the origin t places to its left, the destinations up to
//               floor(p/2) places to the right of that origin.
// Rounds        p - 1.   Volume   floor(p^2/4) blocks per node, twice what the links ask for: one direction rests.
// Links         Each link to the right, then each to the left, is used once per round: no conflicts. In an aligned
//               cell of g nodes of a longer line the node at the end sends to the one at the beginning against the
//               stream, over links that rest.
// Source        Gu, "Efficient Indirect All-to-All Personalized Communication on Rings and 2-D Tori", J. Computer
//               Science and Technology 16(5), 2001, as used by Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9),
//               2005, section 5, in the cells of their torus algorithms.

#pragma once

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/ring_program.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

RingProgram two_way_ring_program();
/// Rounds to the right: floor(p/2). The others go to the left.
int rounds_to_the_right(int p);
/// (p - 1, floor(p^2/4), p - 1).
RingCost two_way_ring_cost(int p);
/// floor(p/2), .., 2, 1, then p - 1 - floor(p/2), .., 2, 1.
RingSizes two_way_ring_sizes(int p);

/// The algorithm, for any carrier.
void exchange_two_way_ring(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                           std::size_t block);
/// The entry "two_way_ring".
Alltoall alltoall_two_way_ring();

}  // namespace toruscope::collectives
