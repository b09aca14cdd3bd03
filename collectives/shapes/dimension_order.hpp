// SPDX-License-Identifier: Apache-2.0
// Order of a torus's dimensions for algorithms that shrink their data dimension by dimension.
//
// A reduce-scatter along a dimension of side N moves (N-1)/N of what is left. Of two dimensions in
// a row, a first costs w_a (1 - 1/N_a) + w_b (1 - 1/N_b) / N_a, which is less than the other way
// round exactly if w_a < w_b: the cheapest first, whatever the sides.

#pragma once

#include <toruscope/catalogue.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace toruscope::collectives {

/// Sorts dimensions by their time for a byte; those that cost the same keep their order.
inline std::vector<int> cheapest_first(std::vector<int> order, const Parameters& machine, std::size_t sides) {
  const std::vector<Time>& tw = machine.tw_of;
  if (tw.size() != sides) return order;  // all alike, or the lines and planes of a larger grid
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return tw[static_cast<std::size_t>(a)].value() < tw[static_cast<std::size_t>(b)].value();
  });
  return order;
}

/// Order of the dimensions of a reduce-scatter: the last first, which keeps rank order; if that
/// does not count, the cheapest.
inline std::vector<int> reduce_scatter_order(std::size_t dimensions, bool commutative,
                                             const Parameters& machine) {
  std::vector<int> order(dimensions);
  std::iota(order.rbegin(), order.rend(), 0);
  return commutative ? cheapest_first(std::move(order), machine, dimensions) : order;
}

/// Order of the dimensions of an allgather, whose data grow: the dearest first, of those that cost
/// the same the last.
inline std::vector<int> allgather_order(std::size_t dimensions, const Parameters& machine) {
  std::vector<int> order(dimensions);
  std::iota(order.begin(), order.end(), 0);
  order = cheapest_first(std::move(order), machine, dimensions);
  std::reverse(order.begin(), order.end());
  return order;
}

/// Bytes of the cheapest dimension that take as long as `bytes` of this one, rounded down.
inline std::int64_t at_cheapest(std::int64_t bytes, const Parameters& machine, std::size_t sides,
                                int dimension) {
  const std::vector<Time>& tw = machine.tw_of;
  if (tw.size() != sides) return bytes;
  const auto cheaper = [](Time a, Time b) { return a.value() < b.value(); };
  const auto least = static_cast<double>(std::min_element(tw.begin(), tw.end(), cheaper)->value());
  const auto own = static_cast<double>(tw[static_cast<std::size_t>(dimension)].value());
  return least > 0 ? static_cast<std::int64_t>(static_cast<double>(bytes) * (own / least)) : bytes;
}

}  // namespace toruscope::collectives
