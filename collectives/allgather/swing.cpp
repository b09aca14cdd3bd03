// SPDX-License-Identifier: Apache-2.0
// Allgather on a torus by Swing, by all links that have ports (shapes/butterfly.hpp).
//
// Rounds     sum ceil(log2 N_d).     Volume     p - 1 blocks over the parts.
// Restricted to even sides, or a ring.

#include "collectives/shapes/butterfly_cost.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void swing(Allgather& entry) {
  entry.summary =
      "partners 1, -1, 3, -5, 11, .. places away in each dimension exchange what they hold, the farthest "
      "first, in parts by all links that have ports";
  entry.formula = "sides of 2 and 4: log2 p ts + (p-1) ceil(m/q) tw, q parts at once: 1 to D, or 2 D";
  entry.source = kSwingSource;
  claim_butterfly<Pairing::swing>(entry);
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_by(*butterfly_on(Pairing::swing, comm.sides(), comm.ports()), comm, all, 1);
  };
}

}  // namespace toruscope::collectives
