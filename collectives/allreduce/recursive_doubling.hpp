// SPDX-License-Identifier: Apache-2.0
// Allreduce by recursive doubling: in round i the PEs whose ranks differ in bit i exchange what they have combined.
//
//   p = 4     0 <-> 1, 2 <-> 3      0 <-> 2, 1 <-> 3
//   p = 6     0 -> 1, 2 -> 3        the same among 1, 3, 4, 5        1 -> 0, 3 -> 2
//
// Invariant  After round i an index holds the sum of its aligned block of 2^(i+1) indices; the partner's block lies
//            next to it, so the lower one goes left and rank order is kept.
// Rounds     log2 p, and two more if p is no power of two.     Volume   n bytes per round.     Any p; one port.
// Source     Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.5.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "recursive_doubling".
Allreduce allreduce_recursive_doubling();

}  // namespace toruscope::collectives
