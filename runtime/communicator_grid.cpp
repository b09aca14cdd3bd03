// SPDX-License-Identifier: Apache-2.0
// A communicator's grid: places and neighbours of its PEs; and communicators of lines and planes.

#include "runtime/in_library.hpp"
#include "runtime/pe/group.hpp"
#include "runtime/topology/ring_offset.hpp"

#include <toruscope/communicator.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <functional>
#include <numeric>

namespace toruscope {

const Topology& Communicator::topology() const {
  check_owner("topology");
  return pe_->terms().topology;
}

std::vector<int> Communicator::islands() const {
  std::vector<int> own;
  for (const std::vector<int>& level : topology().islands())
    own.push_back(level[static_cast<std::size_t>(world_rank())]);
  return own;
}

const std::vector<int>& Communicator::sides() const {
  check_owner("sides");
  return group_->sides();
}

bool Communicator::is_torus() const {
  check_owner("is_torus");
  return group_->grid() == core::Grid::torus;
}

bool Communicator::is_mesh() const {
  check_owner("is_mesh");
  return group_->grid() != core::Grid::none;
}

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
  for (std::size_t d = 0; d < grid.size(); ++d) {
    const int within = coordinates[d] % grid[d];
    rank = rank * grid[d] + (within < 0 ? within + grid[d] : within);
  }
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

Communicator Communicator::sub(const std::vector<bool>& keep) const {
  check_owner("sub");
  const core::InLibrary here(*pe_);
  static_cast<void>(pe_->calls().check_brief("sub"));
  const std::vector<int>& grid = group_->sides();
  if (keep.size() != grid.size())
    fail(fmt::format("sub: {} marks for {} dimensions; give one true or false per dimension", keep.size(),
                     grid.size()));
  Rank rank = 0;
  for (std::size_t d = 0; d < grid.size(); ++d)
    if (keep[d]) rank = rank * grid[d] + coordinate(static_cast<int>(d));
  core::Group& group = pe_->host().grid_within(*group_, rank_, keep);
  return {pe_, group, group.context() | (context_ & 1U), rank, run_};
}

Communicator Communicator::line(int dimension) const {
  const std::size_t dimensions = sides().size();
  if (dimension < 0 || dimension >= static_cast<int>(dimensions))
    fail(fmt::format("line: dimension {} does not exist (dimensions are 0..{})", dimension, dimensions - 1));
  std::vector<bool> keep(dimensions, false);
  keep[static_cast<std::size_t>(dimension)] = true;
  return sub(keep);
}

Communicator Communicator::split(int colour, int key) {
  check_owner("split");
  const core::InLibrary here(*pe_);
  if (!pe_->calls().check("split") || !pe_->calls().begin()) return *this;
  pe_->checks().alone("split");
  if (!pe_->meetings().enter_collective(*group_, rank_, {.operation = "split"}))
    pe_->host().has_difference = true;
  pe_->polls().begin_anew();
  const auto [group, rank] = pe_->meetings().split(*group_, colour, key);
  if (!group) return *this;
  return {pe_, *group, group->context(), rank, run_};
}

Communicator Communicator::subset(std::span<const Rank> ranks) const {
  check_owner("subset");
  const core::InLibrary here(*pe_);
  static_cast<void>(pe_->calls().check_brief("subset"));
  std::vector<Rank> sorted(ranks.begin(), ranks.end());
  std::sort(sorted.begin(), sorted.end());
  if (!sorted.empty() && (sorted.front() < 0 || sorted.back() >= group_->size()))
    fail(fmt::format("subset: rank {} does not exist (ranks are 0..{})",
                     sorted.front() < 0 ? sorted.front() : sorted.back(), group_->size() - 1));
  if (const auto twice = std::adjacent_find(sorted.begin(), sorted.end()); twice != sorted.end())
    fail(fmt::format("subset: rank {} stands twice; give each rank once", *twice));
  const auto own = std::find(ranks.begin(), ranks.end(), rank_);
  if (own == ranks.end())
    fail(fmt::format("subset: the PE's own rank {} is missing; only the PEs of the subset call it", rank_));
  return successor({core::Successor::Kind::subset, {ranks.begin(), ranks.end()}},
                   static_cast<Rank>(own - ranks.begin()));
}

Communicator Communicator::duplicate() const {
  check_owner("duplicate");
  const core::InLibrary here(*pe_);
  static_cast<void>(pe_->calls().check_brief("duplicate"));
  return successor({core::Successor::Kind::duplicate, {}}, rank_);
}

Communicator Communicator::successor(const core::Successor& what, Rank rank) const {
  const detail::GroupHandle group = pe_->host().next_group(*group_, context_, rank, what);
  return {pe_, *group, group->context(), rank, run_};
}

Communicator Communicator::separate() const {
  check_owner("separate");
  return {pe_, *group_, group_->context() | 1U, rank_, run_};
}

}  // namespace toruscope
