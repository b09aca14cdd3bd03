// SPDX-License-Identifier: Apache-2.0
#include "collectives/allreduce/swing.hpp"

#include "collectives/shapes/butterfly_cost.hpp"
#include "collectives/shapes/folded_butterfly.hpp"

namespace toruscope::collectives {

Allreduce allreduce_swing() {
  Allreduce entry;
  entry.name = "swing";
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
  return entry;
}

Allreduce allreduce_swing_latency() {
  Allreduce entry;
  entry.name = "swing_latency";
  entry.summary =
      "partners 1, -1, 3, -5, 11, .. places away in each dimension exchange what they have combined, in parts "
      "by all links that have ports";
  entry.formula = "sides of 2 and 4: log2 p (ts + ceil(m/q) tw), q parts at once: 1 to D, or 2 D";
  entry.source = kSwingSource;
  claim_folded<Pairing::swing>(entry);
  return entry;
}

}  // namespace toruscope::collectives
