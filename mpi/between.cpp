// SPDX-License-Identifier: Apache-2.0
// Collective operations on bytes, of one group by the tables of Toruscope, and between two groups
// (MPI 3.1, chapter 5): a group works by the tables, its rank 0 deals with the partners. Where only
// one side knows the sizes of blocks, each block goes by itself.

#include "mpi/schedules.hpp"
#include "mpi/tables.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace toruscope::mpi {

namespace {

/// Messages between the groups that belong to one operation.
class Partners {
 public:
  explicit Partners(Comm& between) : between_(between), tag_(next_tag(between)) {}

  void send(int partner, In data) {
    requests_.push_back(between_.apart.isend(between_.partner_in_messages(partner), data, tag_));
  }
  void receive(int partner, Out data) {
    requests_.push_back(between_.apart.irecv(between_.partner_in_messages(partner), data, tag_));
  }
  void send_each(In all, const Sizes& sizes) {
    for (int p = 0; p < between_.partners(); ++p) send(p, next(all, sizes, p));
  }
  void receive_each(Out all, const Sizes& sizes) {
    for (int p = 0; p < between_.partners(); ++p) receive(p, next(all, sizes, p));
  }
  void wait() { between_.apart.wait_all(requests_); }

 private:
  /// The block of a partner, which `all` then begins behind.
  template <class Bytes>
  static Bytes next(Bytes& all, const Sizes& sizes, int partner) {
    const std::size_t size = sizes[static_cast<std::size_t>(partner)];
    const Bytes block = all.first(size);
    all = all.subspan(size);
    return block;
  }

  Comm& between_;
  Tag tag_;
  std::vector<Request> requests_{};
};

/// The ranks 0 of both groups give each other what they have.
void swap_by_leaders(Comm& between, In own, Out other) {
  Partners partners(between);
  if (between.rank() != 0) return;
  partners.receive(0, other);
  partners.send(0, own);
  partners.wait();
}

/// Equal parts of all bytes.
Sizes equal_sizes(std::size_t bytes, int parts) {
  const auto n = static_cast<std::size_t>(parts);
  return Sizes(n, bytes / n);
}

/// A group's data, combined, at its rank 0.
std::vector<std::byte> reduced(State& s, Comm& group, In data, const Combine& combine) {
  std::vector<std::byte> result(data.begin(), data.end());
  detail::reduce_bytes(group.collective, 0, result, combine, s.job.algorithm("reduce"));
  return result;
}

/// A group's blocks one after the other, at its rank 0.
std::vector<std::byte> gathered(State& s, Comm& group, In block) {
  const bool is_leader = group.rank() == 0;
  std::vector<std::byte> all(is_leader ? block.size() * static_cast<std::size_t>(group.size()) : 0);
  detail::gather_bytes(group.collective, 0, block, all, s.job.algorithm("gather"));
  return all;
}

void tell_group(State& s, Comm& group, Out data) {
  detail::broadcast_bytes(group.collective, 0, data, s.job.algorithm("broadcast"));
}

/// What the partners have reduced, at rank 0.
std::vector<std::byte> reduced_by_partners(State& s, Comm& between, In data, const Combine& combine) {
  const std::vector<std::byte> own = reduced(s, *between.local, data, combine);
  std::vector<std::byte> other(own.size());
  swap_by_leaders(between, own, other);
  return other;
}

}  // namespace

void barrier_of(State& s, Comm& comm) {
  barrier(comm.collective, s.job.algorithm("barrier"));  // between two groups that of their union
}

void broadcast_bytes(State& s, Comm& comm, int root, Out data) {
  if (!comm.remote) return detail::broadcast_bytes(comm.collective, root, data, s.job.algorithm("broadcast"));
  Partners partners(comm);
  const Role role = role_of(comm, root);
  if (role == Role::root) partners.send(0, data);
  if (role == Role::other && comm.rank() == 0) partners.receive(root, data);
  partners.wait();
  if (role == Role::other) tell_group(s, *comm.local, data);
}

void gather_bytes(State& s, Comm& comm, int root, In block, Out all) {
  if (!comm.remote) return detail::gather_bytes(comm.collective, root, block, all, s.job.algorithm("gather"));
  Partners partners(comm);
  const Role role = role_of(comm, root);
  std::vector<std::byte> own;
  if (role == Role::root) partners.receive(0, all);
  if (role == Role::other) own = gathered(s, *comm.local, block);
  if (role == Role::other && comm.rank() == 0) partners.send(root, own);
  partners.wait();
}

void gatherv_bytes(State& s, Comm& comm, int root, In block, Out all, const Sizes& sizes) {
  if (!comm.remote)
    return detail::gatherv_bytes(comm.collective, root, block, all, sizes, 1, s.job.algorithm("gatherv"));
  Partners partners(comm);
  const Role role = role_of(comm, root);
  if (role == Role::root) partners.receive_each(all, sizes);
  if (role == Role::other) partners.send(root, block);
  partners.wait();
}

