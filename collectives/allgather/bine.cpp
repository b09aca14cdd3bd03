// SPDX-License-Identifier: Apache-2.0
// Allgather among the ranks in a circle: the butterfly of Bine trees, backwards.
//
//   p = 8, PE 0 sends     {0} to 3     {0 3} to 7     {0 3 4 7} to 1
//
// Rounds     ceil(log2 p).     Volume   p - 1 blocks: both optimal for one port.
// Restricted to an even number of PEs; any network.
// Source     shapes/bine.hpp, shapes/butterfly.hpp.

#include "collectives/shapes/bine_butterfly.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void bine(Allgather& entry) {
  entry.summary = "partners on either side of a PE in turn exchange all that they hold, the farthest first";
  entry.formula = "ceil(log2 p) ts + (p-1) m tw";
  claim_bine_butterfly(entry, [](const Case& c) { return BineRounds{c.bytes, 1}; });
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_by(*bine_butterfly(comm.size()), comm, all, 1);
  };
}

}  // namespace toruscope::collectives
