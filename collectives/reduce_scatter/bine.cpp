// SPDX-License-Identifier: Apache-2.0
#include "collectives/reduce_scatter/bine.hpp"

#include "collectives/shapes/bine_butterfly.hpp"

namespace toruscope::collectives {

ReduceScatter reduce_scatter_bine() {
  ReduceScatter entry;
  entry.summary = "partners on either side of a PE in turn exchange the sums that they need, the nearest first";
  entry.formula = "ceil(log2 p) ts + (p-1) m tw";
  claim_bine_butterfly(entry, [](const Case& c) { return BineRounds{c.bytes, 1}; });
  entry.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                 const Combine& op) {
    Buffer blocks = comm.copy_of(all);
    reduce_scatter_by(*bine_butterfly(comm.size()), comm, blocks, op);
    copy(std::span<const std::byte>(blocks).subspan(static_cast<std::size_t>(comm.rank()) * mine.size(),
                                                    mine.size()),
         mine);
  };
  return entry;
}

}  // namespace toruscope::collectives
