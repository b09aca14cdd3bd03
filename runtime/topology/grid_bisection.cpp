// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/grid_bisection.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>

namespace toruscope::core {

namespace {

/// Share of an all-to-all's messages that pass each link of this side of a torus, each way, in 1/8.
double load(int side) {
  if (side == 2) return 4;
  return side % 2 == 0 ? side : side - 1.0 / side;
}

}  // namespace

BisectionWidth grid_bisection(const std::vector<int>& sides, bool closes) {
  std::vector<int> odd;
  std::vector<int> even;
  for (const int side : sides)
    if (side > 1) (side % 2 == 0 ? even : odd).push_back(side);
  if (odd.empty() && even.empty()) return {0, true};
  std::sort(odd.begin(), odd.end(), std::greater<>());

  std::int64_t rest = std::accumulate(sides.begin(), sides.end(), std::int64_t{1}, std::multiplies<>());
  const auto across = [&](int side) { return (closes && side > 2 ? 2 : 1) * rest / side; };
  std::int64_t cut = 0;  // links each way, through the middles of the odd sides so far
  std::int64_t least = 2 * rest;
  const auto end_with_even = [&] {
    for (const int side : even) least = std::min(least, cut + across(side));
  };
  end_with_even();
  for (const int side : odd) {
    cut += across(side);
    rest /= side;
    end_with_even();
  }
  if (even.empty()) least = cut;

  // Two sides of 2 are a ring of 4. A single one is no ring: the cut is known to be least only
  // across the links that an all-to-all loads most.
  const auto most = [](const std::vector<int>& some) {
    double highest = 0;
    for (const int side : some) highest = std::max(highest, load(side));
    return highest;
  };
  const bool is_product_of_rings = std::count(even.begin(), even.end(), 2) % 2 == 0;
  return {static_cast<int>(2 * least), !closes || is_product_of_rings || most(even) >= most(odd)};
}

}  // namespace toruscope::core
