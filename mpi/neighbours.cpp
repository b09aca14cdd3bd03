// SPDX-License-Identifier: Apache-2.0
// Collective operations with the neighbours of a grid or graph: all messages at once.

#include "mpi/graphs.hpp"
#include "mpi/pieces.hpp"
#include "mpi/tables.hpp"
#include "mpi/transfers.hpp"

#include <cstddef>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace toruscope::mpi {

Neighbours neighbours_of(const Comm& comm) {
  Neighbours all;
  if (comm.graph) {
    all = {comm.graph->sources, comm.graph->destinations, {}};
    all.order.resize(all.destinations.size());
    std::iota(all.order.begin(), all.order.end(), 0);
    return all;
  }
  if (!comm.grid) refuse(MPI_ERR_TOPOLOGY, "the communicator has no topology");
  for (std::size_t d = 0; d < comm.grid->sides.size(); ++d) {
    // Both may be one rank, whose first block is what is sent in the other direction.
    const int first = static_cast<int>(2 * d);
    all.order.insert(all.order.end(), {first + 1, first});
    for (const int distance : {-1, 1}) all.sources.push_back(comm.grid->neighbour(comm.rank(), d, distance));
  }
  all.destinations = all.sources;
  return all;
}

namespace {

/// What goes to the neighbours: one piece to all of them, or one to each.
enum class Sends { the_same, pieces };

void begin_exchange(State& s, Sends what, const MakePieces& out, const MakePieces& in, MPI_Comm handle,
                    MPI_Request* request) {
  const Comm& comm = group_of_collective(s, handle);
  const Neighbours neighbours = neighbours_of(comm);
  const auto degree = static_cast<int>(neighbours.destinations.size());
  const auto sent = std::make_shared<Pieces>(out(what == Sends::the_same ? 1 : degree));
  const auto got = std::make_shared<Pieces>(in(static_cast<int>(neighbours.sources.size())));
  sent->read();
  Stage stage;
  std::vector<int> written;
  for (std::size_t i = 0; i < neighbours.sources.size(); ++i) {
    if (neighbours.sources[i] == MPI_PROC_NULL) continue;
    written.push_back(static_cast<int>(i));
    stage.transfers.push_back({Transfer::Way::receive, neighbours.sources[i], got->block(written.back())});
  }
  for (const int i : neighbours.order) {
    const int to = neighbours.destinations[static_cast<std::size_t>(i)];
    if (to == MPI_PROC_NULL) continue;
    stage.transfers.push_back({Transfer::Way::send, to, sent->block(what == Sends::the_same ? 0 : i)});
  }
  const auto end = [sent, got, written] {
    for (const int i : written) got->write(i);
  };
  post(s, handle, {stage}, end, request);
}

void exchange(State& s, Sends what, const MakePieces& out, const MakePieces& in, MPI_Comm handle) {
  MPI_Request request = MPI_REQUEST_NULL;
  begin_exchange(s, what, out, in, handle, &request);
  Pending* const one[] = {&request_of(s, request)};
  wait_all(s, one, false);
  tell(s, request, MPI_STATUS_IGNORE);
}

}  // namespace

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Neighbor_allgather(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                           MPI_Datatype in_type, MPI_Comm comm) {
  return call(__func__, [&](State& s) {
    exchange(s, Sends::the_same, equal_pieces(s, out, out_count, out_type),
             equal_pieces(s, in, in_count, in_type), comm);
  });
}
int MPI_Ineighbor_allgather(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                            MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    begin_exchange(s, Sends::the_same, equal_pieces(s, out, out_count, out_type),
                   equal_pieces(s, in, in_count, in_type), comm, request);
  });
}

int MPI_Neighbor_allgatherv(const void* out, int out_count, MPI_Datatype out_type, void* in, const int* counts,
                            const int* places, MPI_Datatype in_type, MPI_Comm comm) {
  return call(__func__, [&](State& s) {
    exchange(s, Sends::the_same, equal_pieces(s, out, out_count, out_type),
             counted_pieces(s, in, counts, places, in_type), comm);
  });
}
int MPI_Ineighbor_allgatherv(const void* out, int out_count, MPI_Datatype out_type, void* in, const int* counts,
                             const int* places, MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    begin_exchange(s, Sends::the_same, equal_pieces(s, out, out_count, out_type),
                   counted_pieces(s, in, counts, places, in_type), comm, request);
  });
}

int MPI_Neighbor_alltoall(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                          MPI_Datatype in_type, MPI_Comm comm) {
  return call(__func__, [&](State& s) {
    exchange(s, Sends::pieces, equal_pieces(s, out, out_count, out_type),
             equal_pieces(s, in, in_count, in_type), comm);
  });
}
int MPI_Ineighbor_alltoall(const void* out, int out_count, MPI_Datatype out_type, void* in, int in_count,
                           MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    begin_exchange(s, Sends::pieces, equal_pieces(s, out, out_count, out_type),
                   equal_pieces(s, in, in_count, in_type), comm, request);
  });
}

int MPI_Neighbor_alltoallv(const void* out, const int* out_counts, const int* out_places, MPI_Datatype out_type,
                           void* in, const int* in_counts, const int* in_places, MPI_Datatype in_type,
                           MPI_Comm comm) {
  return call(__func__, [&](State& s) {
    exchange(s, Sends::pieces, counted_pieces(s, out, out_counts, out_places, out_type),
             counted_pieces(s, in, in_counts, in_places, in_type), comm);
  });
}
int MPI_Ineighbor_alltoallv(const void* out, const int* out_counts, const int* out_places,
                            MPI_Datatype out_type, void* in, const int* in_counts, const int* in_places,
                            MPI_Datatype in_type, MPI_Comm comm, MPI_Request* request) {
  return call(__func__, [&](State& s) {
    begin_exchange(s, Sends::pieces, counted_pieces(s, out, out_counts, out_places, out_type),
                   counted_pieces(s, in, in_counts, in_places, in_type), comm, request);
  });
}

int MPI_Neighbor_alltoallw(const void* out, const int* out_counts, const MPI_Aint* out_places,
                           const MPI_Datatype* out_types, void* in, const int* in_counts,
                           const MPI_Aint* in_places, const MPI_Datatype* in_types, MPI_Comm comm) {
  return call(__func__, [&](State& s) {
    exchange(s, Sends::pieces, typed_pieces(s, out, out_counts, out_places, out_types),
             typed_pieces(s, in, in_counts, in_places, in_types), comm);
  });
}
int MPI_Ineighbor_alltoallw(const void* out, const int* out_counts, const MPI_Aint* out_places,
                            const MPI_Datatype* out_types, void* in, const int* in_counts,
                            const MPI_Aint* in_places, const MPI_Datatype* in_types, MPI_Comm comm,
                            MPI_Request* request) {
  return call(__func__, [&](State& s) {
    begin_exchange(s, Sends::pieces, typed_pieces(s, out, out_counts, out_places, out_types),
                   typed_pieces(s, in, in_counts, in_places, in_types), comm, request);
  });
}

}  // extern "C"
