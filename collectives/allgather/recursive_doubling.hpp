// SPDX-License-Identifier: Apache-2.0
// Allgather by recursive doubling: in round i the PEs whose ranks differ in bit i exchange all that they hold.
//
//   p = 4     0 <-> 1, 2 <-> 3: one block      0 <-> 2, 1 <-> 3: two
//
// Invariant  After round i a PE has the blocks of its aligned group of 2^(i+1) ranks, in their places.
// Rounds     log2 p.     Volume   p - 1 blocks: both optimal for one port.     Restricted to  p a power of two.
// Source     Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.1.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "recursive_doubling".
Allgather allgather_recursive_doubling();

}  // namespace toruscope::collectives
