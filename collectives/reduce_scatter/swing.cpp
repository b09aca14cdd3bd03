// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter on a torus by Swing, by all links that have ports (shapes/butterfly.hpp).
//
// Rounds     sum ceil(log2 N_d).     Volume     p - 1 blocks over the parts.
// Restricted to even sides, or a ring, and an operator that commutes.

#include "collectives/shapes/butterfly_cost.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void swing(ReduceScatter& entry) {
  entry.summary =
      "blocks go home by exchanges with partners 1, -1, 3, -5, 11, .. places away in each dimension, in parts "
      "by all links that have ports";
  entry.formula = "sides of 2 and 4: log2 p ts + (p-1) ceil(m/q) tw, q parts at once: 1 to D, or 2 D";
  entry.source = kSwingSource;
  claim_butterfly<Pairing::swing>(entry);
  entry.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                 const Combine& op) {
    Buffer blocks = comm.copy_of(all);
    reduce_scatter_by(*butterfly_on(Pairing::swing, comm.sides(), comm.ports()), comm, blocks, op);
    copy(std::span<const std::byte>(blocks).subspan(static_cast<std::size_t>(comm.rank()) * mine.size(),
                                                    mine.size()),
         mine);
  };
}

}  // namespace toruscope::collectives
