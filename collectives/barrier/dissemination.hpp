// SPDX-License-Identifier: Apache-2.0
// Barrier by dissemination: messages of no bytes to the PE 1, 2, 4, ... ranks further on.
//
//   p = 5     r -> r+1      r -> r+2      r -> r+4     (mod 5)
//
// Invariant  After round i a PE has heard, directly or not, from the 2^(i+1) - 1 ranks before it (or all).
// Rounds     ceil(log2 p).     Volume   none.     Any p.
// Source     Hensgen, Finkel, Manber, "Two Algorithms for Barrier Synchronization", Int. J. Parallel
//            Programming 17(1), 1988.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "dissemination".
Barrier barrier_dissemination();

}  // namespace toruscope::collectives
