// SPDX-License-Identifier: Apache-2.0
// Allreduce of long vectors on a torus by spanning trees that share no link: up them to PE 0, then down again, in packets
// (shapes/disjoint_trees.hpp).
//
// Rounds     2 (B + H - 1), B packets in each tree of height H.     Volume     2 (1 + (H-1)/B) m/T on each link, T trees.
// Invariant  The sum is complete at PE 0 before the first packet of it goes down, so all PEs end with the same bits.
// Restricted to a torus whose sides are all 3 and more, or all 2, and an operator that commutes. With fewer ports than trees packets of a round wait for each other.
// Source     Johnsson, Ho, IEEE Trans. Computers 38(9), 1989; a reduction and a broadcast on such trees: Almasi et al.,
//            "Optimization of MPI Collective Communication on BlueGene/L Systems", Int. Conf. Supercomputing, 2005.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "disjoint_trees".
Allreduce allreduce_disjoint_trees();

}  // namespace toruscope::collectives
