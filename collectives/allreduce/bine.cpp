// SPDX-License-Identifier: Apache-2.0
#include "collectives/allreduce/bine.hpp"

#include "collectives/shapes/bine_butterfly.hpp"
#include "collectives/shapes/value_blocks.hpp"

namespace toruscope::collectives {

Allreduce allreduce_bine() {
  Allreduce entry;
  entry.summary =
      "partners on either side of a PE in turn exchange sums of blocks, and the same way back the results";
  entry.formula = "2 ceil(log2 p) ts + 2 (p-1) ceil(m/p) tw";
  claim_bine_butterfly(entry, [](const Case& c) {
    return BineRounds{value_block(c.bytes, c.element, c.p), 2};
  });
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    const auto butterfly = bine_butterfly(comm.size());
    Buffer blocks = value_blocks(comm, data, op.element);
    reduce_scatter_by(*butterfly, comm, blocks, op);
    allgather_by(*butterfly, comm, blocks, op.element);
    copy(std::span<const std::byte>(blocks).first(data.size()), data);
  };
  return entry;
}

}  // namespace toruscope::collectives
