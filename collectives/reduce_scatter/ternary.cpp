// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter on a torus of any sides, in steps of distance 1, 3, 9, .. in both directions of a
// dimension (shapes/ternary.hpp).
//
// Rounds     sum of ceil(log3 N).
// Volume     all sides 3: (p - 1)/2 blocks over the parts.
// Restricted to a torus and an operator that commutes.

#include "collectives/shapes/ternary.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void ternary(ReduceScatter& entry) {
  entry.summary = "every PE sends sums of blocks both ways along a dimension, 1, 3, 9, .. places far";
  entry.formula =
      "all sides 3: D ts + (p-1)/2 ceil(m/q) tw, q = min(D, max(1, floor(k/2))) parts; R = sum of ceil(log3 "
      "N_i) rounds on any";
  claim_threes(entry);
  entry.predicted = [](const Case& c) { return ternary_cost(c, c.bytes, c.element); };
  entry.estimated = [](const Case& c) { return ternary_estimate(c, c.bytes, c.element); };
  entry.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                 const Combine& op) {
    Buffer blocks = comm.copy_of(all);
    reduce_scatter_by_threes(comm, blocks, op);
    copy(std::span<const std::byte>(blocks).subspan(static_cast<std::size_t>(comm.rank()) * mine.size(),
                                                    mine.size()),
         mine);
  };
}

}  // namespace toruscope::collectives
