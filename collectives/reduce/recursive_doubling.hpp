// SPDX-License-Identifier: Apache-2.0
// All-to-one reduction by recursive doubling: the broadcast played backwards, on a line and on a torus.
//
//   ring, p = 8, root 0     1 -> 0, 3 -> 2, 5 -> 4, 7 -> 6      2 -> 0, 6 -> 4      4 -> 0
//
// Invariant     A PE's sum is over an interval of ranks with itself inside. The two sides of a message hold
//               neighbouring intervals, so `left op right` in that order keeps rank order for every root.
//               On a grid the last dimension goes first: then a PE's sum is over whole rows, again an
//               interval of row-major ranks. (The broadcast of which it is the dual has its first dimension
//               first.)
// Rounds        ceil(log2 p) on a line, the sum of ceil(log2 N_i) on a torus.     Volume   n bytes per round.
// Restricted to one dimension (line version). The operator need not commute, except for rotation_doubling from a root
//               other than 0, whose sums are over ranks of rotated labels. Data elsewhere than at the root
//               stays as it was.
// Links         No two messages meet when p (each side) is a power of two. Otherwise the smaller half is ready
//               early and its message may meet others.
// Source        Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 4.1, algorithm 4.3 (which
//               combines in the order of arrival, so only for commutative operators unless the root is 0).

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "recursive_doubling".
Reduce reduce_recursive_doubling();
/// The entry "rotation_doubling": shapes/relabelled.hpp.
Reduce reduce_rotation_doubling();
/// The entry "xor_doubling": shapes/relabelled.hpp.
Reduce reduce_xor_doubling();
/// The entry "torus_recursive_doubling".
Reduce reduce_torus_recursive_doubling();

}  // namespace toruscope::collectives
