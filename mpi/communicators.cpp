// SPDX-License-Identifier: Apache-2.0

#include "mpi/communicators.hpp"

#include "mpi/groups.hpp"
#include "mpi/state.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

CommPtr make(const Communicator& messages, const Communicator& collective, Members members, std::int64_t id) {
  return std::make_shared<Comm>(Comm{.messages = messages,
                                     .collective = collective,
                                     .apart = messages.separate(),
                                     .members = std::move(members),
                                     .id = id,
                                     .own_rank = messages.rank()});
}

/// Where collective operations of a new communicator run: on its parent's grid, if it has the same
/// ranks in the same order.
const Communicator& collective_of(const Comm& parent, const Communicator& made, const Members& members) {
  return *members == *parent.members ? parent.collective : made;
}

void refuse_own(const Comm& comm) {
  if (comm.number == number_of(MPI_COMM_WORLD) || comm.number == number_of(MPI_COMM_SELF))
    refuse(MPI_ERR_COMM, "MPI_COMM_WORLD and MPI_COMM_SELF cannot be freed");
}

/// The place of a rank of MPI_COMM_WORLD in a list; -1 if it is not there.
int place_in(const std::vector<int>& members, int world_rank) {
  const auto found = std::find(members.begin(), members.end(), world_rank);
  return found == members.end() ? -1 : static_cast<int>(found - members.begin());
}

}  // namespace

void make_first_communicators(State& state) {
  Communicator& world = *state.rank.world;
  state.world = make(world, world, state.job.world(), 0);
  state.world->number = number_of(MPI_COMM_WORLD);
  state.world->name = "MPI_COMM_WORLD";
  const Communicator self = world.sub(std::vector<bool>(world.sides().size(), false));
  state.self = make(self, self, std::make_shared<std::vector<int>>(1, state.rank.number),
                    -1 - std::int64_t{state.rank.number});
  state.self->number = number_of(MPI_COMM_SELF);
  state.self->name = "MPI_COMM_SELF";
}

CommPtr keep_comm(State& state, MPI_Comm handle) {
  if (handle == MPI_COMM_WORLD) return state.world;
  if (handle == MPI_COMM_SELF) return state.self;
  return state.comms.share(number_of(handle));
}

Comm& own_comm_of(State& state, MPI_Comm handle) {
  Comm* const comm = handle == MPI_COMM_SELF ? state.self.get() : state.comms.find(number_of(handle));
  if (comm == nullptr)
    refuse(MPI_ERR_COMM,
           handle == MPI_COMM_NULL ? "the communicator is MPI_COMM_NULL" : "there is no such communicator");
  state.in_use = comm;
  return *comm;
}

CommPtr split(State& state, Comm& parent, int colour, int key) {
  if (parent.remote) return split_both(state, parent, colour, key);
  finish_schedules(state, parent);
  const int n = parent.splits++;
  const auto record = state.job.split(parent.id, n, parent.size());
  record->enter(parent.rank(), colour, key);
  const Communicator made = parent.messages.split(colour, key);
  SplitRecord::Made members = record->made(colour, *parent.members, state.job.next_id());
  if (record->leave()) state.job.forget_split(parent.id, n);
  if (colour == kNoColour) return nullptr;
  CommPtr comm = make(made, collective_of(parent, made, members.members), members.members, members.id);
  comm->handler = parent.handler;
  return comm;
}

CommPtr duplicate(State& state, Comm& parent) {
  const Communicator made = parent.collective.duplicate();
  const std::int64_t id = state.job.id_of({.parent = parent.id, .n = parent.splits++}, made.size());
  CommPtr comm = make(made, made, parent.members, id);
  comm->handler = parent.handler;
  comm->grid = parent.grid;
  comm->graph = parent.graph;
  comm->remote = parent.remote;
  comm->first_partner = parent.first_partner;
  if (parent.local != nullptr) {
    comm->local = duplicate(state, *parent.local);
    comm->own_rank = parent.own_rank;
  }
  return comm;
}

CommPtr subset(State& state, Comm& parent, const std::vector<int>& ranks) {
  const Communicator made = parent.messages.subset(ranks);
  const int n = parent.subsets[ranks]++;
  const std::int64_t id =
      state.job.id_of({.parent = parent.id, .ranks = ranks, .n = n}, static_cast<int>(ranks.size()));
  auto members = std::make_shared<std::vector<int>>();
  for (const int r : ranks) members->push_back(parent.world_rank(r));
  CommPtr comm = make(made, collective_of(parent, made, members), members, id);
  comm->handler = parent.handler;
  return comm;
}

MPI_Comm publish(State& state, CommPtr comm) {
  if (comm == nullptr) return MPI_COMM_NULL;
  Comm& kept = *comm;
  kept.number = state.comms.add(std::move(comm));
  return handle_of<MPI_Comm>(kept.number);
}

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

