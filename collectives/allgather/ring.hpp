// SPDX-License-Identifier: Apache-2.0
// Allgather around a ring: every PE hands the block that it got last to the next one.
//
//   p = 4     round 1   r sends block r       to r+1
//             round 2   r sends block r-1     to r+1
//             round 3   r sends block r-2     to r+1   (mod 4)
//
// Invariant  After round i PE r has the blocks r-i .. r (mod p).
// Rounds     p - 1.     Volume   p - 1 blocks per PE, one port's bound.     Any p, topology.
// Links      None is shared on a ring whose ranks stand in a row: every message crosses one link of its own.
// Source     Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.1.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::detail {

/// The entry "ring".
Allgather allgather_ring();

}  // namespace toruscope::detail
