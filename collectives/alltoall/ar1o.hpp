// SPDX-License-Identifier: Apache-2.0
// AR1o(m): AR1 for a ring of an odd number p = 2q+1 of nodes.
//
// As in AR1 even nodes form a ring that turns right and odd nodes one that turns left. Node 0 has no partner; what it
// has for its left half goes to m odd nodes one after the other, each the first stop of a group of stops. A block
// leaves its ring at its stop, the node itself or its neighbour, which is served last.
//
//   p = 7, m = 1   first        1 <-> 2    3 <-> 4    5 <-> 6               4 blocks
//                  0 joins      0 -> 5                                      3
//                  circulate    0 -> 2 -> 4 -> 6 -> 0,  5 -> 3 -> 1 -> 5    4
//                  last         0 <-> 1    2 <-> 3    4 <-> 5               4
//                  and          5 -> 6                                      3
//
// Rounds        ceil(p/4) + m + 2 where there are m groups, that is (q-1)/2 stops or more.
// Volume        sum of ar1o_sizes, in lock-step: about p^2/8 and, for the node that carries what node 0 gave it, half
//               the square of a group more. m = 1 saves startups, m = 3 blocks.
// Synchronised  after each round: messages of one round differ in length.
// Links         Each ring uses each link of its direction at most once per round: no conflicts.
// Restricted to an odd number of at least 5 nodes on a ring of the machine.
// Source        our extension of Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 3.

#pragma once

#include "collectives/alltoall/ring_program.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// m >= 1 helpers of node 0; p odd, at least 5.
RingProgram ar1o_program(int m);
/// The formula, apart from the program. With s(0), s(1), .. the blocks of node 0 for each stop on its left (3, 2, 2, .., what is left of q), cut into
/// groups, T = ceil(p/4) - 1 and x(k) the most that any group has behind its stop k:
/// q+1; each group; for k = 0 .. T-1: max(4(T-k), 4(T-k) + x(k) - (p = 1 mod 4 ? 4 : 0)), where x(k) = 0: 4(T-k);
/// q+1; q or, for p = 1 mod 4, q-1.
RingSizes ar1o_sizes(int p, int m);

/// The entry "ar1o_m".
Alltoall alltoall_ar1o(int m);

}  // namespace toruscope::collectives
