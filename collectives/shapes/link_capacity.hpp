// SPDX-License-Identifier: Apache-2.0
// What links of different speeds carry together: for bounds on networks whose links differ, or whose sides do not tell them all.
//
// A link that takes the time w for a byte carries at most floor(t / w) bytes in the time t. Links that must carry b bytes together
// therefore need a t for which the sum of floor(t / w) over the links reaches b, however they share the bytes.
//
// All bytes that enter a set of nodes pass the links that lead into it; all that leave it those that lead out. Which set is taken
// does not matter for the truth of a bound, only for how high it is. Sets tried here: each PE; the PEs of one coordinate in a
// dimension, of the lower half of a dimension, and of one coordinate in each of the first dimensions (the islands of a hierarchy);
// and the PEs within a distance of one PE. A switch belongs to a set if most of its links lead there.

#pragma once

#include <toruscope/catalogue.hpp>

#include <cstdint>
#include <functional>

namespace toruscope::collectives {

/// The links of a case are known one by one: its network is there, and not too large to count them.
bool knows_links(const Case& c);

/// Bytes that must enter a set of so many PEs, with the root among them or not.
using MustEnter = std::function<std::int64_t(std::int64_t pes, bool has_root)>;

/// The time that the slowest of the sets needs, in bytes of the machine's tw, rounded down. Precondition: knows_links(c).
std::int64_t cut_bytes(const Case& c, const MustEnter& must_enter);
/// The same for `bytes` that must enter PEs, taken over all PEs. Precondition: knows_links(c).
std::int64_t all_pes_bytes(const Case& c, std::int64_t bytes);
/// The same for the blocks of an all-to-all and all links of a dimension, of the slowest dimension: floor(N^2/4) p/N block-hops of
/// each PE. Precondition: knows_links(c), a torus.
std::int64_t torus_bytes(const Case& c);

}  // namespace toruscope::collectives
