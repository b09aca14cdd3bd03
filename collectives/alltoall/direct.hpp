// SPDX-License-Identifier: Apache-2.0
// Direct all-to-all by a linear shift: every block goes straight from its origin to its destination.
//
//   p = 5     r -> r+1      r -> r+2      r -> r+3      r -> r+4     (mod 5), one block each
//
// Invariant     In round t every PE sends one block and receives one.
// Rounds        p - 1.     Volume   p - 1 blocks per PE: the one-port bound. Any p, any communicator.
// Links         On a torus the messages of a round share links, so the time is above the formula.
// Source        Thakur, Rabenseifner, Gropp, "Optimization of Collective Communication Operations in MPICH",
//               Int. J. High Performance Computing Applications 19(1), 2005: all-to-all of long messages.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::detail {

/// The entry "direct".
Alltoall alltoall_direct();

}  // namespace toruscope::detail
