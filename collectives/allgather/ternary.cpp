// SPDX-License-Identifier: Apache-2.0
#include "collectives/allgather/ternary.hpp"

#include "collectives/shapes/ternary.hpp"

namespace toruscope::collectives {

Allgather allgather_ternary() {
  Allgather entry;
  entry.name = "ternary";
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
  return entry;
}

}  // namespace toruscope::collectives
