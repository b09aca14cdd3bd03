// SPDX-License-Identifier: Apache-2.0

#include "mpi/groups.hpp"

#include "mpi/state.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

bool is_in(const std::vector<int>& members, int member) {
  return std::find(members.begin(), members.end(), member) != members.end();
}

/// The member with a rank of the group. Errors: MPI_ERR_RANK.
int member_at(const std::vector<int>& members, int rank) {
  if (rank < 0 || rank >= static_cast<int>(members.size()))
    refuse(MPI_ERR_RANK, "rank " + std::to_string(rank) + " is none of the group, which has " +
                             std::to_string(members.size()));
  return members[static_cast<std::size_t>(rank)];
}

/// Ranks that ranges (first, last, stride) name. Errors: MPI_ERR_ARG.
std::vector<int> ranks_in(int count, int ranges[][3]) {
  std::vector<int> ranks;
  for (int i = 0; i < count; ++i) {
    const auto [first, last, stride] = std::tuple(ranges[i][0], ranges[i][1], ranges[i][2]);
    if (stride == 0) refuse(MPI_ERR_ARG, "the stride of a range is 0");
    for (int r = first; stride > 0 ? r <= last : r >= last; r += stride) ranks.push_back(r);
  }
  return ranks;
}

std::vector<int> include(const std::vector<int>& members, const std::vector<int>& ranks) {
  std::vector<int> chosen;
  for (const int r : ranks) {
    const int member = member_at(members, r);
    if (is_in(chosen, member)) refuse(MPI_ERR_RANK, "rank " + std::to_string(r) + " is named twice");
    chosen.push_back(member);
  }
  return chosen;
}

std::vector<int> exclude(const std::vector<int>& members, const std::vector<int>& ranks) {
  const std::vector<int> left_out = include(members, ranks);
  std::vector<int> chosen;
  for (const int m : members)
    if (!is_in(left_out, m)) chosen.push_back(m);
  return chosen;
}

}  // namespace

const std::vector<int>& group_of(State& state, MPI_Group handle) {
  static const std::vector<int> nobody;
  if (handle == MPI_GROUP_EMPTY) return nobody;
  const Group* group = state.groups.find(number_of(handle));
  if (group == nullptr)
    refuse(MPI_ERR_GROUP, handle == MPI_GROUP_NULL ? "the group is MPI_GROUP_NULL" : "there is no such group");
  return *group->members;
}

MPI_Group publish_group(State& state, std::vector<int> members) {
  if (members.empty()) return MPI_GROUP_EMPTY;
  auto shared = std::make_shared<const std::vector<int>>(std::move(members));
  return handle_of<MPI_Group>(state.groups.add(std::make_shared<Group>(Group{std::move(shared)})));
}

int compare_members(const std::vector<int>& one, const std::vector<int>& other) {
  if (one == other) return MPI_IDENT;
  std::vector<int> a = one;
  std::vector<int> b = other;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b ? MPI_SIMILAR : MPI_UNEQUAL;
}

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Group_size(MPI_Group group, int* size) {
  return call(__func__, [&](State& s) { *size = static_cast<int>(group_of(s, group).size()); });
}

int MPI_Group_rank(MPI_Group group, int* rank) {
  return call(__func__, [&](State& s) {
    const std::vector<int>& members = group_of(s, group);
    const auto found = std::find(members.begin(), members.end(), s.rank.number);
    *rank =
        found == members.end() ? static_cast<int>(MPI_UNDEFINED) : static_cast<int>(found - members.begin());
  });
}

int MPI_Group_incl(MPI_Group group, int n, const int* ranks, MPI_Group* made) {
  return call(__func__, [&](State& s) {
    *made = publish_group(s, include(group_of(s, group), {ranks, ranks + std::max(n, 0)}));
  });
}
int MPI_Group_excl(MPI_Group group, int n, const int* ranks, MPI_Group* made) {
  return call(__func__, [&](State& s) {
    *made = publish_group(s, exclude(group_of(s, group), {ranks, ranks + std::max(n, 0)}));
  });
}
int MPI_Group_range_incl(MPI_Group group, int n, int ranges[][3], MPI_Group* made) {
  return call(__func__,
              [&](State& s) { *made = publish_group(s, include(group_of(s, group), ranks_in(n, ranges))); });
}
int MPI_Group_range_excl(MPI_Group group, int n, int ranges[][3], MPI_Group* made) {
  return call(__func__,
              [&](State& s) { *made = publish_group(s, exclude(group_of(s, group), ranks_in(n, ranges))); });
}

int MPI_Group_union(MPI_Group one, MPI_Group other, MPI_Group* made) {
  return call(__func__, [&](State& s) {
    std::vector<int> all = group_of(s, one);
    for (const int m : group_of(s, other))
      if (!is_in(all, m)) all.push_back(m);
    *made = publish_group(s, std::move(all));
  });
}
int MPI_Group_intersection(MPI_Group one, MPI_Group other, MPI_Group* made) {
  return call(__func__, [&](State& s) {
    std::vector<int> both;
    for (const int m : group_of(s, one))
      if (is_in(group_of(s, other), m)) both.push_back(m);
    *made = publish_group(s, std::move(both));
  });
}
int MPI_Group_difference(MPI_Group one, MPI_Group other, MPI_Group* made) {
  return call(__func__, [&](State& s) {
    std::vector<int> first;
    for (const int m : group_of(s, one))
      if (!is_in(group_of(s, other), m)) first.push_back(m);
    *made = publish_group(s, std::move(first));
  });
}

int MPI_Group_compare(MPI_Group one, MPI_Group other, int* result) {
  return call(__func__, [&](State& s) { *result = compare_members(group_of(s, one), group_of(s, other)); });
}

int MPI_Group_translate_ranks(MPI_Group from, int n, const int* ranks, MPI_Group to, int* translated) {
  return call(__func__, [&](State& s) {
    const std::vector<int>& here = group_of(s, from);
    const std::vector<int>& there = group_of(s, to);
    for (int i = 0; i < n; ++i) {
      translated[i] = MPI_PROC_NULL;
      if (ranks[i] == MPI_PROC_NULL) continue;
      const auto found = std::find(there.begin(), there.end(), member_at(here, ranks[i]));
      translated[i] =
          found == there.end() ? static_cast<int>(MPI_UNDEFINED) : static_cast<int>(found - there.begin());
    }
  });
}

int MPI_Group_free(MPI_Group* group) {
  return call(__func__, [&](State& s) {
    group_of(s, *group);
    s.groups.take(number_of(*group));
    *group = MPI_GROUP_NULL;
  });
}

}  // extern "C"
