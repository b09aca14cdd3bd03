// SPDX-License-Identifier: Apache-2.0
// Joint capacity of links of different speeds, for bounds where sides do not determine the links.
//
// A link that takes the time w for a byte carries at most floor(t / w) bytes in the time t. So
// links that must carry b bytes need a t for which sum floor(t / w) reaches b, however shared.
//
// All bytes that enter a set of nodes pass the links into it; all that leave it those out of it.
// Any set gives a valid bound; some give higher ones. Sets tried here: each PE; the PEs of one
// coordinate in a dimension, of the lower half of a dimension, and of one coordinate in each of the
// first dimensions; each island of the network; and the PEs within a distance of one PE. A switch
// belongs to a set if most of its links lead there.
//
// What islands must get in all, whichever gets how much, passes the links into all of them
// together. A switch belongs to the island to which most of its links lead, at least half of
// them.

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstdint>
#include <functional>

namespace toruscope::collectives {

/// True if a case's links are known one by one: its network is there, and small enough to count.
bool knows_links(const Case& c);

/// Bytes that must enter a set of `pes` PEs, with the root among them or not.
using MustEnter = std::function<std::int64_t(std::int64_t pes, bool has_root)>;

/// Slowest set's time in bytes of the machine's tw, rounded down. Precondition: knows_links(c).
std::int64_t cut_bytes(const Case& c, const MustEnter& must_enter);
/// The time for `bytes(islands)` that must enter islands, summed over those of a level; of the
/// slowest level, 0 without islands. Precondition: knows_links(c).
std::int64_t all_islands_bytes(const Case& c, const std::function<std::int64_t(std::int64_t islands)>& bytes);
/// The time for `bytes` that must enter PEs, summed over all PEs. Precondition: knows_links(c).
std::int64_t all_pes_bytes(const Case& c, std::int64_t bytes);
/// The time of an all-to-all on all links of the slowest dimension: floor(N^2/4) p/N block-hops of
/// each PE. Precondition: knows_links(c), a torus.
std::int64_t torus_bytes(const Case& c);

}  // namespace toruscope::collectives
