// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter on a torus of two dimensions around its Hamiltonian cycles (shapes/hamiltonian.hpp).
//
// Rounds     p - 1.     Volume     p - 1 blocks over the rings.
// Restricted to a torus of two dimensions with sides of 3 and more, and an operator that commutes.

#include "collectives/shapes/hamiltonian.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void hamiltonian(ReduceScatter& entry) {
  entry.summary =
      "parts of the blocks around two Hamiltonian cycles, in both directions of each by all links that have "
      "ports";
  entry.formula = "(p-1) (ts + ceil(m/q) tw), q rings at once, at most 4";
  claim_hamiltonian(entry, [](const Case& c) { return hamiltonian_rounds(c, c.bytes, c.element); });
  entry.run = [](Communicator& comm, std::span<const std::byte> all, std::span<std::byte> mine,
                 const Combine& op) {
    Buffer blocks = comm.copy_of(all);
    reduce_scatter_around_cycles(comm, blocks, op);
    copy(std::span<const std::byte>(blocks).subspan(static_cast<std::size_t>(comm.rank()) * mine.size(),
                                                    mine.size()),
         mine);
  };
}

}  // namespace toruscope::collectives
