// SPDX-License-Identifier: Apache-2.0
// One-to-all broadcast by recursive doubling: on a line of PEs, and dimension by dimension on a torus.
//
// In each round every informed PE tells the one that stands in the other half of its interval where it stands
// itself, and keeps its own half (shapes/halving.hpp).
//
//   ring, p = 8, root 0     0 -> 4      0 -> 2, 4 -> 6      0 -> 1, 2 -> 3, 4 -> 5, 6 -> 7
//   torus 3x5, root 7       7 -> 9      7 -> 5, 9 -> 8      5 -> 6      then all five columns at once
//
// Rounds        ceil(log2 p) on a line, the sum of ceil(log2 N_i) on a torus.     Volume   n bytes per round.
// Restricted to one dimension (line version). The torus version takes any grid, its last dimension first.
// Links         No two messages meet on one when sends are direct: a PE's messages stay in its interval and
//               follow each other. (A buffered sender may overtake the tail of its own message.)
// Source        Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 4.1.1-4.1.3; any p and any
//               root by interval halving.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "recursive_doubling".
Broadcast broadcast_recursive_doubling();
/// The entry "rotation_doubling": shapes/relabelled.hpp.
Broadcast broadcast_rotation_doubling();
/// The entry "xor_doubling": shapes/relabelled.hpp.
Broadcast broadcast_xor_doubling();
/// The entry "torus_recursive_doubling".
Broadcast broadcast_torus_recursive_doubling();

}  // namespace toruscope::collectives
