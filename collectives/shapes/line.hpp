// SPDX-License-Identifier: Apache-2.0
// A row of PEs: a whole communicator by rank, a line of its grid, or every g-th PE of a line.
//
//   torus 2x6, PE 8 = (1,2)      along dimension 1    6 7 8 9 10 11    place 2
//                                every 2nd of that    6   8   10       place 1
//                                its cell of 2            8 9          place 0

#pragma once

#include "runtime/topology/ring_offset.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

namespace toruscope::collectives {

/// p PEs whose ranks form an arithmetic progression; this PE is the one at `place`.
struct Line {
  int p = 1;
  int place = 0;
  Rank first = 0;
  int stride = 1;

  [[nodiscard]] constexpr Rank at(int i) const { return first + i * stride; }
  /// The PEs whose place is congruent to mine modulo g; g divides p.
  [[nodiscard]] constexpr Line every(int g) const { return {p / g, place / g, at(place % g), stride * g}; }
  /// The aligned run of g PEs in which I stand; g divides p.
  [[nodiscard]] constexpr Line cell(int g) const { return {g, place % g, at(place - place % g), stride}; }
};

inline Line whole(const Communicator& comm) {
  return {comm.size(), comm.rank(), 0, 1};
}

/// Coordinate of a rank in one dimension of a row-major grid.
inline int coordinate(const std::vector<int>& sides, int dimension, Rank rank) {
  for (std::size_t d = sides.size() - 1; d > static_cast<std::size_t>(dimension); --d) rank /= sides[d];
  return rank % sides[static_cast<std::size_t>(dimension)];
}

/// Links between two ranks of a torus with these sides.
inline std::int64_t torus_distance(const std::vector<int>& sides, Rank a, Rank b) {
  std::int64_t links = 0;
  for (int d = 0; d < static_cast<int>(sides.size()); ++d)
    links += core::ring_distance(coordinate(sides, d, a), coordinate(sides, d, b),
                                 sides[static_cast<std::size_t>(d)]);
  return links;
}

/// The line through `rank` along one dimension of a row-major grid.
inline Line along(const std::vector<int>& sides, int dimension, Rank rank) {
  const int stride = std::accumulate(sides.begin() + dimension + 1, sides.end(), 1, std::multiplies<>());
  const int place = coordinate(sides, dimension, rank);
  return {sides[static_cast<std::size_t>(dimension)], place, rank - place * stride, stride};
}

/// Dimensions in which the grid is longer than one PE.
inline int long_dimensions(const std::vector<int>& sides) {
  int count = 0;
  for (const int side : sides) count += side > 1 ? 1 : 0;
  return count;
}

}  // namespace toruscope::collectives
