// SPDX-License-Identifier: Apache-2.0
// Broadcast without help: the root tells everybody itself, k at a time (shapes/flat.hpp).
//
//   p = 6, k = 2, root 1     1 -> 2, 3      1 -> 4, 5      1 -> 0
//
// Rounds     ceil((p-1)/k).     Volume   n bytes in each.     Any p, k, root, topology.
// Links      None is shared by two messages at one time when sends are direct.
// Source     Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1: the naive way.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "flat".
Broadcast broadcast_flat();

}  // namespace toruscope::collectives
