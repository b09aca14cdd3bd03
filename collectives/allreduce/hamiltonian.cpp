// SPDX-License-Identifier: Apache-2.0
#include "collectives/allreduce/hamiltonian.hpp"

#include "collectives/shapes/hamiltonian.hpp"
#include "collectives/shapes/value_blocks.hpp"

namespace toruscope::collectives {

Allreduce allreduce_hamiltonian() {
  Allreduce entry;
  entry.name = "hamiltonian";
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
  return entry;
}

}  // namespace toruscope::collectives
