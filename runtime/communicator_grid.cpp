// SPDX-License-Identifier: Apache-2.0
// A communicator's grid: places and neighbours of its PEs; and communicators of lines and planes.

#include "runtime/in_library.hpp"
#include "runtime/pe/group.hpp"

#include <toruscope/communicator.hpp>

#include <algorithm>
#include <fmt/core.h>

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
