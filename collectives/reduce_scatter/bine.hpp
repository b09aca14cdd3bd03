// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter among the ranks in a circle: the butterfly of Bine trees, which is Swing's on one ring.
//
//   p = 8, PE 0 sends     {1 2 5 6} to 1     {4 7} to 7     {3} to 3
//
// Rounds     ceil(log2 p).     Volume   p - 1 blocks: both optimal for one port.     Restricted to  an even number of PEs, an operator
//            that commutes; any network.
// Source     shapes/bine.hpp, shapes/butterfly.hpp.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bine".
ReduceScatter reduce_scatter_bine();

}  // namespace toruscope::collectives
