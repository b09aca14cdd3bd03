// SPDX-License-Identifier: Apache-2.0
// Allreduce of long vectors on a torus of two dimensions: a reduce-scatter around its Hamiltonian cycles, then an allgather (shapes/hamiltonian.hpp).
//
// Rounds     2 (p - 1).     Volume     2 (p - 1) blocks of ceil(n/p) values over the rings.
// Restricted to a torus of two dimensions with sides of 3 and more, and an operator that commutes.

#include "collectives/shapes/hamiltonian.hpp"

#include "collectives/shapes/value_blocks.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void hamiltonian(Allreduce& entry) {
  entry.summary =
      "parts of the vector around two Hamiltonian cycles, in both directions of each by all links that have "
      "ports, and back";
  entry.formula = "2 (p-1) (ts + ceil(ceil(m/p)/q) tw), q rings at once, at most 4";
  claim_hamiltonian(entry, [](const Case& c) {
    RingRounds all = hamiltonian_rounds(c, value_block(c.bytes, c.element, c.p), c.element);
    const RingRounds back = all;
    return all += back;
  });
  entry.run = in_value_blocks(reduce_scatter_around_cycles, allgather_around_cycles);
}

}  // namespace toruscope::collectives
