// SPDX-License-Identifier: Apache-2.0
// Collective operations by the tables of Toruscope. Data that are not one block are packed before
// and unpacked after, so that an algorithm sees bytes.

#include "mpi/tables.hpp"
#include "mpi/transfers.hpp"

#include <string>
#include <vector>

namespace toruscope::mpi {

Comm& group_of_collective(State& state, MPI_Comm handle) {
  Comm& comm = comm_of(state, handle);
  if (comm.remote)
    refuse(MPI_ERR_COMM,
           "on an intercommunicator there is no such operation (scans, topologies), or it is not "
           "supported (non-blocking collectives)");
  return comm;
}

Comm& enter_collective(State& state, MPI_Comm handle) {
  Comm& comm = comm_of(state, handle);
  finish_schedules(state, comm.remote ? *comm.local : comm);
  return comm;
}

Comm& enter_group(State& state, MPI_Comm handle) {
  group_of_collective(state, handle);
  return enter_collective(state, handle);
}

Role role_of(const Comm& comm, int root) {
  if (comm.remote && root == MPI_ROOT) return Role::root;
  if (comm.remote && root == MPI_PROC_NULL) return Role::none;
  check_root(comm, root);
  return !comm.remote && comm.rank() == root ? Role::root : Role::other;
}

bool is_in_place(const Comm& comm, const void* data) {
  if (data == MPI_IN_PLACE && comm.remote)
    refuse(MPI_ERR_BUFFER, "MPI_IN_PLACE has no meaning between two groups");
  return data == MPI_IN_PLACE;
}

Writable::Writable(void* data, std::size_t count, const Type& type, bool reads)
    : data_(data), count_(count), type_(type) {
  if (type.is_dense()) {
    bytes_ = block_of(data, count, type);
    return;
  }
  copy_.resize(count * type.size());
  if (reads) pack(*type.layout, type.extent, count, static_cast<const std::byte*>(data), copy_.data());
  bytes_ = copy_;
}

void Writable::store_back() {
  if (!copy_.empty()) store(copy_, data_, count_, type_);
}

namespace {

/// Elements of one rank's part.
struct Part {
  std::size_t count;
  const Type& type;
  [[nodiscard]] std::size_t bytes() const { return count * type.size(); }
};
Part part_of(State& state, int count, MPI_Datatype type) {
  check_count(count);
  return {static_cast<std::size_t>(count), usable_type(state, type)};
}

/// The address of an element.
const void* element(const void* data, std::ptrdiff_t index, const Type& type) {
  return static_cast<const std::byte*>(data) + index * type.extent;
}

/// A rank's own block of those of all: a copy.
std::vector<std::byte> own_block(State& s, const Comm& comm, const void* out, int out_count,
                                 MPI_Datatype out_type, const void* all, const Part& part) {
  if (!is_in_place(comm, out)) return copy_of_part(s, out, out_count, out_type);
  const auto index = static_cast<std::ptrdiff_t>(part.count) * comm.rank();
  return packed_copy(element(all, index, part.type), part.count, part.type);
}

void broadcast_part(State& s, void* data, int count, MPI_Datatype type, int root, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const Role role = role_of(comm, root);
  if (role == Role::none) return broadcast_bytes(s, comm, root, {});
  const Part part = part_of(s, count, type);
  Writable all(data, part.count, part.type, role == Role::root);
  broadcast_bytes(s, comm, root, all.bytes());
  if (role == Role::other) all.store_back();
}

void gather(State& s, const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
            MPI_Datatype in_type, int root, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const Role role = role_of(comm, root);
  if (role == Role::none) return gather_bytes(s, comm, root, {}, {});
  if (role == Role::other) {
    const Part part = part_of(s, out_count, out_type);
    const Packed block(out, part.count, part.type);
    return gather_bytes(s, comm, root, block.bytes(), {});
  }
  const Part part = part_of(s, in_count, in_type);
  Writable all(in, part.count * static_cast<std::size_t>(comm.partners()), part.type, out == MPI_IN_PLACE);
  std::vector<std::byte> block;
  if (!comm.remote) block = own_block(s, comm, out, out_count, out_type, in, part);
  gather_bytes(s, comm, root, block, all.bytes());
  all.store_back();
}

void scatter(State& s, const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
             MPI_Datatype in_type, int root, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const Role role = role_of(comm, root);
  if (role == Role::none) return scatter_bytes(s, comm, root, {}, {});
  if (role == Role::other) {
    const Part part = part_of(s, in_count, in_type);
    Writable block(in, part.count, part.type, false);
    scatter_bytes(s, comm, root, {}, block.bytes());
    return block.store_back();
  }
  const Part part = part_of(s, out_count, out_type);
  const Packed all(out, part.count * static_cast<std::size_t>(comm.partners()), part.type);
  std::vector<std::byte> block(comm.remote ? 0 : part.bytes());
  scatter_bytes(s, comm, root, all.bytes(), block);
  if (comm.remote || in == MPI_IN_PLACE) return;
  const Part own = part_of(s, in_count, in_type);
  store(block, in, own.count, own.type);
}

void allgather(State& s, const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
               MPI_Datatype in_type, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const Part part = part_of(s, in_count, in_type);
  Writable all(in, part.count * static_cast<std::size_t>(comm.partners()), part.type, out == MPI_IN_PLACE);
  allgather_bytes(s, comm, own_block(s, comm, out, out_count, out_type, in, part), all.bytes());
  all.store_back();
}

void alltoall(State& s, const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
              MPI_Datatype in_type, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const auto p = static_cast<std::size_t>(comm.partners());
  const Part part = part_of(s, in_count, in_type);
  Writable all(in, part.count * p, part.type, false);
  if (is_in_place(comm, out)) {
    alltoall_bytes(s, comm, packed_copy(in, part.count * p, part.type), all.bytes());
  } else {
    const Part own = part_of(s, out_count, out_type);
    const Packed blocks(out, own.count * p, own.type);
    alltoall_bytes(s, comm, blocks.bytes(), all.bytes());
  }
  all.store_back();
}

/// What a reduction combines: a copy of this rank's data, packed.
std::vector<std::byte> operands(const Comm& comm, const void* out, const void* in, const Part& part) {
  return packed_copy(is_in_place(comm, out) ? in : out, part.count, part.type);
}

void reduce(State& s, const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, int root,
            MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const Role role = role_of(comm, root);
  if (role == Role::none) return reduce_bytes(s, comm, root, {}, {});
  const Part part = part_of(s, count, type);
  const Combine combine = combine_by(s, op, type, part.type);
  std::vector<std::byte> data;
  if (!comm.remote || role == Role::other) data = operands(comm, out, in, part);
  if (comm.remote && role == Role::root) data.resize(part.bytes());
  reduce_bytes(s, comm, root, data, combine);
  if (role == Role::root) store(data, in, part.count, part.type);
}

void allreduce(State& s, const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const Part part = part_of(s, count, type);
  const Combine combine = combine_by(s, op, type, part.type);
  std::vector<std::byte> data = operands(comm, out, in, part);
  allreduce_bytes(s, comm, data, combine);
  store(data, in, part.count, part.type);
}

template <class Entry>
void scan(State& s, const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm handle) {
  Comm& comm = enter_group(s, handle);
  const Part part = part_of(s, count, type);
  Combine combine = combine_by(s, op, type, part.type);
  combine.per_value = part.count;
  std::vector<std::byte> data = operands(comm, out, in, part);
  if (data.empty()) return;
  detail::scan_bytes<Entry>(comm.collective, data, combine, comm.size(),
                            s.job.algorithm(Entry::kOperation.name));
  const bool has_result = comm.rank() > 0 || std::string_view(Entry::kOperation.name) == "scan";
  if (has_result) store(data, in, part.count, part.type);
}

void reduce_scatter_block(State& s, const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                          MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const Part part = part_of(s, count, type);
  const Combine combine = combine_by(s, op, type, part.type);
  const std::vector<std::byte> all =
      operands(comm, out, in, {part.count * static_cast<std::size_t>(comm.size()), part.type});
  std::vector<std::byte> block(part.bytes());
  reduce_scatter_bytes(s, comm, all, block, combine);
  store(block, in, part.count, part.type);
}

}  // namespace

std::vector<std::byte> copy_of_part(State& state, const void* data, int count, MPI_Datatype type) {
  const Part part = part_of(state, count, type);
  return packed_copy(data, part.count, part.type);
}

}  // namespace toruscope::mpi

