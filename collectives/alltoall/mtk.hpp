// SPDX-License-Identifier: Apache-2.0
// MTk: all-to-all on a torus of k dimensions by rings of every k-th PE, k of them on each line, one at a time.
//
// Colour c = (x_1 + .. + x_k) mod k. In stage t the PEs of colour c exchange along dimension (c+t) mod k with the PEs
// of their own colour in their line, a ring of N_i/k, everything for an aligned cell of k PEs in one message. Then,
// dimension by dimension, the k PEs of each cell exchange. k = 2 is AT2, k = 3 the paper's MT3.
//
//   k = 3, a line of 12    ring of colour 0    0 . . 3 . . 6 . . 9 . .     cells   [0 1 2] [3 4 5] [6 7 8] [9 10 11]
//
// Rounds        k ceil(N1/4k) + k^2 for the longest side N1, a multiple of 2k; k of them fewer for N1 = 2k, where the
//               rings have 2 PEs and an empty last round.
// Volume        (k^2 floor(N1^2/8k^2) + (floor(k^2/4) + k/2) N1) N2 .. Nk blocks per PE.
// Synchronised  between stages.
// Restricted to a torus of two or more dimensions whose sides are multiples of their number. (The paper asks for
//               multiples of 2k; where N_i/k is odd the ring is a two-way ring, about twice as expensive.)
// Source        Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 5.

#pragma once

#include "collectives/alltoall/carrier.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The algorithm, for any carrier.
void exchange_mtk(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                  std::size_t block);
/// The entry "mtk".
Alltoall alltoall_mtk();

}  // namespace toruscope::collectives
