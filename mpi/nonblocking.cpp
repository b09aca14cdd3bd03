// SPDX-License-Identifier: Apache-2.0
// Non-blocking collective operations that move data, of one group. What is sent is packed when they
// begin, what has come is unpacked when they are over.

#include "mpi/pieces.hpp"
#include "mpi/tables.hpp"
#include "mpi/transfers.hpp"

#include <memory>
#include <utility>

namespace toruscope::mpi {

namespace {

void broadcast_later(State& s, void* data, int count, MPI_Datatype type, int root, MPI_Comm handle,
                     MPI_Request* request) {
  const Comm& comm = group_of_collective(s, handle);
  check_root(comm, root);
  const Piece piece = piece_at(s, data, 0, count, type);
  if (piece.type->is_dense()) {
    const Bytes bytes = block_of(data, piece.count, *piece.type);
    return post(s, handle, broadcast_stages(place_on(comm), root, bytes), nullptr, request);
  }
  const auto all = std::make_shared<Pieces>(PieceList{piece});
  all->read();
  post(
      s, handle, broadcast_stages(place_on(comm), root, all->block(0)), [all] { all->write(); }, request);
}

void gather_later(State& s, const void* out, int out_count, MPI_Datatype out_type, const MakePieces& in,
                  int root, MPI_Comm handle, MPI_Request* request) {
  const Comm& comm = group_of_collective(s, handle);
  check_root(comm, root);
  if (comm.rank() != root) {
    const auto own = std::make_shared<Pieces>(PieceList{piece_at(s, out, 0, out_count, out_type)});
    own->read();
    return post(
        s, handle, gather_stages(place_on(comm), root, own->block(0), {}), [own] {}, request);
  }
  const auto all = std::make_shared<Pieces>(in(comm.size()));
  if (out == MPI_IN_PLACE)
    all->read(root);
  else
    all->set(root, copy_of_part(s, out, out_count, out_type));
  post(
      s, handle, gather_stages(place_on(comm), root, {}, all->blocks()), [all] { all->write(); }, request);
}

void scatter_later(State& s, const MakePieces& out, void* in, int in_count, MPI_Datatype in_type, int root,
                   MPI_Comm handle, MPI_Request* request) {
  const Comm& comm = group_of_collective(s, handle);
  check_root(comm, root);
  PiecesPtr own;
  if (comm.rank() != root || in != MPI_IN_PLACE)
    own = std::make_shared<Pieces>(PieceList{piece_at(s, in, 0, in_count, in_type)});
  if (comm.rank() != root)
    return post(
        s, handle, scatter_stages(place_on(comm), root, {}, own->block(0)), [own] { own->write(); }, request);
  const auto all = std::make_shared<Pieces>(out(comm.size()));
  all->read();
  if (own != nullptr) own->set(0, all->block(root));
  const auto end = [all, own] {
    if (own != nullptr) own->write();
  };
  post(s, handle, scatter_stages(place_on(comm), root, all->blocks(), {}), end, request);
}

void allgather_later(State& s, const void* out, int out_count, MPI_Datatype out_type, const MakePieces& in,
                     MPI_Comm handle, MPI_Request* request) {
  const Comm& comm = group_of_collective(s, handle);
  const auto all = std::make_shared<Pieces>(in(comm.size()));
  if (out == MPI_IN_PLACE)
    all->read(comm.rank());
  else
    all->set(comm.rank(), copy_of_part(s, out, out_count, out_type));
  post(
      s, handle, allgather_stages(place_on(comm), all->blocks()), [all] { all->write(); }, request);
}

void alltoall_later(State& s, const MakePieces& out, const MakePieces& in, MPI_Comm handle,
                    MPI_Request* request) {
  const Comm& comm = group_of_collective(s, handle);
  const auto sent = std::make_shared<Pieces>(out(comm.size()));
  const auto got = std::make_shared<Pieces>(in(comm.size()));
  sent->read();
  got->set(comm.rank(), sent->block(comm.rank()));
  auto stages = alltoall_stages(place_on(comm), sent->blocks(), got->blocks());
  post(
      s, handle, std::move(stages), [sent, got] { got->write(); }, request);
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    post(s, comm, barrier_stages(place_on(group_of_collective(s, comm))), nullptr, request);
  });
}
int MPI_Ibcast(void* data, int count, MPI_Datatype type, int root, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) { broadcast_later(s, data, count, type, root, comm, request); });
}
int MPI_Igather(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                MPI_Datatype in_type, int root, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    gather_later(s, out, out_count, out_type, equal_pieces(s, in, in_count, in_type), root, comm, request);
  });
}
int MPI_Igatherv(const void* out, int out_count, MPI_Datatype out_type, void* in, const int* counts,
                 const int* places, MPI_Datatype in_type, int root, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    gather_later(s, out, out_count, out_type, counted_pieces(s, in, counts, places, in_type), root, comm,
                 request);
  });
}
int MPI_Iscatter(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                 MPI_Datatype in_type, int root, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    scatter_later(s, equal_pieces(s, out, out_count, out_type), in, in_count, in_type, root, comm, request);
  });
}
int MPI_Iscatterv(const void* out, const int* counts, const int* places, MPI_Datatype out_type, void* in,
                  int in_count, MPI_Datatype in_type, int root, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    scatter_later(s, counted_pieces(s, out, counts, places, out_type), in, in_count, in_type, root, comm,
                  request);
  });
}
int MPI_Iallgather(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                   MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    allgather_later(s, out, out_count, out_type, equal_pieces(s, in, in_count, in_type), comm, request);
  });
}
int MPI_Iallgatherv(const void* out, int out_count, MPI_Datatype out_type, void* in, const int* counts,
                    const int* places, MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    allgather_later(s, out, out_count, out_type, counted_pieces(s, in, counts, places, in_type), comm, request);
  });
}
int MPI_Ialltoall(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                  MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    const MakePieces got = equal_pieces(s, in, in_count, in_type);
    alltoall_later(s, out == MPI_IN_PLACE ? got : equal_pieces(s, out, out_count, out_type), got, comm,
                   request);
  });
}
int MPI_Ialltoallv(const void* out, const int* out_counts, const int* out_places, MPI_Datatype out_type,
                   void* in, const int* in_counts, const int* in_places, MPI_Datatype in_type, MPI_Comm comm,
                   MPI_Request* request) {
  return call(__func__, [&](State& s) {
    const MakePieces got = counted_pieces(s, in, in_counts, in_places, in_type);
    alltoall_later(s, out == MPI_IN_PLACE ? got : counted_pieces(s, out, out_counts, out_places, out_type), got,
                   comm, request);
  });
}
int MPI_Ialltoallw(const void* out, const int* out_counts, const int* out_places, const MPI_Datatype* out_types,
                   void* in, const int* in_counts, const int* in_places, const MPI_Datatype* in_types,
                   MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    const MakePieces got = typed_pieces(s, in, in_counts, in_places, in_types);
    alltoall_later(s, out == MPI_IN_PLACE ? got : typed_pieces(s, out, out_counts, out_places, out_types), got,
                   comm, request);
  });
}

}  // extern "C"
