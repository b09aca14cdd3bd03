// SPDX-License-Identifier: Apache-2.0
// Rabenseifner's allreduce for long vectors: a reduce-scatter by recursive halving, then an allgather by recursive
// doubling.
//
//   p = 4, chunks a b c d     round 1   0 <-> 1, 2 <-> 3   halves: 0, 2 keep a b, 1, 3 keep c d
//                             round 2   0 <-> 2, 1 <-> 3   0 keeps a, 2 keeps b, 1 keeps c, 3 keeps d: combined of all
//                             rounds 3, 4   backwards      all have a b c d
//
// Invariant  In round i partners are 2^i indices apart, so what they have combined are neighbouring blocks of 2^i
//            indices: rank order is kept. An index holds the chunk whose number is its own with the bits turned round.
// Rounds     2 log2 p, and two more if p is no power of two.
// Volume     2 (p-1)/p n bytes, the bound, for p a power of two; else 2 (q-1)/q n + 2 n, q the power of two below.
//            Chunks are whole values; if q does not divide their number some are longer.     Any p; one port.
// Source     Thakur, Rabenseifner, Gropp, Int. J. High Performance Computing Applications 19(1), 2005, section 4.5.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "rabenseifner".
Allreduce allreduce_rabenseifner();

}  // namespace toruscope::collectives
