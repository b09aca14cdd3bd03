// SPDX-License-Identifier: Apache-2.0
// Broadcast of long data along the ranks, from the root on and around, in the parts that take least time.
//
//   p = 5, root 3     3 -> 4 -> 0 -> 1 -> 2, part after part: shapes/pipeline.hpp
//
// Rounds     s + p - 2 messages on the way of the last part, s parts.     Volume   (1 + (p-2)/s) m.
// Links      None is shared on a ring whose ranks stand in a row.         Any p, root, topology.
// Source     Johnsson, Ho, IEEE Trans. Computers 38(9), 1989 (pipelined packets); on a ring: a path from the root.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "pipelined_chain".
Broadcast broadcast_pipelined_chain();

}  // namespace toruscope::collectives
