// SPDX-License-Identifier: Apache-2.0
// Reduction of long data along the ranks, from both ends to the root, in the parts that take least time.
//
//   p = 5, root 3     0 -> 1 -> 2 -> 3 <- 4, part after part: shapes/pipeline.hpp
//
// Rounds     s + n - 2 messages on the way of the last part, s parts, n PEs on the longer side with the root; a root
//            between two ends takes two messages for each part.     Volume   (1 + (n-2)/s) m.
// Links      None is shared on a ring whose ranks stand in a row.   Any p, root, topology; rank order is kept.
// Source     Johnsson, Ho, IEEE Trans. Computers 38(9), 1989 (pipelined packets), backwards.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "pipelined_chain".
Reduce reduce_pipelined_chain();

}  // namespace toruscope::collectives
