// SPDX-License-Identifier: Apache-2.0
// Allgather of blocks of different sizes without help: every PE sends its block to all others, k at
// a time.
//
//   p = 5, k = 2     r -> r+1, r+2      r -> r+3, r+4      (mod 5), its own block each
//
// Rounds     ceil((p-1)/k).     Volume   no formula: it depends on all sizes. Any p, k, topology.
// Source     Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.4, the pairwise exchange
//            without its operator.

#include "collectives/shapes/exact.hpp"
#include "collectives/shapes/shift_rounds.hpp"
#include "collectives/shapes/uneven.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>

namespace toruscope::collectives {

void direct(Allgatherv& entry) {
  AlgorithmInfo equal;
  equal.summary = "in round t every PE sends k PEs its block and takes k of others";
  equal.restrictions = "none";
  equal.source =
      "Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.4";
  equal.predicted = shift_rounds_cost;
  equal.estimated = shift_rounds_estimate;
  take_claims(entry, equal, "");
  entry.formula = "ceil((p-1)/k) (ts + m tw) where all blocks have m bytes";
  entry.run = [](Communicator& comm, std::span<const std::byte> mine, std::span<std::byte> all, Sizes sizes) {
    const auto blocks = cut(all, sizes);
    const int p = comm.size();
    const Rank me = comm.rank();
    ExactReceives receives;
    for (int t = 1; t < p; t += comm.ports()) {
      comm.round([&](Round& round) {
        for (int d = t; d < std::min(p, t + comm.ports()); ++d) {
          const Rank from = (me - d + p) % p;
          round.send((me + d) % p, mine);
          receives.post(round, from, blocks[static_cast<std::size_t>(from)]);
        }
      });
      receives.finish(comm);
    }
    copy(mine, blocks[static_cast<std::size_t>(me)]);
  };
}

}  // namespace toruscope::collectives
