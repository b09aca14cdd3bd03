// SPDX-License-Identifier: Apache-2.0
// Recursive bisection: half of the PEs by their numbers, half of the ranks by their bytes.

#include "placement/placement.hpp"

#include <cstddef>
#include <numeric>

namespace toruscope::placement {

namespace {

/// Places these ranks on nodes first, first + 1, ...
void halve(const Traffic& traffic, const std::vector<Rank>& ranks, Node first, std::vector<Node>& places) {
  if (ranks.size() == 1) places[static_cast<std::size_t>(ranks.front())] = first;
  if (ranks.size() < 2) return;
  const std::size_t second = ranks.size() / 2;
  const std::vector<bool> is_second = cut_in_two(traffic, ranks, second);
  std::vector<Rank> halves[2];
  for (std::size_t i = 0; i < ranks.size(); ++i) halves[is_second[i] ? 1 : 0].push_back(ranks[i]);
  halve(traffic, halves[0], first, places);
  halve(traffic, halves[1], first + static_cast<Node>(halves[0].size()), places);
}

}  // namespace

std::vector<Node> place_by_halves(const Traffic& traffic, const Topology&) {
  std::vector<Rank> ranks(static_cast<std::size_t>(traffic.ranks()));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::vector<Node> places(ranks.size());
  halve(traffic, ranks, 0, places);
  return places;
}

}  // namespace toruscope::placement
