// SPDX-License-Identifier: Apache-2.0
// Allreduce of long vectors on a torus by spanning trees that share no link: up them to PE 0, then down again, in packets
// (shapes/disjoint_trees.hpp).
//
// Rounds     2 (B + H - 1), B packets in each tree of height H.     Volume     2 (1 + (H-1)/B) m/T on each link, T trees.
// Invariant  The sum is complete at PE 0 before the first packet of it goes down, so all PEs end with the same bits.
// Restricted to a torus whose sides are all 3 and more, or all 2, and an operator that commutes. With fewer ports than trees packets of a round wait for each other.
// Source     Johnsson, Ho, IEEE Trans. Computers 38(9), 1989; a reduction and a broadcast on such trees: Almasi et al.,
//            "Optimization of MPI Collective Communication on BlueGene/L Systems", Int. Conf. Supercomputing, 2005.

#include "collectives/shapes/disjoint_trees.hpp"

#include "collectives/building_blocks.hpp"
#include "collectives/shapes/premises.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

namespace {

/// A broadcast cuts bytes, not values, into packets.
Case with_byte_elements(Case c) {
  c.element = 1;
  return c;
}

}  // namespace

void disjoint_trees(Allreduce& entry) {
  entry.summary =
      "packets of a long vector up spanning trees that share no link, as many as a PE has links, and down "
      "again";
  entry.formula =
      "2 (B+H-1) (ts + m/(T B) tw), th = 0 or B = 1, T trees of height H = sum (N_i - 1) + 1, B packets in "
      "each";
  claim_disjoint_trees(entry);
  entry.predicted = [](const Case& c) {
    return in_turn(disjoint_trees_cost(c), disjoint_trees_cost(with_byte_elements(c)));
  };
  entry.estimated = [](const Case& c) {
    return in_turn(disjoint_trees_estimate(c), disjoint_trees_estimate(with_byte_elements(c)));
  };
  entry.run = [combine = described<Reduce>(disjoint_trees).run,
               spread = described<Broadcast>(disjoint_trees).run](Communicator& comm, std::span<std::byte> data,
                                                                  const Combine& op) {
    combine(comm, 0, data, op);
    spread(comm, 0, data);
  };
}

}  // namespace toruscope::collectives