namespace {

/// The ranks in `parent` of a group's members.
std::vector<int> ranks_in(const Comm& parent, const std::vector<int>& members) {
  std::vector<int> ranks;
  for (const int m : members) {
    ranks.push_back(place_in(*parent.members, m));
    if (ranks.back() < 0) refuse(MPI_ERR_GROUP, "the group has a rank that the communicator does not have");
  }
  return ranks;
}

/// Members of a group and nobody else become a communicator; all ranks of `parent` take part.
void create(State& state, MPI_Comm parent_handle, MPI_Group group_handle, MPI_Comm* made) {
  Comm& parent = comm_of(state, parent_handle);
  const std::vector<int>& members = group_of(state, group_handle);
  ranks_in(parent, members);
  const int place = place_in(members, state.rank.number);
  // Groups that differ do not overlap, so the first member names one. On either side of two groups
  // there is one, and both belong together.
  const int colour = place < 0 ? kNoColour : parent.remote ? 0 : members.front();
  *made = publish(state, split(state, parent, colour, std::max(place, 0)));
}

}  // namespace

extern "C" {

int MPI_Comm_rank(MPI_Comm comm, int* rank) {
  return call(__func__, [&](State& s) { *rank = comm_of(s, comm).rank(); });
}
int MPI_Comm_size(MPI_Comm comm, int* size) {
  return call(__func__, [&](State& s) { *size = comm_of(s, comm).size(); });
}

int MPI_Comm_dup(MPI_Comm comm, MPI_Comm* made) {
  return call(__func__, [&](State& s) {
    const CommPtr parent = (comm_of(s, comm), keep_comm(s, comm));
    CommPtr copy = duplicate(s, *parent);
    *made = publish(s, copy);
    copy_attributes(s, *parent, *copy);
  });
}
int MPI_Comm_dup_with_info(MPI_Comm comm, MPI_Info, MPI_Comm* made) {
  return MPI_Comm_dup(comm, made);
}

int MPI_Comm_split(MPI_Comm comm, int colour, int key, MPI_Comm* made) {
  return call(__func__, [&](State& s) {
    Comm& parent = comm_of(s, comm);
    if (colour < 0 && colour != MPI_UNDEFINED) refuse(MPI_ERR_ARG, "the colour is below 0");
    *made = publish(s, split(s, parent, colour == MPI_UNDEFINED ? kNoColour : colour, key));
  });
}

// Each PE has a memory of its own, so nobody shares one.
int MPI_Comm_split_type(MPI_Comm comm, int kind, int key, MPI_Info, MPI_Comm* made) {
  return call(__func__, [&](State& s) {
    Comm& parent = comm_of(s, comm);
    if (kind != MPI_COMM_TYPE_SHARED && kind != MPI_UNDEFINED)
      refuse(MPI_ERR_ARG, "the kind of split is not MPI_COMM_TYPE_SHARED");
    *made = publish(s, split(s, parent, kind == MPI_UNDEFINED ? kNoColour : parent.rank(), key));
  });
}

int MPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm* made) {
  return call(__func__, [&](State& s) { create(s, comm, group, made); });
}
int MPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int, MPI_Comm* made) {
  return call(__func__, [&](State& s) {
    Comm& parent = comm_of(s, comm);
    if (parent.remote) refuse(MPI_ERR_COMM, "of two groups no communicator is made for some of their ranks");
    const std::vector<int> ranks = ranks_in(parent, group_of(s, group));
    const bool is_member = place_in(ranks, parent.rank()) >= 0;
    *made = publish(s, is_member ? subset(s, parent, ranks) : nullptr);
  });
}

int MPI_Comm_free(MPI_Comm* comm) {
  return call(__func__, [&](State& s) {
    Comm& gone = comm_of(s, *comm);
    refuse_own(gone);
    delete_attributes(s, gone);
    s.in_use = nullptr;
    s.comms.take(number_of(*comm));
    *comm = MPI_COMM_NULL;
  });
}

int MPI_Comm_compare(MPI_Comm one, MPI_Comm other, int* result) {
  return call(__func__, [&](State& s) {
    const Comm& a = comm_of(s, one);
    const Comm& b = comm_of(s, other);
    int groups = compare_members(*a.members, *b.members);
    if (a.remote || b.remote)
      groups = a.remote && b.remote ? std::max(groups, compare_members(*a.remote, *b.remote))
                                    : static_cast<int>(MPI_UNEQUAL);
    *result = &a == &b              ? static_cast<int>(MPI_IDENT)
              : groups == MPI_IDENT ? static_cast<int>(MPI_CONGRUENT)
                                    : groups;
  });
}

int MPI_Comm_group(MPI_Comm comm, MPI_Group* group) {
  return call(__func__, [&](State& s) { *group = publish_group(s, *comm_of(s, comm).members); });
}

int MPI_Comm_set_name(MPI_Comm comm, const char* name) {
  return call(__func__,
              [&](State& s) { comm_of(s, comm).name = std::string(name).substr(0, MPI_MAX_OBJECT_NAME - 1); });
}
int MPI_Comm_get_name(MPI_Comm comm, char* name, int* length) {
  return call(__func__, [&](State& s) {
    const std::string& known = comm_of(s, comm).name;
    std::memcpy(name, known.c_str(), known.size() + 1);
    *length = static_cast<int>(known.size());
  });
}

}  // extern "C"
