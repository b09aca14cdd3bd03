// SPDX-License-Identifier: Apache-2.0
// The pipelined broadcast down a torus tree by policy `eager`: messages precede all work.
//
//   ready to send      the oldest block that a child lacks, g after the last send of this PE
//   ready to receive   the parent's next block is in the mailbox, g after the last one was taken
//
// A PE does what is ready first, at a tie the reception, and works in between. Interrupted work may
// be done at any time before the end, so it is enough to count it: idle time reduces the count, and
// the rest is done at the end. The event log has a row for that only.
//
// Restricted to machines that know a send's end when it begins: no worms with direct injection.
// Source        pipelined_torus.cpp; the policy is that of its recurrences (docs/errata.md has what
//               the paper's formula leaves out).

#pragma once

#include "collectives/shapes/segments.hpp"

#include <toruscope/pipelined_broadcast.hpp>

#include <cstddef>
#include <span>

namespace toruscope::collectives {

/// Program of every PE; `work` may be empty.
void broadcast_eagerly(Communicator& comm, Rank root, std::span<std::byte> data, const Segments& parts,
                       const BlockWork& work);

}  // namespace toruscope::collectives
