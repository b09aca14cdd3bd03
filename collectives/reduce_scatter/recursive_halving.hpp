// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter by recursive halving: partners exchange half of the blocks that they still combine.
//
//   p = 4, blocks 0 2 1 3     round 1   0 <-> 1, 2 <-> 3   0, 2 keep blocks 0 2, 1, 3 keep 1 3
//                             round 2   0 <-> 2, 1 <-> 3   each keeps its own
//
// Invariant  In round i partners are 2^i ranks apart, so what they have combined are neighbouring blocks of 2^i ranks:
//            rank order is kept. The blocks lie in bit-reversed order, so that both halves are in one piece.
// Rounds     log2 p.     Volume   p - 1 blocks.     Restricted to  p a power of two; one port.
// Source     Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.4.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "recursive_halving".
ReduceScatter reduce_scatter_recursive_halving();

}  // namespace toruscope::collectives
