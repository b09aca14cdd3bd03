// SPDX-License-Identifier: Apache-2.0
// Direct all-to-all by displacement: in each round every PE sends its block by the same way, a steps along dimension
// 0, b along dimension 1 and so on.
//
//   3x3     (0,1) (0,2)   (1,0) (1,1) (1,2)   (2,0) (2,1) (2,2)
//
// Rounds        p - 1.     Volume   p - 1 blocks per PE: the one-port bound.
// Links         a steps (at most half the ring) share each link of their direction a times; none where no side is
//               longer than 3.
// Restricted to a torus.
// Source        the displacement vectors of Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, Lemma 1.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

/// The entry "direct_displacement".
Alltoall alltoall_direct_displacement();

}  // namespace toruscope::collectives
