// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/moved.hpp"

#include "collectives/shapes/premises.hpp"
#include "runtime/topology/ring_offset.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <numeric>

namespace toruscope::collectives {

std::vector<Moved> moved(const std::vector<int>& sides, int distance) {
  const std::int64_t p = std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>());
  std::vector<Moved> all(sides.size());
  std::int64_t below = 1;  // ranks in one place of the dimension
  for (std::size_t d = sides.size(); d-- > 0;) {
    const std::int64_t side = sides[d];
    const std::int64_t carried = p / below * (distance % below);
    const std::int64_t digit = distance / below % side;
    if (carried < p) all[d][digit] += p - carried;
    if (carried > 0) all[d][(digit + 1) % side] += carried;
    below *= side;
  }
  return all;
}

std::int64_t farthest_moved(const std::vector<int>& sides, int distance) {
  constexpr std::int64_t kNone = -1;
  // Over the faster dimensions: of data that carry nothing, and of data that carry one.
  std::array<std::int64_t, 2> most{0, kNone};
  for (std::size_t d = sides.size(); d-- > 0;) {
    const std::int64_t side = sides[d];
    std::array<std::int64_t, 2> next{kNone, kNone};
    for (std::int64_t carry = 0; carry < 2; ++carry) {
      if (most[static_cast<std::size_t>(carry)] == kNone) continue;
      const std::int64_t places = distance % side + carry;
      const std::int64_t links =
          most[static_cast<std::size_t>(carry)] + core::ring_distance(0, places % side, side);
      if (places < side) next[0] = std::max(next[0], links);  // the first place stays here
      if (places > 0) next[1] = std::max(next[1], links);     // its last place does not
    }
    most = next;
    distance /= sides[d];
  }
  return std::max(most[0], most[1]);
}

std::int64_t moved_link_bytes(const std::vector<int>& sides, int distance, std::int64_t bytes) {
  const std::int64_t p = std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>());
  std::int64_t most = 0;
  const std::vector<Moved> all = moved(sides, distance);
  for (std::size_t d = 0; d < sides.size(); ++d) {
    const std::int64_t side = sides[d];
    const std::int64_t links = side == 2 ? p : p * side;  // total; a side of 2 has one way only
    for (const auto& [s, of_these] : all[d]) {
      std::int64_t crossed = 0;
      for (const auto& [t, pes] : all[d])
        crossed += pes * (side == 2 ? t : std::min(t * (side - s), (side - t) * s));
      most = std::max(most, share(bytes, crossed, links));
    }
  }
  return most;
}

}  // namespace toruscope::collectives
