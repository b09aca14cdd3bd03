// SPDX-License-Identifier: Apache-2.0
#include "collectives/allreduce/torus_doubling.hpp"

#include "collectives/shapes/butterfly_cost.hpp"
#include "collectives/shapes/folded_butterfly.hpp"

namespace toruscope::collectives {

Allreduce allreduce_torus_halving() {
  Allreduce entry;
  entry.name = "torus_halving";
  entry.summary =
      "blocks go home by exchanges with partners 1, 2, 4, .. places away in each dimension, and back, in parts "
      "by all links that have ports; opposite PEs all use the positive way round";
  entry.formula = "sides of 2: 2 log2 p ts + 2 (p-1) ceil(ceil(m/p)/q) tw, q parts at once: 1 to D";
  entry.source = kTorusDoublingSource;
  claim_butterfly<Pairing::doubling>(entry);
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    allreduce_in_blocks(Pairing::doubling, comm, data, op);
  };
  return entry;
}

Allreduce allreduce_torus_doubling() {
  Allreduce entry;
  entry.name = "torus_doubling";
  entry.summary =
      "partners 1, 2, 4, .. places away in each dimension exchange what they have combined, in parts by all "
      "links that have ports; opposite PEs all use the positive way round";
  entry.formula = "sides of 2: log2 p (ts + ceil(m/q) tw), q parts at once: 1 to D";
  entry.source = kTorusDoublingSource;
  claim_folded<Pairing::doubling>(entry);
  return entry;
}

}  // namespace toruscope::collectives
