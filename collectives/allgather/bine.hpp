// SPDX-License-Identifier: Apache-2.0
// Allgather among the ranks in a circle: the butterfly of Bine trees, which is Swing's on one ring, backwards.
//
//   p = 8, PE 0 sends     {0} to 3     {0 3} to 7     {0 3 4 7} to 1
//
// Rounds     ceil(log2 p).     Volume   p - 1 blocks: both optimal for one port.     Restricted to  an even number of PEs; any network.
// Source     shapes/bine.hpp, shapes/butterfly.hpp.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "bine".
Allgather allgather_bine();

}  // namespace toruscope::collectives
