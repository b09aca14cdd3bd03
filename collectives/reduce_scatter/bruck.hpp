// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter for k ports and any number of PEs: Bruck's concatenation (allgather/bruck.hpp) backwards, what was copied is
// combined.
//
// Partial sums lie in the order of the blocks me, me+1, ... (mod p). In a round in which every PE ends with w of them it sends those
// from w, 2 w, .. k w on to the PEs as many ranks after it; the first round hands over the p - w last ones in k equal pieces.
//
//   p = 7, k = 2     round 1   to r+3 and r+5, 2 sums each      round 2   to r+1 and r+2, 1 sum each
//
// Invariant  Before the last i rounds PE r holds sums of the blocks r .. r + (k+1)^i - 1 (mod p), or all; every contribution to a
//            block is in one sum.
// Rounds     ceil(log_{k+1} p).     Volume   ceil((p-1)/k) blocks: both optimal.     Any p, k, topology.
// Restricted to an operator that commutes: sums go around the ranks.
// Source     Bruck, Ho, Kipnis, Upfal, Weathersby, "Efficient Algorithms for All-to-All Communications in Multiport
//            Message-Passing Systems", IEEE Trans. Parallel and Distributed Systems 8(11), 1997, section 4, backwards.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bruck".
ReduceScatter reduce_scatter_bruck();

}  // namespace toruscope::collectives
