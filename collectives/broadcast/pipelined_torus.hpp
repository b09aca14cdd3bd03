// SPDX-License-Identifier: Apache-2.0
// Broadcast in parts down the tree of shapes/torus_tree.hpp: a PE receives a part, sends it to its children, and takes the
// next one when its sends are complete.
//
//   D(m)   a part's way to a child: ts + x + th + L + tr
//   sp(m)  from one send of a PE to its next: the time that its port is busy, or the gap
//   T      from one part to the next: d sp(m), d children of the root, or x if a link takes longer
//
//   time = (P-1) T + o sp + (floor(M/2) + floor(N/2)) D      P parts, o odd sides
//
// Links      Never shared.         Any root, any torus of at most two dimensions.
// Source     Liu, Li, Cui, "Pipelining: an effective method to reduce the broadcast delay of MPP systems", 1995, formulas
//            (1) to (6) without computation, as corrected for odd and unequal sides (docs/errata.md).

#pragma once

#include "collectives/shapes/segments.hpp"

#include <toruscope/pipelined_broadcast.hpp>

namespace toruscope::collectives {

/// The entry "pipelined_torus".
Broadcast broadcast_pipelined_torus();

/// The program of every PE. `work` may be empty.
void broadcast_down_torus_tree(Communicator& comm, Rank root, std::span<std::byte> data, const Segments& parts,
                               Overlap overlap, const BlockWork& work);

}  // namespace toruscope::collectives
