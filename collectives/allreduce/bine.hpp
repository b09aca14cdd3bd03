// SPDX-License-Identifier: Apache-2.0
// Allreduce among the ranks in a circle: reduce-scatter and allgather by the butterfly of Bine trees, on p blocks of the vector.
//
// Rounds     2 ceil(log2 p).     Volume   2 (p - 1) blocks of ceil(n/p) bytes, the last ones filled up (shapes/value_blocks.hpp).
// Restricted to an even number of PEs, an operator that commutes; any network.
// Source     shapes/bine.hpp, reduce_scatter/bine.hpp, allgather/bine.hpp.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bine".
Allreduce allreduce_bine();

}  // namespace toruscope::collectives
