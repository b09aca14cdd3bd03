// SPDX-License-Identifier: Apache-2.0
// Row-column: all-to-all on any torus, one dimension after the other.
//
// In stage i every PE exchanges with the PEs of its line along dimension i, with everything for the PEs of a plane in
// one message: AR1 on even sides, the two-way ring on odd ones.
//
//   4x6     stage 1   lines of 4, units of 6 blocks     stage 2   lines of 6, units of 4 blocks
//
// Rounds        sum of R(N_i).    Volume   sum of V(N_i) N/N_i blocks per PE, with R, V of AR1 or the two-way ring.
// Links         All PEs are in the same stage, on their own lines: no conflicts.
// Source        folklore; on cubes with 4 | N_i its cost with AR1 is that of Suh, Shin, IEEE Trans. Parallel and
//               Distributed Systems 12(1), 2001.

#pragma once

#include "collectives/alltoall/carrier.hpp"
#include "collectives/alltoall/colouring.hpp"

#include <toruscope/catalogue.hpp>

namespace toruscope::collectives {

Colouring row_column(const std::vector<int>& sides);

/// The algorithm, for any carrier.
void exchange_row_column(Carrier& carrier, std::span<const std::byte> send, std::span<std::byte> receive,
                         std::size_t block);
/// The entry "row_column".
Alltoall alltoall_row_column();

}  // namespace toruscope::collectives
