// SPDX-License-Identifier: Apache-2.0
// Where data go that move on by `distance` ranks, 0 .. p-1, on a row-major grid, dimension by dimension.
//
//   4x6, distance 8     digits 1, 2: along dimension 1 all move 2 places; along dimension 0 one place, and the third of
//                       them that passes the end of its row two
//
// In a dimension with digit q and n ranks in each of its places, the share (distance mod n) / n carries, and moves q + 1.

#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace toruscope::collectives {

/// Of one dimension: by how many places, 0 .. N-1, how many PEs' data move.
using Moved = std::map<std::int64_t, std::int64_t>;

std::vector<Moved> moved(const std::vector<int>& sides, int distance);

/// Links of a torus with these sides between the two ends of the farthest way.
std::int64_t farthest_moved(const std::vector<int>& sides, int distance);

/// Bytes that some link of that torus must carry so that the data of all PEs, `bytes` each, move on. In a dimension of side N data
/// that move t places cross t links forwards or N - t backwards; forward links weigh N - s, backward ones s, for each s that occurs.
std::int64_t moved_link_bytes(const std::vector<int>& sides, int distance, std::int64_t bytes);

}  // namespace toruscope::collectives
