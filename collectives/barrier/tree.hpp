// SPDX-License-Identifier: Apache-2.0
// Barrier on a tree: a reduction of nothing to PE 0, then a broadcast of nothing from it, on the k-nomial tree.
//
//   p = 4, k = 1     1 -> 0, 3 -> 2      2 -> 0      0 -> 2      0 -> 1, 2 -> 3
//
// Rounds     2 ceil(log_{k+1} p), twice those of dissemination.     Messages   2 (p - 1), where it has about p log p.
//            Any p, k, topology.
// Source     Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, section 4.1; Mellor-Crummey, Scott, ACM
//            Trans. Computer Systems 9(1), 1991, section 3.4 (barriers on trees).

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "tree".
Barrier barrier_tree();

}  // namespace toruscope::collectives
