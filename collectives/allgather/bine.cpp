// SPDX-License-Identifier: Apache-2.0
#include "collectives/allgather/bine.hpp"

#include "collectives/shapes/bine_butterfly.hpp"

namespace toruscope::collectives {

Allgather allgather_bine() {
  Allgather entry;
  entry.summary = "partners on either side of a PE in turn exchange all that they hold, the farthest first";
  entry.formula = "ceil(log2 p) ts + (p-1) m tw";
  claim_bine_butterfly(entry, [](const Case& c) { return BineRounds{c.bytes, 1}; });
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_by(*bine_butterfly(comm.size()), comm, all, 1);
  };
  return entry;
}

}  // namespace toruscope::collectives
