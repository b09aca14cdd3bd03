// SPDX-License-Identifier: Apache-2.0
// The pipelined broadcast down a torus tree by policy `eager`: what is to be sent and received comes before all work.
//
//   ready to send      the oldest block that a child lacks, g after the last send of this PE
//   ready to receive   the parent's next block is at the mailbox, and g after the last one was taken
//
// A PE does what is ready first, at a tie the reception, and works in between. Work that has to stand back for that may be done at
// any time before the end, so it is enough to count what is left of it: idle time makes it less, and what is left at the end
// is done then. The event log has a row for that only.
//
// Restricted to  machines on which the end of a send is known when it begins: not worms with direct injection.
// Source         as pipelined_torus.cpp; the policy is the recurrences' own (docs/errata.md has what the paper's formula leaves out).

#pragma once

#include "collectives/shapes/segments.hpp"

#include <toruscope/pipelined_broadcast.hpp>

#include <cstddef>
#include <span>

namespace toruscope::collectives {

/// The program of every PE. `work` may be empty.
void broadcast_eagerly(Communicator& comm, Rank root, std::span<std::byte> data, const Segments& parts,
                       const BlockWork& work);

}  // namespace toruscope::collectives
