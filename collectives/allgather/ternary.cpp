// SPDX-License-Identifier: Apache-2.0
// Allgather on a torus of any sides, in steps of distance .., 9, 3, 1 in both directions of a
// dimension (shapes/ternary.hpp).
//
// Rounds     sum of ceil(log3 N).
// Volume     all sides 3: (p - 1)/2 blocks over the parts.
// Restricted to a torus.

#include "collectives/shapes/ternary.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void ternary(Allgather& entry) {
  entry.summary =
      "every PE sends what it has of the blocks both ways along a dimension, .., 9, 3, 1 places far";
  entry.formula =
      "all sides 3: D ts + (p-1)/2 ceil(m/q) tw, q = min(D, max(1, floor(k/2))) parts; R = sum of ceil(log3 "
      "N_i) rounds on any";
  claim_threes(entry);
  entry.predicted = [](const Case& c) { return ternary_cost(c, c.bytes, 1); };
  entry.estimated = [](const Case& c) { return ternary_estimate(c, c.bytes, 1); };
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_by_threes(comm, all, 1);
  };
}

}  // namespace toruscope::collectives
