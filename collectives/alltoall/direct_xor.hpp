// SPDX-License-Identifier: Apache-2.0
// Direct all-to-all by exclusive or: in round t the PEs r and r xor t exchange their blocks.
//
//   p = 4     0-1 2-3      0-2 1-3      0-3 1-2
//
// Rounds        p - 1.     Volume   p - 1 blocks per PE: the one-port bound.
// Links         On a torus the messages of a round share links, fewer than those of the shift do.
// Restricted to a power of two of PEs.
// Source        Scott, "Efficient All-to-All Communication Patterns in Hypercube and Mesh Topologies", Distributed
//               Memory Computing Conf., 1991.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "direct_xor".
Alltoall alltoall_direct_xor();

}  // namespace toruscope::collectives
