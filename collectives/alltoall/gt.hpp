// SPDX-License-Identifier: Apache-2.0
// GT: all-to-all on every torus, by the colouring (divisors g_i of the sides, M colours) that costs least.
//
// plan() tries all M up to 8 (or the number of dimensions), all divisors up to M, and on odd rings the two-way ring
// and AR1o(1..3), by the closed cost of each.
//
//   9x9      M = 3, g = (3,3)        10 startups, 270 blocks (row-column: 16, 360)
//   13x13    M = 2, g = (1,1)        row-column: 13 has no other divisor
//   8x16     M = 2, g = (1,2)        7 startups, 448 blocks (AT2: 8, 512)
//   4x4x4    M = 3, g = (2,2,2)      6 startups, 192 blocks (MT3 does not run there)
//
// Source        our extension of Liu, Gu, Ren, Xiong, Acta Electronica Sinica 33(9), 2005, section 5.

#pragma once

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/colouring.hpp"

#include <toruscope/catalogue.hpp>

#include <functional>

namespace toruscope::collectives {

/// The colouring of least ticks; ties: fewest startups, fewest bytes, fewest colours, the first by strides.
Colouring plan(const Case& c);

/// The algorithm, for any carrier.
void exchange_gt(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                 std::size_t block);
/// The entry "gt".
Alltoall alltoall_gt();
/// The same with this colouring of every torus, whose strides must divide its sides.
Alltoall alltoall_gt(const Colouring& colouring);

}  // namespace toruscope::collectives
