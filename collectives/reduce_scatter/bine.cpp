// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter among the ranks in a circle: the butterfly of Bine trees.
//
//   p = 8, PE 0 sends     {1 2 5 6} to 1     {4 7} to 7     {3} to 3
//
// Rounds     ceil(log2 p).     Volume   p - 1 blocks: both optimal for one port.
// Restricted to an even number of PEs, an operator that commutes; any network.
// Source     shapes/bine.hpp, shapes/butterfly.hpp.

#include "collectives/shapes/bine_butterfly.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void bine(ReduceScatter& entry) {
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
}

}  // namespace toruscope::collectives
