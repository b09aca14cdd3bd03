// SPDX-License-Identifier: Apache-2.0
// Collective operations with a count for each rank, by the tables of Toruscope, which know blocks
// of different sizes. Blocks that lie apart are packed one after the other.

#include "mpi/schedules.hpp"
#include "mpi/tables.hpp"
#include "mpi/transfers.hpp"

#include <numeric>
#include <span>
#include <vector>

namespace toruscope::mpi {

namespace {

/// Blocks of the program's memory, one for each rank.
struct Blocks {
  const void* data;
  const int* counts;
  const int* places;  ///< in extents of the type; null: one after the other
  const Type& type;

  [[nodiscard]] std::size_t count(int rank) const { return static_cast<std::size_t>(counts[rank]); }
  [[nodiscard]] std::size_t bytes(int rank) const { return count(rank) * type.size(); }
  [[nodiscard]] void* at(int rank) const {
    const auto place = std::ptrdiff_t{places[rank]} * type.extent;
    return const_cast<std::byte*>(static_cast<const std::byte*>(data)) + place;
  }
};

Blocks blocks_of(State& state, int number, const void* data, const int* counts, const int* places,
                 MPI_Datatype type) {
  for (int r = 0; r < number; ++r) check_count(counts[r]);
  return {data, counts, places, usable_type(state, type)};
}

std::size_t total(const Blocks& blocks, int size) {
  std::size_t bytes = 0;
  for (int r = 0; r < size; ++r) bytes += blocks.bytes(r);
  return bytes;
}

/// The blocks one after the other, in rank order.
std::vector<std::byte> packed(const Blocks& blocks, int size) {
  std::vector<std::byte> all(total(blocks, size));
  std::byte* next = all.data();
  for (int r = 0; r < size; next += blocks.bytes(r++))
    pack(*blocks.type.layout, blocks.type.extent, blocks.count(r), static_cast<const std::byte*>(blocks.at(r)),
         next);
  return all;
}
void unpack_all(std::span<const std::byte> all, const Blocks& blocks, int size) {
  for (int r = 0; r < size; ++r) {
    store(all.first(blocks.bytes(r)), blocks.at(r), blocks.count(r), blocks.type);
    all = all.subspan(blocks.bytes(r));
  }
}

Sizes sizes(const Blocks& blocks, int p) {
  Sizes bytes;
  for (int r = 0; r < p; ++r) bytes.push_back(blocks.bytes(r));
  return bytes;
}

/// A copy of one block.
std::vector<std::byte> copy_of_block(const Blocks& blocks, int rank) {
  return packed_copy(blocks.at(rank), blocks.count(rank), blocks.type);
}

void gatherv(State& s, const void* out, int out_count, MPI_Datatype out_type, void* in, const int* counts,
             const int* places, MPI_Datatype in_type, int root, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const Role role = role_of(comm, root);
  if (role == Role::none) return gatherv_bytes(s, comm, root, {}, {}, {});
  if (role == Role::other)
    return gatherv_bytes(s, comm, root, copy_of_part(s, out, out_count, out_type), {}, {});
  const int p = comm.partners();
  const Blocks blocks = blocks_of(s, p, in, counts, places, in_type);
  std::vector<std::byte> own;
  if (!comm.remote)
    own = out == MPI_IN_PLACE ? copy_of_block(blocks, root) : copy_of_part(s, out, out_count, out_type);
  std::vector<std::byte> all(total(blocks, p));
  gatherv_bytes(s, comm, root, own, all, sizes(blocks, p));
  unpack_all(all, blocks, p);
}

void scatterv(State& s, const void* out, const int* counts, const int* places, MPI_Datatype out_type, void* in,
              int in_count, MPI_Datatype in_type, int root, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const Role role = role_of(comm, root);
  if (role == Role::none) return scatterv_bytes(s, comm, root, {}, {}, {});
  const bool has_block = role == Role::other || (!comm.remote && in != MPI_IN_PLACE);
  if (has_block) check_count(in_count);
  std::vector<std::byte> block(has_block ? static_cast<std::size_t>(in_count) * usable_type(s, in_type).size()
                                         : 0);
  if (role == Role::other) {
    scatterv_bytes(s, comm, root, {}, {}, block);
  } else {
    const int p = comm.partners();
    const Blocks blocks = blocks_of(s, p, out, counts, places, out_type);
    if (!comm.remote && !has_block) block.resize(blocks.bytes(root));
    scatterv_bytes(s, comm, root, packed(blocks, p), sizes(blocks, p), block);
  }
  if (has_block) store(block, in, static_cast<std::size_t>(in_count), usable_type(s, in_type));
}

void allgatherv(State& s, const void* out, int out_count, MPI_Datatype out_type, void* in, const int* counts,
                const int* places, MPI_Datatype in_type, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const int p = comm.partners();
  const Blocks blocks = blocks_of(s, p, in, counts, places, in_type);
  const std::vector<std::byte> own =
      is_in_place(comm, out) ? copy_of_block(blocks, comm.rank()) : copy_of_part(s, out, out_count, out_type);
  std::vector<std::byte> all(total(blocks, p));
  allgatherv_bytes(s, comm, own, all, sizes(blocks, p));
  unpack_all(all, blocks, p);
}

void alltoallv(State& s, const Blocks& out, const Blocks& in, Comm& comm) {
  const int p = comm.partners();
  std::vector<std::byte> got(total(in, p));
  alltoallv_bytes(s, comm, packed(out, p), sizes(out, p), got, sizes(in, p));
  unpack_all(got, in, p);
}

void reduce_scatter(State& s, const void* out, void* in, const int* counts, MPI_Datatype handle, MPI_Op op,
                    MPI_Comm comm_handle) {
  Comm& comm = enter_collective(s, comm_handle);
  const int p = comm.size();
  const Blocks blocks = blocks_of(s, p, in, counts, nullptr, handle);
  const Combine combine = combine_by(s, op, handle, blocks.type);
  const auto elements = static_cast<std::size_t>(std::accumulate(counts, counts + p, std::int64_t{0}));
  const std::vector<std::byte> all = packed_copy(is_in_place(comm, out) ? in : out, elements, blocks.type);
  std::vector<std::byte> own(blocks.bytes(comm.rank()));
  reduce_scatterv_bytes(s, comm, all, sizes(blocks, p), own, combine);
  store(own, in, blocks.count(comm.rank()), blocks.type);
}

/// Blocks whose types differ, too, and whose places are bytes: each goes by itself.
struct TypedBlocks {
  const void* data;
  const int* counts;
  const int* places;
  const MPI_Datatype* types;
  [[nodiscard]] void* at(int rank) const {
    return const_cast<std::byte*>(static_cast<const std::byte*>(data)) + places[rank];
  }
};

void alltoallw(State& s, const TypedBlocks& out, const TypedBlocks& in, Comm& comm) {
  const Tag tag = next_tag(comm);
  const int p = comm.partners();
  std::vector<Buffer> bodies(static_cast<std::size_t>(p));
  std::vector<Request> requests;
  const TypedBlocks& from = is_in_place(comm, out.data) ? in : out;
  for (int i = 0; i < p; ++i) {
    const int r = (comm.rank() % p - i + p) % p;
    Buffer& body = bodies[static_cast<std::size_t>(r)];
    requests.push_back(comm.apart.iadopt(comm.partner_in_messages(r), body, tag));
  }
  for (int i = 0; i < p; ++i) {
    const int r = (comm.rank() + i) % p;
    requests.push_back(comm.apart.isend(comm.partner_in_messages(r),
                                        copy_of_part(s, from.at(r), from.counts[r], from.types[r]), tag));
  }
  comm.apart.wait_all(requests);
  for (int r = 0; r < p; ++r)
    store(bodies[static_cast<std::size_t>(r)], in.at(r), static_cast<std::size_t>(in.counts[r]),
          usable_type(s, in.types[r]));
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope;
using namespace toruscope::mpi;

extern "C" {

int MPI_Gatherv(const void* out, int out_count, MPI_Datatype out_type, void* in, const int* counts,
                const int* places, MPI_Datatype in_type, int root, MPI_Comm comm) {
  return call(__func__,
              [&](State& s) { gatherv(s, out, out_count, out_type, in, counts, places, in_type, root, comm); });
}
int MPI_Scatterv(const void* out, const int* counts, const int* places, MPI_Datatype out_type, void* in,
                 int in_count, MPI_Datatype in_type, int root, MPI_Comm comm) {
  return call(__func__,
              [&](State& s) { scatterv(s, out, counts, places, out_type, in, in_count, in_type, root, comm); });
}
int MPI_Allgatherv(const void* out, int out_count, MPI_Datatype out_type, void* in, const int* counts,
                   const int* places, MPI_Datatype in_type, MPI_Comm comm) {
  return call(__func__,
              [&](State& s) { allgatherv(s, out, out_count, out_type, in, counts, places, in_type, comm); });
}
int MPI_Alltoallv(const void* out, const int* out_counts, const int* out_places, MPI_Datatype out_type,
                  void* in, const int* in_counts, const int* in_places, MPI_Datatype in_type, MPI_Comm handle) {
  return call(__func__, [&](State& s) {
    Comm& comm = enter_collective(s, handle);
    const int p = comm.partners();
    const Blocks to = blocks_of(s, p, in, in_counts, in_places, in_type);
    const Blocks from = is_in_place(comm, out) ? to : blocks_of(s, p, out, out_counts, out_places, out_type);
    alltoallv(s, from, to, comm);
  });
}
int MPI_Alltoallw(const void* out, const int* out_counts, const int* out_places, const MPI_Datatype* out_types,
                  void* in, const int* in_counts, const int* in_places, const MPI_Datatype* in_types,
                  MPI_Comm handle) {
  return call(__func__, [&](State& s) {
    alltoallw(s, {out, out_counts, out_places, out_types}, {in, in_counts, in_places, in_types},
              enter_collective(s, handle));
  });
}
int MPI_Reduce_scatter(const void* out, void* in, const int* counts, MPI_Datatype type, MPI_Op op,
                       MPI_Comm comm) {
  return call(__func__, [&](State& s) { reduce_scatter(s, out, in, counts, type, op, comm); });
}

}  // extern "C"
