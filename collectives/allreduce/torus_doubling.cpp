// SPDX-License-Identifier: Apache-2.0
// Allreduce on a torus: recursive doubling in each dimension, by all links (shapes/butterfly.hpp).
//
// torus_halving    A reduce-scatter by halves, then an allgather: 2 log2 p rounds, 2 (p - 1) blocks
//                  of ceil(n/p) values over the parts.
//                  Restricted to sides that are powers of two and an operator that commutes.
// torus_doubling   The vector in each step (shapes/folded_butterfly.hpp): half as many rounds, n
//                  bytes over the parts in each. Restricted to a torus and an operator that
//                  commutes; of integers where a side is 8 or longer and each link has a port.
//
// Partners in the last step of a dimension are opposite each other: both ways round are equally
// long, and all messages take the same one.

#include "collectives/shapes/butterfly_cost.hpp"
#include "collectives/shapes/folded_butterfly.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void torus_halving(Allreduce& entry) {
  entry.summary =
      "blocks go home by exchanges with partners 1, 2, 4, .. places away in each dimension, and back, in parts "
      "by all links that have ports; opposite PEs all use the positive way round";
  entry.formula = "sides of 2: 2 log2 p ts + 2 (p-1) ceil(ceil(m/p)/q) tw, q parts at once: 1 to D";
  entry.source = kTorusDoublingSource;
  claim_butterfly<Pairing::doubling>(entry);
  entry.run = [](Communicator& comm, std::span<std::byte> data, const Combine& op) {
    allreduce_in_blocks(Pairing::doubling, comm, data, op);
  };
}

void torus_doubling(Allreduce& entry) {
  entry.summary =
      "partners 1, 2, 4, .. places away in each dimension exchange what they have combined, in parts by all "
      "links that have ports; opposite PEs all use the positive way round";
  entry.formula = "sides of 2: log2 p (ts + ceil(m/q) tw), q parts at once: 1 to D";
  entry.source = kTorusDoublingSource;
  claim_folded<Pairing::doubling>(entry);
}

}  // namespace toruscope::collectives
