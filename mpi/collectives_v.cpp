// SPDX-License-Identifier: Apache-2.0
// Collective operations with a count for each rank. Where all counts are equal, an allgather or
// reduce-scatter is that of the tables; else messages go as real MPIs send them.
//
// Source      Bruck's concatenation with blocks of different sizes, for short ones; a ring for long
//             ones (Thakur, Rabenseifner, Gropp, IJHPCA 19(1), 2005, section 4.1).

#include "mpi/schedules.hpp"
#include "mpi/tables.hpp"
#include "mpi/transfers.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

constexpr std::size_t kShort = 32 * 1024;  // bytes of all blocks together

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

Blocks blocks_of(State& state, const Comm& comm, const void* data, const int* counts, const int* places,
                 MPI_Datatype type) {
  for (int r = 0; r < comm.size(); ++r) check_count(counts[r]);
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

void gatherv(State& s, const void* out, int out_count, MPI_Datatype out_type, void* in, const int* counts,
             const int* places, MPI_Datatype in_type, int root, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  check_root(comm, root);
  const Tag tag = next_tag(comm);
  if (comm.rank() != root) return comm.apart.send(root, copy_of_part(s, out, out_count, out_type), tag);
  const Blocks blocks = blocks_of(s, comm, in, counts, places, in_type);
  std::vector<Buffer> bodies(static_cast<std::size_t>(comm.size()));
  std::vector<Request> receives;
  for (int r = 0; r < comm.size(); ++r)
    if (r != root) receives.push_back(comm.apart.iadopt(r, bodies[static_cast<std::size_t>(r)], tag));
  if (out != MPI_IN_PLACE)
    store(copy_of_part(s, out, out_count, out_type), blocks.at(root), blocks.count(root), blocks.type);
  comm.apart.wait_all(receives);
  bool is_truncated = false;
  for (int r = 0; r < comm.size(); ++r)
    if (r != root)
      is_truncated = store(bodies[static_cast<std::size_t>(r)], blocks.at(r), blocks.count(r), blocks.type) !=
                         MPI_SUCCESS ||
                     is_truncated;
  if (is_truncated) refuse(MPI_ERR_TRUNCATE, "a rank sent more than the root expects");
}

void scatterv(State& s, const void* out, const int* counts, const int* places, MPI_Datatype out_type, void* in,
              int in_count, MPI_Datatype in_type, int root, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  check_root(comm, root);
  const Tag tag = next_tag(comm);
  const auto keep = [&](std::span<const std::byte> bytes) {
    check_count(in_count);
    if (store(bytes, in, static_cast<std::size_t>(in_count), usable_type(s, in_type)) != MPI_SUCCESS)
      refuse(MPI_ERR_TRUNCATE, "the root sends more than this rank expects");
  };
  if (comm.rank() != root) {
    Buffer body;
    comm.apart.adopt(root, body, tag);
    return keep(body);
  }
  const Blocks blocks = blocks_of(s, comm, out, counts, places, out_type);
  std::vector<Request> sends;
  for (int r = 0; r < comm.size(); ++r)
    if (r != root)
      sends.push_back(comm.apart.isend(r, Packed(blocks.at(r), blocks.count(r), blocks.type).bytes(), tag));
  if (in != MPI_IN_PLACE) keep(packed_copy(blocks.at(root), blocks.count(root), blocks.type));
  comm.apart.wait_all(sends);
}

/// Where blocks begin, one after the other from the rank's own on, and behind the last one.
std::vector<std::size_t> starts_from(const Blocks& blocks, int rank, int size) {
  std::vector<std::size_t> starts{0};
  for (int i = 0; i < size; ++i) starts.push_back(starts.back() + blocks.bytes((rank + i) % size));
  return starts;
}

/// Collects all blocks, from the rank's own on. Before a round of distance d it has d blocks.
void concatenate(Comm& comm, Tag tag, std::span<std::byte> all, const std::vector<std::size_t>& starts) {
  const int p = comm.size();
  for (int d = 1; d < p; d *= 2) {
    const auto have = static_cast<std::size_t>(d);
    const auto more = static_cast<std::size_t>(std::min(d, p - d));
    comm.apart.sendrecv((comm.rank() - d + p) % p, all.first(starts[more]), (comm.rank() + d) % p,
                        all.subspan(starts[have], starts[have + more] - starts[have]), tag);
  }
}

/// Passes blocks around a ring: in step i each rank passes on that of the i-th rank before it.
void pass_around(Comm& comm, Tag tag, std::span<std::byte> all, const std::vector<std::size_t>& starts) {
  const int p = comm.size();
  const auto block = [&](int i) {
    const auto b = static_cast<std::size_t>((i % p + p) % p);
    return all.subspan(starts[b], starts[b + 1] - starts[b]);
  };
  for (int i = 0; i < p - 1; ++i)
    comm.apart.sendrecv((comm.rank() + 1) % p, block(-i), (comm.rank() - 1 + p) % p, block(-i - 1), tag);
}

void allgatherv(State& s, const void* out, int out_count, MPI_Datatype out_type, void* in, const int* counts,
                const int* places, MPI_Datatype in_type, MPI_Comm handle) {
  Comm& comm = enter_collective(s, handle);
  const Tag tag = next_tag(comm);
  const int p = comm.size();
  const Blocks blocks = blocks_of(s, comm, in, counts, places, in_type);
  const std::vector<std::byte> own =
      out == MPI_IN_PLACE ? packed_copy(blocks.at(comm.rank()), blocks.count(comm.rank()), blocks.type)
                          : copy_of_part(s, out, out_count, out_type);
  std::vector<std::byte> all(total(blocks, p));
  if (std::all_of(counts, counts + p, [&](int c) { return c == counts[0]; })) {
    detail::allgather_bytes(comm.collective, own, all, s.job.algorithm("allgather"));
    return unpack_all(all, blocks, p);
  }
  const std::vector<std::size_t> starts = starts_from(blocks, comm.rank(), p);
  std::copy(own.begin(), own.end(), all.begin());
  if (all.size() <= kShort)
    concatenate(comm, tag, all, starts);
  else
    pass_around(comm, tag, all, starts);
  for (int i = 0; i < p; ++i) {
    const auto b = static_cast<std::size_t>(i);
    const int r = (comm.rank() + i) % p;
    store(std::span(all).subspan(starts[b], starts[b + 1] - starts[b]), blocks.at(r), blocks.count(r),
          blocks.type);
  }
}

std::vector<std::size_t> sizes(const Blocks& blocks, int p) {
  std::vector<std::size_t> bytes;
  for (int r = 0; r < p; ++r) bytes.push_back(blocks.bytes(r));
  return bytes;
}

void alltoallv(State& s, const Blocks& out, const Blocks& in, Comm& comm) {
  const int p = comm.size();
  const std::vector<std::byte> sent = packed(out, p);
  std::vector<std::byte> got(total(in, p));
  detail::alltoallv_bytes(comm.collective, sent, sizes(out, p), got, sizes(in, p), 1,
                          s.job.algorithm("alltoallv"));
  unpack_all(got, in, p);
}

/// All blocks at rank 0, combined, and from there to their ranks.
void reduce_scatter(State& s, const void* out, void* in, const int* counts, MPI_Datatype handle, MPI_Op op,
                    MPI_Comm comm_handle) {
  Comm& comm = enter_collective(s, comm_handle);
  const Tag tag = next_tag(comm);
  const int p = comm.size();
  const Blocks blocks = blocks_of(s, comm, in, counts, nullptr, handle);
  const Combine combine = combine_by(s, op, handle, blocks.type);
  const auto elements = static_cast<std::size_t>(std::accumulate(counts, counts + p, std::int64_t{0}));
  std::vector<std::byte> all = packed_copy(out == MPI_IN_PLACE ? in : out, elements, blocks.type);
  std::vector<std::byte> own(blocks.bytes(comm.rank()));
  if (std::all_of(counts, counts + p, [&](int c) { return c == counts[0]; })) {
    detail::reduce_scatter_bytes(comm.collective, all, own, combine, s.job.algorithm("reduce_scatter"));
  } else {
    detail::reduce_bytes(comm.collective, 0, all, combine, s.job.algorithm("reduce"));
    const std::vector<std::size_t> starts = starts_from(blocks, 0, p);
    std::vector<Request> sends;
    if (comm.rank() == 0)
      for (int r = 1; r < p; ++r)
        sends.push_back(comm.apart.isend(
            r, std::span(all).subspan(starts[static_cast<std::size_t>(r)], blocks.bytes(r)), tag));
    if (comm.rank() == 0)
      std::copy_n(all.begin(), own.size(), own.begin());
    else
      comm.apart.recv(0, own, tag);
    comm.apart.wait_all(sends);
  }
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
  const int p = comm.size();
  std::vector<Buffer> bodies(static_cast<std::size_t>(p));
  std::vector<Request> requests;
  const TypedBlocks& from = out.data == MPI_IN_PLACE ? in : out;
  for (int i = 0; i < p; ++i) {
    const int r = (comm.rank() - i + p) % p;
    requests.push_back(comm.apart.iadopt(r, bodies[static_cast<std::size_t>(r)], tag));
  }
  for (int i = 0; i < p; ++i) {
    const int r = (comm.rank() + i) % p;
    requests.push_back(comm.apart.isend(r, copy_of_part(s, from.at(r), from.counts[r], from.types[r]), tag));
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
    const Blocks to = blocks_of(s, comm, in, in_counts, in_places, in_type);
    const Blocks from = out == MPI_IN_PLACE ? to : blocks_of(s, comm, out, out_counts, out_places, out_type);
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
