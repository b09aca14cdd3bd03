// SPDX-License-Identifier: Apache-2.0
// PTk: all-to-all on a torus of k = 2^d dimensions by dividing dimensions and PEs in two, again and again.
//
//   PT(D, u):  |D| = 1:  exchange along that dimension among the PEs of my residue mod u (AR1 on a ring of N_i/u)
//              else      D = D1 D2; c = (sum over D of floor(x_j/u)) mod 2
//                        c = 0:  PT(D1, 2u), PT(D2, 2u)          c = 1:  PT(D2, 2u), PT(D1, 2u)
//                        then, for every j in D, half of everything changes places with the PE x_j +- u of my cell of 2u
//   run        PT(all dimensions, 1)
//
//   k = 4      ring ring half2 half2 ring ring half2 half2 half1 half1 half1 half1
//
// Rounds        k (ceil(N1/4k) + log2 k + 1) for the longest side N1, a multiple of 2k; k fewer for N1 = 2k.
// Volume        (k^2 floor(N1^2/8k^2) + (k/2) (log2 k + 1) N1) N2 .. Nk blocks per PE. (The paper prints MTk's
//               coefficient of N1, which is larger from k = 8 on.)
// Synchronised  after each ring.
// Restricted to a torus of 2, 4, 8, .. dimensions whose sides are multiples of their number; see MTk for N_i/k odd.
// Source        Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 5.

#pragma once

#include <toruscope/catalogue.hpp>

#include <vector>

namespace toruscope::collectives {

/// One stage of a PE.
struct PtStage {
  int dimension = 0;
  bool is_ring = false;
  int u = 1;  ///< ring: its stride k; else the distance of the partner

  friend bool operator==(const PtStage&, const PtStage&) = default;
};
/// What the PE at these coordinates does, in order.
std::vector<PtStage> pt_stages(const std::vector<int>& coordinates);

/// The entry "ptk".
Alltoall alltoall_ptk();

}  // namespace toruscope::collectives
