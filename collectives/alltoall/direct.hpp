// SPDX-License-Identifier: Apache-2.0
// Direct all-to-all by a linear shift: every block goes straight from its origin to its destination.
//
//   p = 5     r -> r+1      r -> r+2      r -> r+3      r -> r+4     (mod 5), one block each
//
// Invariant     In round t every PE sends one block and receives one.
// Rounds        p - 1.     Volume   p - 1 blocks per PE: the one-port bound. Any p, any communicator.
// Links         On a torus the messages of a round share links, so the time is above the formula.
// Source        Thakur, Rabenseifner, Gropp, "Optimization of Collective Communication Operations in MPICH",
//               Int. J. High Performance Computing Applications 19(1), 2005: all-to-all of long messages.

#pragma once

#include <toruscope/catalogue.hpp>

#include <functional>

namespace toruscope::collectives {

/// Whom a PE sends its block to in a round, and whose it gets.
struct Partners {
  Rank to = 0;
  Rank from = 0;
};
/// Rounds t = 1 .. p-1 of one block each; the own block is copied.
void exchange_directly(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                       std::size_t block, const std::function<Partners(int t)>& partners);
/// (p-1) (ts + m tw) with `hops` links in all, if the machine is the one that all formulas assume.
std::optional<Prediction> predicted_without_sharing(const Case& c, std::int64_t hops);

/// The entry "direct".
Alltoall alltoall_direct();

}  // namespace toruscope::collectives
