// SPDX-License-Identifier: Apache-2.0
// Direct exchanges: every block goes straight from its origin to its destination.

#pragma once

#include <toruscope/catalogue.hpp>

#include <functional>

namespace toruscope::collectives {

/// The PE that a PE sends a block to in a round, and the one that it gets a block from.
struct Partners {
  Rank to = 0;
  Rank from = 0;
};
/// Rounds t = 1 .. p-1 of one block each; the PE's own block is copied.
void exchange_directly(Communicator& comm, std::span<const std::byte> send, std::span<std::byte> receive,
                       std::size_t block, const std::function<Partners(int t)>& partners);
/// Cost (p-1) (ts + m tw) over `hops` links in all, on the machine that all formulas assume.
std::optional<Prediction> predicted_without_sharing(const Case& c, std::int64_t hops);

}  // namespace toruscope::collectives
