// SPDX-License-Identifier: Apache-2.0
// Reduction without help: everybody sends to the root, which combines in rank order (shapes/flat.hpp).
//
// Messages   p - 1, all under way at once; the root's ports take them in ceil((p-1)/k) turns, n bytes each.
//            Any p, k, root, topology. The operator need not commute.
// Source     Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1: the naive way, backwards.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "flat".
Reduce reduce_flat();

}  // namespace toruscope::collectives
