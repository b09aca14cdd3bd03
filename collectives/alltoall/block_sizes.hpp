// SPDX-License-Identifier: Apache-2.0
// Sums of the sizes of all blocks of an all-to-all, for its lower bound.

#pragma once

#include "collectives/shapes/line.hpp"

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace toruscope::collectives {

/// total + count x bytes, at most what any machine carries: a bound by it stays a bound.
inline std::int64_t plus(std::int64_t total, std::int64_t count, std::int64_t bytes) {
  constexpr std::int64_t kMost = INT64_MAX / 2;
  std::int64_t sum = 0;
  const bool wraps = __builtin_mul_overflow(count, bytes, &sum) || __builtin_add_overflow(total, sum, &sum);
  return wraps ? kMost : std::min(sum, kMost);
}

/// `size(s, d)`: bytes of the block from PE s to PE d, for all pairs on the grid of the case.
template <class Size>
BlockSizes block_sizes(const Case& c, const Size& size) {
  const std::size_t dimensions = c.is_torus && !c.is_embedded ? c.sides.size() : 0;
  std::vector<std::vector<int>> place(dimensions);
  for (std::size_t i = 0; i < dimensions; ++i)
    for (Rank r = 0; r < c.p; ++r) place[i].push_back(coordinate(c.sides, static_cast<int>(i), r));
  BlockSizes all;
  all.byte_hops.resize(dimensions);
  std::vector<std::int64_t> received(static_cast<std::size_t>(c.p));
  std::vector<int> sources(static_cast<std::size_t>(c.p));
  for (Rank s = 0; s < c.p; ++s) {
    std::int64_t sent = 0;
    int destinations = 0;
    for (Rank d = 0; d < c.p; ++d) {
      const auto bytes = static_cast<std::int64_t>(size(s, d));
      if (s == d || bytes == 0) continue;
      const auto from = static_cast<std::size_t>(s);
      const auto to = static_cast<std::size_t>(d);
      sent = plus(sent, 1, bytes);
      received[to] = plus(received[to], 1, bytes);
      ++destinations;
      ++sources[to];
      std::int64_t links = 0;
      for (std::size_t i = 0; i < dimensions; ++i) {
        const std::int64_t hops = core::ring_distance(place[i][from], place[i][to], c.sides[i]);
        all.byte_hops[i] = plus(all.byte_hops[i], hops, bytes);
        links += hops;
      }
      all.farthest = std::max(all.farthest, std::max<std::int64_t>(1, links));
    }
    all.most_sent = std::max(all.most_sent, sent);
    all.most_destinations = std::max(all.most_destinations, destinations);
  }
  all.most_received = *std::max_element(received.begin(), received.end());
  all.most_sources = *std::max_element(sources.begin(), sources.end());
  return all;
}

}  // namespace toruscope::collectives
