// SPDX-License-Identifier: Apache-2.0
#include "collectives/reduce_scatter/ternary.hpp"

#include "collectives/shapes/ternary.hpp"

namespace toruscope::collectives {

ReduceScatter reduce_scatter_ternary() {
  ReduceScatter entry;
  entry.name = "ternary";
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
  return entry;
}

}  // namespace toruscope::collectives
