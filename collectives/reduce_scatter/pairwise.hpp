// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter by pairwise exchange, k partners at a time: every block goes straight to the PE that combines it.
//
//   p = 5, k = 2     round 1   r -> r+1, r+2      round 2   r -> r+3, r+4   (mod 5), the receiver's block each
//
// Invariant  PE r gets the blocks of r-1, r-2, .. (mod p). Those of ranks below r go to the left of what it has, those
//            above r, which come later, to the left of each other: two sums, put together at the end, keep rank order.
// Rounds     ceil((p-1)/k).     Volume   p - 1 blocks per PE, k at a time: the ports' bound.     Any p, k, topology.
// Source     Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.4.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "pairwise".
ReduceScatter reduce_scatter_pairwise();

}  // namespace toruscope::collectives
