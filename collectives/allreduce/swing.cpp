// SPDX-License-Identifier: Apache-2.0
// Allreduce on a torus by Swing, whose partners are near by turning back in every second step (shapes/butterfly.hpp).
//
// swing            a reduce-scatter, then an allgather: 2 sum ceil(log2 N_d) rounds, 2 (p - 1) blocks of ceil(n/p) values over the parts.
//                  Restricted to even sides, or a ring, and an operator that commutes.
// swing_latency    the vector in each step (shapes/folded_butterfly.hpp): half as many rounds, n bytes over the parts in each.
//                  Restricted to a torus and an operator that commutes; of integers where a side is 8 or longer.

#include "collectives/shapes/butterfly_cost.hpp"
#include "collectives/shapes/folded_butterfly.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void swing(Allreduce& entry) {
  entry.summary =
      "blocks go home by exchanges with partners 1, -1, 3, -5, 11, .. places away in each dimension, and back, "
      "in parts by all links that have ports";
  entry.formula =
      "sides of 2 and 4: 2 log2 p ts + 2 (p-1) ceil(ceil(m/p)/q) tw, q parts at once: 1 to D, or 2 D";
  entry.source = kSwingSource;
  claim_butterfly<Pairing::swing>(entry);
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    allreduce_in_blocks(Pairing::swing, comm, data, op);
  };
}

void swing_latency(Allreduce& entry) {
  entry.summary =
      "partners 1, -1, 3, -5, 11, .. places away in each dimension exchange what they have combined, in parts "
      "by all links that have ports";
  entry.formula = "sides of 2 and 4: log2 p (ts + ceil(m/q) tw), q parts at once: 1 to D, or 2 D";
  entry.source = kSwingSource;
  claim_folded<Pairing::swing>(entry);
}

}  // namespace toruscope::collectives
