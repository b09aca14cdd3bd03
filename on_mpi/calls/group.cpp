// SPDX-License-Identifier: Apache-2.0

#include "on_mpi/calls/group.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <functional>
#include <numeric>
#include <utility>

namespace toruscope {

void detail::hold(Group& group) {
  ++group.handles_;
}

void detail::drop(Group& group) {
  if (--group.handles_ == 0) delete &group;
}

namespace core {

namespace {

Rank world_rank() {
  Rank rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

void free_unless_ended(MPI_Comm& comm) {
  int has_ended = 0;
  MPI_Finalized(&has_ended);
  if (has_ended == 0 && comm != MPI_COMM_NULL) MPI_Comm_free(&comm);
}

/// Of MPI_Comm_create_group: tells groups apart that are made at one time.
int tag_of(const std::vector<bool>& keep) {
  constexpr int kMost = 1 << 14;  // every MPI has tags up to 32,767
  int tag = 1;
  for (const bool kept : keep) tag = (2 * tag + (kept ? 1 : 0)) % kMost;
  return tag;
}

}  // namespace

void require(int code, std::string_view operation) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw ProgramError(fmt::format("{}: MPI refused it: {}", operation,
                                 std::string_view(text, static_cast<std::size_t>(length))),
                     world_rank(), Ticks{});
}

Group::Group(MPI_Comm comm, std::vector<int> sides, Grid grid)
    : comm_(comm), sides_(std::move(sides)), grid_(grid) {
  MPI_Comm_set_errhandler(comm_, MPI_ERRORS_RETURN);
  require(MPI_Comm_size(comm_, &size_), "size");
  require(MPI_Comm_rank(comm_, &rank_), "rank");
}

Group::~Group() {
  grids_.clear();
  free_unless_ended(apart_);
  free_unless_ended(comm_);
}

MPI_Comm Group::comm(std::uint32_t context) {
  if (context == 0) return comm_;
  if (apart_ == MPI_COMM_NULL) {  // collective calls come in one order on all ranks of a group
    require(MPI_Comm_dup(comm_, &apart_), "separate");
    MPI_Comm_set_errhandler(apart_, MPI_ERRORS_RETURN);
  }
  return apart_;
}

Group& Group::within(const std::vector<bool>& keep) {
  detail::GroupHandle& known = grids_[keep];
  if (known) return *known;
  std::vector<int> kept;
  std::vector<Rank> members{0};
  int stride = size_;
  for (std::size_t d = 0; d < sides_.size(); ++d) {
    const int side = sides_[d];
    stride /= side;
    if (keep[d]) kept.push_back(side);
    std::vector<Rank> more;
    for (const Rank member : members)
      for (int at = 0; at < side; ++at)
        if (keep[d] || at == rank_ / stride % side) more.push_back(member + at * stride);
    members = std::move(more);
  }
  if (kept.empty()) kept.push_back(1);
  MPI_Group all = MPI_GROUP_NULL;
  MPI_Group part = MPI_GROUP_NULL;
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_group(comm_, &all);
  MPI_Group_incl(all, static_cast<int>(members.size()), members.data(), &part);
  const int code = MPI_Comm_create_group(comm_, part, tag_of(keep), &comm);
  MPI_Group_free(&part);
  MPI_Group_free(&all);
  require(code, "sub");
  known = detail::GroupHandle(*new Group(comm, std::move(kept), grid_));
  return *known;
}

void Group::check(const char* operation, Rank partner, Tag tag, bool may_be_any) const {
  const auto refuse = [&](const std::string& what) {
    throw ProgramError(fmt::format("{}: {}", operation, what), world_rank(), Ticks{});
  };
  if ((partner < 0 || partner >= size_) && !(may_be_any && partner == any_source))
    refuse(fmt::format("rank {} does not exist (ranks are 0..{})", partner, size_ - 1));
  static const int most = [] {
    int* value = nullptr;
    int is_there = 0;
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, static_cast<void*>(&value), &is_there);
    return is_there != 0 ? std::min(*value, kMaxTag) : 32767;
  }();
  if ((tag < 0 || tag > most) && !(may_be_any && tag == any_tag))
    refuse(fmt::format("tag {} is out of range (tags are 0..{} here)", tag, most));
}

Pe& Pe::here() {
  static Pe pe;
  return pe;
}

}  // namespace core
}  // namespace toruscope
