// SPDX-License-Identifier: Apache-2.0
// Places on a communicator's grid, from its sides alone: the same over the emulator and real MPI.

#include "runtime/topology/ring_offset.hpp"

#include <toruscope/communicator.hpp>

#include <fmt/core.h>
#include <functional>
#include <numeric>

namespace toruscope {

int Communicator::coordinate(int dimension) const {
  const std::vector<int>& grid = sides();
  if (dimension < 0 || dimension >= static_cast<int>(grid.size()))
    fail(fmt::format("coordinate: dimension {} does not exist (dimensions are 0..{})", dimension,
                     grid.size() - 1));
  int rest = rank_;
  for (std::size_t d = grid.size() - 1; d > static_cast<std::size_t>(dimension); --d) rest /= grid[d];
  return rest % grid[static_cast<std::size_t>(dimension)];
}

Rank Communicator::rank_at(std::span<const int> coordinates) const {
  const std::vector<int>& grid = sides();
  if (coordinates.size() != grid.size())
    fail(fmt::format("rank_at: {} coordinates for {} dimensions", coordinates.size(), grid.size()));
  Rank rank = 0;
  for (std::size_t d = 0; d < grid.size(); ++d) rank = rank * grid[d] + core::mod(coordinates[d], grid[d]);
  return rank;
}

Rank Communicator::shift(int dimension, int distance) const {
  const int old = coordinate(dimension);
  const auto after = std::span(sides()).subspan(static_cast<std::size_t>(dimension));
  const int stride = std::accumulate(after.begin() + 1, after.end(), 1, std::multiplies<>());
  return rank_ + (core::mod(old + distance % after.front(), after.front()) - old) * stride;
}

std::optional<Rank> Communicator::neighbour(int dimension, int distance) const {
  const std::int64_t place = std::int64_t{coordinate(dimension)} + distance;
  const bool is_inside = place >= 0 && place < sides()[static_cast<std::size_t>(dimension)];
  return is_inside || is_torus() ? std::optional(shift(dimension, distance)) : std::nullopt;
}

}  // namespace toruscope
