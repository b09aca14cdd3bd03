// SPDX-License-Identifier: Apache-2.0
// Allgather on a torus of two dimensions around its Hamiltonian cycles (shapes/hamiltonian.hpp).
//
// Rounds     p - 1.     Volume     p - 1 blocks over the rings.
// Restricted to a torus of two dimensions with sides of 3 and more.

#include "collectives/shapes/hamiltonian.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

void hamiltonian(Allgather& entry) {
  entry.summary =
      "parts of the blocks around two Hamiltonian cycles, in both directions of each by all links that have "
      "ports";
  entry.formula = "(p-1) (ts + ceil(m/q) tw), q rings at once, at most 4";
  claim_hamiltonian(entry, [](const Case& c) { return hamiltonian_rounds(c, c.bytes, 1); });
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_around_cycles(comm, all, 1);
  };
}

}  // namespace toruscope::collectives
