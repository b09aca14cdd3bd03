// SPDX-License-Identifier: Apache-2.0
// Suh and Shin's exchange on a torus whose sides are multiples of 4, a rival of AT2, MTk and PTk: everything for a
// cell of 4 PEs goes once around one-way rings of every fourth PE, dimension by dimension, then cells exchange.
//
// Colour c = (x_1 + .. + x_k) mod 4. In stage t of k colour c is in dimension (c+t) mod k; colours 0 and 1 turn right,
// 2 and 3 left. Then half of everything changes places with the PE 2 further on in the
// cell of 4, in every dimension (PEs with an odd sum of coordinates begin with the second one), then with the
// neighbour in the cell of 2, in every dimension.
//
//   k = 2, a line of 12   colour 0    0 -> 4 -> 8 -> 0     colour 2    10 -> 6 -> 2 -> 10     at once
//
// Rounds        k (N1/4 + 1) for the longest side N1.   Volume   (k N1/8 + k/2) N blocks per PE.   Hops   k (N1 - 1).
// Synchronised  after each ring.
// Links         A line has at most one ring to the right and one to the left on it, then swaps of one parity: no
//               conflicts.
// Restricted to a torus of 2 to 4 dimensions whose sides are multiples of 4; not 8 for 2 and 3 dimensions: the two
//               PEs of a ring are half a line apart then, and routes of both rings go to the right.
// Source        Suh, Shin, "All-to-All Personalized Communication in Multidimensional Torus and Mesh Networks", IEEE
//               Trans. Parallel and Distributed Systems 12(1), 2001. Derived here from its cost as Liu, Gu, Ren,
//               Xiong 2005, Table 1, print it, with which it agrees on every such side; the order of the colours is ours.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "suh_shin".
Alltoall alltoall_suh_shin();

}  // namespace toruscope::collectives