using namespace toruscope;
using namespace toruscope::mpi;

extern "C" {

int MPI_Barrier(MPI_Comm comm) {
  return call(__func__, [&](State& s) { barrier_of(s, enter_collective(s, comm)); });
}
int MPI_Bcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  return call(__func__, [&](State& s) { broadcast_part(s, data, count, type, root, comm); });
}
int MPI_Gather(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
               MPI_Datatype in_type, int root, MPI_Comm comm) {
  return call(__func__,
              [&](State& s) { gather(s, out, out_count, out_type, in, in_count, in_type, root, comm); });
}
int MPI_Scatter(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                MPI_Datatype in_type, int root, MPI_Comm comm) {
  return call(__func__,
              [&](State& s) { scatter(s, out, out_count, out_type, in, in_count, in_type, root, comm); });
}
int MPI_Allgather(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                  MPI_Datatype in_type, MPI_Comm comm) {
  return call(__func__, [&](State& s) { allgather(s, out, out_count, out_type, in, in_count, in_type, comm); });
}
int MPI_Alltoall(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                 MPI_Datatype in_type, MPI_Comm comm) {
  return call(__func__, [&](State& s) { alltoall(s, out, out_count, out_type, in, in_count, in_type, comm); });
}
int MPI_Reduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm) {
  return call(__func__, [&](State& s) { reduce(s, out, in, count, type, op, root, comm); });
}
int MPI_Allreduce(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return call(__func__, [&](State& s) { allreduce(s, out, in, count, type, op, comm); });
}
int MPI_Scan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return call(__func__, [&](State& s) { scan<Scan>(s, out, in, count, type, op, comm); });
}
int MPI_Exscan(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  return call(__func__, [&](State& s) { scan<Exscan>(s, out, in, count, type, op, comm); });
}
int MPI_Reduce_scatter_block(const void* out, void* in, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm) {
  return call(__func__, [&](State& s) { reduce_scatter_block(s, out, in, count, type, op, comm); });
}

}  // extern "C"
