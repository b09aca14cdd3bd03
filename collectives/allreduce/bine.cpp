// SPDX-License-Identifier: Apache-2.0
// Allreduce among ranks in a circle by the butterfly of Bine trees: reduce-scatter, then allgather.
//
// Rounds     2 ceil(log2 p).
// Volume     2 (p - 1) blocks of ceil(n/p) bytes, padded at the end (shapes/value_blocks.hpp).
// Restricted to an even number of PEs, an operator that commutes; any network.
// Source     shapes/bine.hpp, reduce_scatter/bine.cpp, allgather/bine.cpp.

#include "collectives/shapes/bine_butterfly.hpp"
#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void bine(Allreduce& entry) {
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
}

}  // namespace toruscope::collectives
