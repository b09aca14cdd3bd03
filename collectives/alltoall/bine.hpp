// SPDX-License-Identifier: Apache-2.0
// All-to-all in ceil(log2 p) rounds by Swing's partners on the ring of ranks: a block goes the way that the sums of its destination go
// in a reduce-scatter (shapes/butterfly.hpp), without being combined.
//
//   p = 8     round 0   0 -> 1    blocks for 1 2 5 6      7 -> 6    blocks for 6 5 2 1      ...
//             round 1   0 -> 7    what it has for 4 7
//             round 2   0 -> 3    what it has for 3
//
// Invariant  In each round PE v hands its partner the blocks, its own and those that it got, whose destinations the partner still
//            reaches and v does not. Of each pair one has of origins and destinations the mirror image of what the other has: block
//            (o, d) of v is block (v + partner - o, v + partner - d) of its partner. So every PE has p blocks all the time.
// Rounds     ceil(log2 p).     Volume     p/2 log2 p blocks for powers of two: Bruck's, but partners are nearer on a ring.
// Restricted to an even number of PEs.
// Source     De Sensi et al., "Bine Trees: Enhancing Collective Operations by Optimizing Communication Locality", SC 2025.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bine".
Alltoall alltoall_bine();

}  // namespace toruscope::collectives
