// SPDX-License-Identifier: Apache-2.0
// A stand-in for Suh and Yalamanchili's exchange of least startups on 2-D tori of 2^d x 2^d, a rival of AT2.
//
// What runs is row-column. The paper at hand prints the rival's cost but not its messages, and no schedule with that
// cost is known to us:
//
//   printed        3d - 3 startups,          9 2^(3d-4) + (d^2 - 5d + 3) 2^(2d-1) blocks
//   the stand-in   2^(d-1) + 2 startups,     2^(3d-2) + 2^(2d) blocks, the same for d = 3 only
//
//   d                       3        4           5            6             7
//   printed           6 / 192  9 / 2176  12 / 19968  15 / 165888  18 / 1318912
//   the stand-in      6 / 192 10 / 1280  18 / 9216   34 / 69632   66 / 540672
//
// Restricted to a torus of two equal sides, a power of two from 4 on. For 4 the printed cost, 12 blocks, is below the
//               one-port bound.
// Source        Suh, Yalamanchili, "All-to-All Communication with Minimum Start-Up Costs in 2D/3D Tori and Meshes",
//               IEEE Trans. Parallel and Distributed Systems 9(5), 1998; its cost as Liu, Gu, Ren, Xiong 2005, Table 1,
//               print it.

#pragma once

#include <toruscope/catalogue.hpp>

namespace toruscope::detail {

/// The entry "suh_yalamanchili". Its prediction is that of what runs.
Alltoall alltoall_suh_yalamanchili();

}  // namespace toruscope::detail
