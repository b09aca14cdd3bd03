// SPDX-License-Identifier: Apache-2.0
// Reduction of long data up spanning trees that share no link, in packets (shapes/disjoint_trees.hpp).
//
// Rounds     B + H - 1, B packets in each tree of height H.     Volume     (1 + (H-1)/B) m/T on each link, T trees.
// Restricted to a torus whose sides are all 3 and more, or all 2, and an operator that commutes. With fewer ports than trees packets of a round wait for each other.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "disjoint_trees".
Reduce reduce_disjoint_trees();

}  // namespace toruscope::collectives
