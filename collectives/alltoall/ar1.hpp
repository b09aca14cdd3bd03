// SPDX-License-Identifier: Apache-2.0
// AR1: all-to-all personalised communication on a ring of an even number p of nodes.
//
// Neighbours first divide the work: an even node takes what goes to the right, an odd node what goes to the
// left. Then the even nodes are a ring that turns right in steps of 2, the odd nodes one that turns left. Each
// box loses two destinations per step: the node where it is and that node's neighbour, which is served last.
//
//   p = 8, h = p/2 = 4      first        1 <-> 2    3 <-> 4    5 <-> 6    7 <-> 0         4 blocks each
//                           circulate    0 -> 2 -> 4 -> 6 -> 0,  1 -> 7 -> 5 -> 3 -> 1    4 blocks each
//                           last         0 <-> 1    2 <-> 3    4 <-> 5    6 <-> 7         4 blocks each
//
// Invariant     After the first round an even node 2i has, of the origins 2i-1 and 2i, exactly the destinations
//               2i .. 2i+h-1; an odd node 2i-1 has 2i-h .. 2i-1.
// Rounds        ceil(p/4) + 1 (one for p = 2).   Volume   floor(p^2/8) + p/2 blocks per node.
// Links         The right-going ring uses each link to the right once per round, the left-going one those to
//               the left: no conflicts, and none between rounds, as all messages of a round are equally long.
// Restricted to an even number of nodes on a ring of the machine.
// Source        Liu, Gu, Ren, Xiong, "Efficient and Scalable Algorithms for All-to-All Personalized
//               Communication on Multidimensional Tori", Acta Electronica Sinica 33(9), 2005, section 3,
//               Figure 2. (Its prose exchanges the first and the last pairing; only the figure's works.)

#pragma once

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/ring_program.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The rounds; p = 1 has none.
RingProgram ar1_program();
/// (ceil(p/4) + 1, floor(p^2/8) + p/2, 2 ceil(p/4)); p = 2: (1, 1, 1), since its last round is empty.
RingCost ar1_cost(int p);
/// p/2, then 2 (p/2 - 2 - 2k) for k = 0, 1, .., then p/2 or, where that is odd, one less.
RingSizes ar1_sizes(int p);

/// The algorithm, for any carrier.
void exchange_ar1(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                  std::size_t block);
/// The entry "ar1".
Alltoall alltoall_ar1();

}  // namespace toruscope::collectives
