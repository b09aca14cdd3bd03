// SPDX-License-Identifier: Apache-2.0
// Ways of data that move on by `distance` ranks, 0 .. p-1, on a row-major grid, by dimensions.
//
//   4x6, distance 8     digits 1, 2: along dimension 1 all move 2 places; along dimension 0 one
//                       place, or two for the third that passes the end of its row
//
// Digit q of a dimension, n ranks a place: the share (distance mod n) / n carries, and moves q + 1.

#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace toruscope::collectives {

/// Number of PEs whose data move by 0 .. N-1 places in one dimension.
using Moved = std::map<std::int64_t, std::int64_t>;

std::vector<Moved> moved(const std::vector<int>& sides, int distance);

/// Links on the farthest way, on a torus with these sides.
std::int64_t farthest_moved(const std::vector<int>& sides, int distance);

/// Bytes that some link of that torus must carry so that the data of all PEs, `bytes` each, move
/// on. In a dimension of side N data that move t places cross t links forwards or N - t backwards;
/// forward links weigh N - s, backward ones s, for each s that occurs.
std::int64_t moved_link_bytes(const std::vector<int>& sides, int distance, std::int64_t bytes);

}  // namespace toruscope::collectives
