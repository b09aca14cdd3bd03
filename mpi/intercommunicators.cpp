// SPDX-License-Identifier: Apache-2.0
// Intercommunicators: two groups that send messages to each other. On the machine they are one
// communicator, the group whose first member has the lower rank in MPI_COMM_WORLD in front.

#include "mpi/groups.hpp"
#include "mpi/state.hpp"
#include "mpi/status.hpp"
#include "mpi/transfers.hpp"

#include <toruscope/collectives.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

/// Gives all members of a group the numbers that its leader has.
std::vector<int> told_by_leader(Comm& group, int leader, std::vector<int> known) {
  int count = static_cast<int>(known.size());
  broadcast(group.collective, leader, count);
  known.resize(static_cast<std::size_t>(count));
  broadcast(group.collective, leader, known);
  return known;
}

/// The numbers of the other leader, in exchange for `own`.
std::vector<int> exchanged(Communicator& between, int partner, Tag tag, const std::vector<int>& own) {
  Request sent = between.isend(partner, own, tag);
  std::vector<int> got;
  between.adopt(partner, got, tag);
  between.wait(sent);
  return got;
}

/// The members of both groups, those of the group that is lower in lexicographic order first.
std::vector<int> both_of(const std::vector<int>& one, const std::vector<int>& other) {
  std::vector<int> all = std::min(one, other);
  const std::vector<int>& behind = std::max(one, other);
  all.insert(all.end(), behind.begin(), behind.end());
  return all;
}

/// The communicator between the group `local` and another one.
CommPtr joined(State& state, Comm& local, std::vector<int> other) {
  const std::vector<int>& own = *local.members;
  CommPtr comm = subset(state, *state.world, both_of(own, other));
  comm->first_partner = own < other ? local.size() : 0;
  comm->members = local.members;
  comm->own_rank = local.rank();
  comm->remote = std::make_shared<std::vector<int>>(std::move(other));
  comm->local = duplicate(state, local);
  comm->handler = local.handler;
  return comm;
}

/// `between_handle`, `partner`, `tag`: where the leader meets the leader of the other group;
/// ignored on other ranks, as in MPI.
CommPtr create(State& state, MPI_Comm local_handle, int leader, MPI_Comm between_handle, int partner, int tag) {
  Comm& local = comm_of(state, local_handle);
  if (local.remote) refuse(MPI_ERR_COMM, "the local communicator is one between two groups");
  check_root(local, leader);
  std::vector<int> other;
  if (local.rank() == leader) {
    Comm& between = comm_of(state, between_handle);
    check_destination(between, partner);
    if (partner == MPI_PROC_NULL) refuse(MPI_ERR_RANK, "the leader of the other group is MPI_PROC_NULL");
    check_send_tag(tag);
    other = exchanged(between.apart, between.partner_in_messages(partner), tag, *local.members);
  }
  state.in_use = &local;
  finish_schedules(state, local);
  other = told_by_leader(local, leader, std::move(other));
  const std::vector<int>& own = *local.members;
  for (const int member : other)
    if (std::find(own.begin(), own.end(), member) != own.end())
      refuse(MPI_ERR_COMM, "the two groups have a rank in common");
  return joined(state, local, std::move(other));
}

/// Both groups as one, the group that passes `is_high` behind the other; the lower one first if
/// both pass the same.
CommPtr merge(State& state, Comm& between, bool is_high) {
  if (!between.remote) refuse(MPI_ERR_COMM, "the communicator is not one between two groups");
  const Tag tag = 0;  // of messages that nothing else uses
  std::vector<int> other;
  if (between.rank() == 0) other = exchanged(between.apart, between.first_partner, tag, {is_high ? 1 : 0});
  finish_schedules(state, *between.local);
  const bool other_is_high = told_by_leader(*between.local, 0, std::move(other)).front() != 0;
  const bool is_lower = between.first_partner != 0;
  const bool is_first = is_high == other_is_high ? is_lower : !is_high;
  std::vector<int> all = is_first ? *between.members : *between.remote;
  const std::vector<int>& behind = is_first ? *between.remote : *between.members;
  all.insert(all.end(), behind.begin(), behind.end());
  CommPtr comm = subset(state, *state.world, all);
  comm->handler = between.handler;
  return comm;
}

/// Members of a group that have a colour, in the order of their keys; `said` is a colour and a key
/// of each.
std::vector<int> with_colour(const std::vector<int>& members, const std::vector<int>& said, int colour) {
  std::vector<std::pair<int, int>> chosen;  // key, member
  for (std::size_t i = 0; i < members.size(); ++i)
    if (said[2 * i] == colour) chosen.emplace_back(said[2 * i + 1], members[i]);
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<int> ranks;
  for (const auto& [key, member] : chosen) ranks.push_back(member);
  return ranks;
}

}  // namespace

CommPtr split_both(State& state, Comm& between, int colour, int key) {
  const Tag tag = 0;  // of messages that nothing else uses
  Comm& group = *between.local;
  std::vector<int> said(2 * static_cast<std::size_t>(group.size()));
  finish_schedules(state, group);
  allgather(group.collective, std::vector<int>{colour, key}, said);
  std::vector<int> other;
  if (between.rank() == 0) other = exchanged(between.apart, between.first_partner, tag, said);
  other = told_by_leader(group, 0, std::move(other));
  const CommPtr local = split(state, group, colour, key);
  std::vector<int> partners = with_colour(*between.remote, other, colour);
  if (local == nullptr || partners.empty()) return nullptr;
  CommPtr comm = joined(state, *local, std::move(partners));
  comm->handler = between.handler;
  return comm;
}

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Intercomm_create(MPI_Comm local, int leader, MPI_Comm between, int partner, int tag, MPI_Comm* made) {
  return call(__func__, [&](State& s) { *made = publish(s, create(s, local, leader, between, partner, tag)); });
}

int MPI_Intercomm_merge(MPI_Comm between, int is_high, MPI_Comm* made) {
  return call(__func__, [&](State& s) { *made = publish(s, merge(s, comm_of(s, between), is_high != 0)); });
}

int MPI_Comm_test_inter(MPI_Comm comm, int* flag) {
  return call(__func__, [&](State& s) { *flag = comm_of(s, comm).remote ? 1 : 0; });
}

int MPI_Comm_remote_size(MPI_Comm comm, int* size) {
  return call(__func__, [&](State& s) {
    const Comm& between = comm_of(s, comm);
    if (!between.remote) refuse(MPI_ERR_COMM, "the communicator is not one between two groups");
    *size = between.partners();
  });
}

int MPI_Comm_remote_group(MPI_Comm comm, MPI_Group* group) {
  return call(__func__, [&](State& s) {
    const Comm& between = comm_of(s, comm);
    if (!between.remote) refuse(MPI_ERR_COMM, "the communicator is not one between two groups");
    *group = publish_group(s, *between.remote);
  });
}

}  // extern "C"
