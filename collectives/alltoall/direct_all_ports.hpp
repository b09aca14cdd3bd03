// SPDX-License-Identifier: Apache-2.0
// Direct all-to-all by k ports at once: every block goes straight from its origin to its destination.
//
//   p = 6, k = 2     round 1   r -> r+1, r+2      round 2   r -> r+3, r+4      round 3   r -> r+5   (mod 6), one block each
//
// Invariant     In a round every PE sends a block to each of the next k PEs by rank, and receives k.
// Rounds        ceil((p-1)/k).     Volume   p - 1 blocks sent by each PE, k at a time: optimal for k ports. Any p, any topology.
// Restricted to two ports or more: with one port it would be `direct`.
// Links         On a torus the messages of a round share links, so the time is above the formula.
// Source        Bruck, Ho, Kipnis, Upfal, Weathersby, IEEE Trans. Parallel and Distributed Systems 8(11), 1997, section 3, with the
//               radix p.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "direct_all_ports".
Alltoall alltoall_direct_all_ports();

}  // namespace toruscope::collectives
