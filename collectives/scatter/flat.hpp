// SPDX-License-Identifier: Apache-2.0
// Scatter and gather without help: the root deals with everybody itself (shapes/flat.hpp).
//
//   p = 6, k = 2, root 1     1 -> 2, 3      1 -> 4, 5      1 -> 0      (gather: all send to 1 at once)
//
// Rounds     ceil((p-1)/k).     Volume   one block in each: both of the ports' bounds, the startups' is missed.
//            Any p, k, root, topology.
// Source     Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, sections 4.1 and 4.4: the naive way.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "flat" of scatter.
Scatter scatter_flat();
/// The entry "flat" of gather.
Gather gather_flat();

}  // namespace toruscope::collectives
