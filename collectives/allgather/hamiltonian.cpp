// SPDX-License-Identifier: Apache-2.0
#include "collectives/allgather/hamiltonian.hpp"

#include "collectives/shapes/hamiltonian.hpp"

namespace toruscope::collectives {

Allgather allgather_hamiltonian() {
  Allgather entry;
  entry.name = "hamiltonian";
  entry.summary =
      "parts of the blocks around two Hamiltonian cycles, in both directions of each by all links that have "
      "ports";
  entry.formula = "(p-1) (ts + ceil(m/q) tw), q rings at once, at most 4";
  claim_hamiltonian(entry, [](const Case& c) { return hamiltonian_rounds(c, c.bytes, 1); });
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all) {
    copy(mine, all.subspan(static_cast<std::size_t>(comm.rank()) * mine.size(), mine.size()));
    allgather_around_cycles(comm, all, 1);
  };
  return entry;
}

}  // namespace toruscope::collectives