void scatter_bytes(State& s, Comm& comm, int root, In all, Out block) {
  if (!comm.remote) return detail::scatter_bytes(comm.collective, root, all, block, s.job.algorithm("scatter"));
  Partners partners(comm);
  const Role role = role_of(comm, root);
  std::vector<std::byte> blocks;
  if (role == Role::root) partners.send(0, all);
  if (role == Role::other && comm.rank() == 0) {
    blocks.resize(block.size() * static_cast<std::size_t>(comm.size()));
    partners.receive(root, blocks);
  }
  partners.wait();
  if (role == Role::other)
    detail::scatter_bytes(comm.local->collective, 0, blocks, block, s.job.algorithm("scatter"));
}

void scatterv_bytes(State& s, Comm& comm, int root, In all, const Sizes& sizes, Out block) {
  if (!comm.remote)
    return detail::scatterv_bytes(comm.collective, root, all, sizes, block, 1, s.job.algorithm("scatterv"));
  Partners partners(comm);
  const Role role = role_of(comm, root);
  if (role == Role::root) partners.send_each(all, sizes);
  if (role == Role::other) partners.receive(root, block);
  partners.wait();
}

void allgather_bytes(State& s, Comm& comm, In block, Out all) {
  if (!comm.remote) return detail::allgather_bytes(comm.collective, block, all, s.job.algorithm("allgather"));
  swap_by_leaders(comm, gathered(s, *comm.local, block), all);
  tell_group(s, *comm.local, all);
}

void allgatherv_bytes(State& s, Comm& comm, In block, Out all, const Sizes& sizes) {
  if (!comm.remote)
    return detail::allgatherv_bytes(comm.collective, block, all, sizes, 1, s.job.algorithm("allgatherv"));
  Partners partners(comm);
  if (comm.rank() == 0) partners.receive_each(all, sizes);
  partners.send(0, block);
  partners.wait();
  tell_group(s, *comm.local, all);
}

void alltoall_bytes(State& s, Comm& comm, In sent, Out got) {
  if (!comm.remote) return detail::alltoall_bytes(comm.collective, sent, got, 1, s.job.algorithm("alltoall"));
  alltoallv_bytes(s, comm, sent, equal_sizes(sent.size(), comm.partners()), got,
                  equal_sizes(got.size(), comm.partners()));
}

void alltoallv_bytes(State& s, Comm& comm, In sent, const Sizes& sizes, Out got, const Sizes& got_sizes) {
  if (!comm.remote)
    return detail::alltoallv_bytes(comm.collective, sent, sizes, got, got_sizes, 1,
                                   s.job.algorithm("alltoallv"));
  Partners partners(comm);
  partners.receive_each(got, got_sizes);
  partners.send_each(sent, sizes);
  partners.wait();
}

void reduce_bytes(State& s, Comm& comm, int root, Out data, const Combine& combine) {
  if (!comm.remote)
    return detail::reduce_bytes(comm.collective, root, data, combine, s.job.algorithm("reduce"));
  Partners partners(comm);
  const Role role = role_of(comm, root);
  std::vector<std::byte> own;
  if (role == Role::root) partners.receive(0, data);
  if (role == Role::other) own = reduced(s, *comm.local, data, combine);
  if (role == Role::other && comm.rank() == 0) partners.send(root, own);
  partners.wait();
}

void allreduce_bytes(State& s, Comm& comm, Out data, const Combine& combine) {
  if (!comm.remote)
    return detail::allreduce_bytes(comm.collective, data, combine, s.job.algorithm("allreduce"));
  const std::vector<std::byte> other = reduced_by_partners(s, comm, data, combine);
  std::copy(other.begin(), other.end(), data.begin());
  tell_group(s, *comm.local, data);
}

void reduce_scatter_bytes(State& s, Comm& comm, In all, Out block, const Combine& combine) {
  if (!comm.remote)
    return detail::reduce_scatter_bytes(comm.collective, all, block, combine,
                                        s.job.algorithm("reduce_scatter"));
  const std::vector<std::byte> other = reduced_by_partners(s, comm, all, combine);
  detail::scatter_bytes(comm.local->collective, 0, comm.rank() == 0 ? In(other) : In(), block,
                        s.job.algorithm("scatter"));
}

void reduce_scatterv_bytes(State& s, Comm& comm, In all, const Sizes& sizes, Out block,
                           const Combine& combine) {
  if (!comm.remote)
    return detail::reduce_scatterv_bytes(comm.collective, all, sizes, block, combine, 1,
                                         s.job.algorithm("reduce_scatterv"));
  const std::vector<std::byte> other = reduced_by_partners(s, comm, all, combine);
  const bool is_leader = comm.rank() == 0;
  detail::scatterv_bytes(comm.local->collective, 0, is_leader ? In(other) : In(), is_leader ? sizes : Sizes(),
                         block, 1, s.job.algorithm("scatterv"));
}

}  // namespace toruscope::mpi
