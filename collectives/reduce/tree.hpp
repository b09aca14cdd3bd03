// SPDX-License-Identifier: Apache-2.0
// All-to-one reduction on a tree of intervals, by k ports: the broadcast's trees played backwards.
//
//   postal, p = 10, k = 2, lambda = 3, root 0     step 1   1, 2 -> 0   8, 9 -> 7      step 3   5, 6 -> 0
//                                                 step 2   3, 4 -> 0                  step 4   7 -> 0
//
// Invariant  A PE's sum is over an interval of ranks with itself inside, and each piece that comes in lies next to it:
//            the piece that was given away last comes first. `left op right` in that order keeps rank order for every
//            root.
// Rounds     knomial ceil(log_{k+1} p); postal min { j : G(j) >= p } steps, optimal, for every root and any lambda.
// Volume     n bytes per message, p - 1 messages.     Any p, k, root, topology. Data elsewhere than at the root stay.
// Source     as the broadcast; reversal in time: Grama et al., section 4.1. (The tree T_0 of Lin and Yeh is optimal as
//            well, but its subtrees are no intervals: reversed it needs an operator that commutes.)

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "knomial".
Reduce reduce_knomial();
/// The entry "postal".
Reduce reduce_postal();

}  // namespace toruscope::collectives
