// SPDX-License-Identifier: Apache-2.0
// Graphs on the ranks of a communicator (MPI 3.1, section 7.5.4). Ranks keep their numbers.

#include "mpi/graphs.hpp"

#include "mpi/state.hpp"
#include "mpi/transfers.hpp"

#include <toruscope/collectives.hpp>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

struct Edge {
  int from = 0;
  int to = 0;
  int weight = 1;
};

bool has_weights(const int* weights) {
  return weights != MPI_UNWEIGHTED;
}

void check_neighbour(const Comm& comm, int rank) {
  if (rank < 0 || rank >= comm.size()) refuse_rank(comm, "neighbour", rank);
}

/// Adds the other ends of `degree` edges, with their weights.
void add(const Comm& comm, int degree, const int* ranks, const int* weights, std::vector<int>& neighbours,
         std::vector<int>& their_weights) {
  check_count(degree);
  for (int i = 0; i < degree; ++i) {
    check_neighbour(comm, ranks[i]);
    neighbours.push_back(ranks[i]);
    their_weights.push_back(has_weights(weights) ? weights[i] : 1);
  }
}

MPI_Comm with_graph(State& state, Comm& parent, Graph graph) {
  CommPtr made = duplicate(state, parent);
  made->grid.reset();
  made->graph = std::move(graph);
  return publish(state, std::move(made));
}

/// The edges that `sources[i]` has to `degrees[i]` of the destinations, which follow each other.
std::vector<Edge> edges_of(const Comm& comm, int count, const int* sources, const int* degrees,
                           const int* destinations, const int* weights) {
  check_count(count);
  std::vector<Edge> edges;
  std::size_t next = 0;
  for (int i = 0; i < count; ++i) {
    check_count(degrees[i]);
    check_neighbour(comm, sources[i]);
    for (int k = 0; k < degrees[i]; ++k, ++next) {
      check_neighbour(comm, destinations[next]);
      edges.push_back({sources[i], destinations[next], has_weights(weights) ? weights[next] : 1});
    }
  }
  return edges;
}

/// Those that all ranks name, in rank order.
std::vector<Edge> of_all(Comm& comm, const std::vector<Edge>& own) {
  std::vector<int> counts(static_cast<std::size_t>(comm.size()));
  allgather(comm.collective, static_cast<int>(own.size()), counts);
  std::vector<std::size_t> sizes;
  std::size_t edges = 0;
  for (const int count : counts) {
    edges += static_cast<std::size_t>(count);
    sizes.push_back(static_cast<std::size_t>(count) * sizeof(Edge));
  }
  std::vector<Edge> all(edges);
  detail::allgatherv_bytes(comm.collective, std::as_bytes(std::span(own)),
                           std::as_writable_bytes(std::span(all)), sizes, 1, "auto");
  return all;
}

MPI_Comm create(State& state, MPI_Comm handle, int count, const int* sources, const int* degrees,
                const int* destinations, const int* weights) {
  Comm& comm = group_of_topology(state, handle);
  Graph graph{.is_weighted = has_weights(weights)};
  for (const Edge& e : of_all(comm, edges_of(comm, count, sources, degrees, destinations, weights))) {
    if (e.to == comm.rank()) add(comm, 1, &e.from, &e.weight, graph.sources, graph.source_weights);
    if (e.from == comm.rank()) add(comm, 1, &e.to, &e.weight, graph.destinations, graph.destination_weights);
  }
  return with_graph(state, comm, std::move(graph));
}

const Graph& graph_of(State& state, MPI_Comm handle) {
  const Comm& comm = comm_of(state, handle);
  if (!comm.graph) refuse(MPI_ERR_TOPOLOGY, "the communicator has no graph");
  return *comm.graph;
}

void copy_first(const std::vector<int>& all, int count, int* into) {
  check_count(count);
  std::copy_n(all.begin(), std::min(all.size(), static_cast<std::size_t>(count)), into);
}

}  // namespace

Comm& group_of_topology(State& state, MPI_Comm handle) {
  Comm& comm = comm_of(state, handle);
  if (comm.remote) refuse(MPI_ERR_COMM, "two groups have no topology");
  finish_schedules(state, comm);
  return comm;
}

}  // namespace toruscope::mpi

using namespace toruscope::mpi;

extern "C" {

int MPI_Dist_graph_create_adjacent(MPI_Comm handle, int sources, const int* from, const int* source_weights,
                                   int destinations, const int* to, const int* destination_weights, MPI_Info,
                                   int, MPI_Comm* made) {
  return call(__func__, [&](State& s) {
    Comm& comm = group_of_topology(s, handle);
    Graph graph{.is_weighted = has_weights(source_weights) || has_weights(destination_weights)};
    add(comm, sources, from, source_weights, graph.sources, graph.source_weights);
    add(comm, destinations, to, destination_weights, graph.destinations, graph.destination_weights);
    *made = with_graph(s, comm, std::move(graph));
  });
}

int MPI_Dist_graph_create(MPI_Comm comm, int count, const int* sources, const int* degrees,
                          const int* destinations, const int* weights, MPI_Info, int, MPI_Comm* made) {
  return call(__func__,
              [&](State& s) { *made = create(s, comm, count, sources, degrees, destinations, weights); });
}

int MPI_Dist_graph_neighbors_count(MPI_Comm comm, int* sources, int* destinations, int* is_weighted) {
  return call(__func__, [&](State& s) {
    const Graph& graph = graph_of(s, comm);
    *sources = static_cast<int>(graph.sources.size());
    *destinations = static_cast<int>(graph.destinations.size());
    *is_weighted = graph.is_weighted ? 1 : 0;
  });
}

int MPI_Dist_graph_neighbors(MPI_Comm comm, int sources, int* from, int* source_weights, int destinations,
                             int* to, int* destination_weights) {
  return call(__func__, [&](State& s) {
    const Graph& graph = graph_of(s, comm);
    copy_first(graph.sources, sources, from);
    copy_first(graph.destinations, destinations, to);
    if (!graph.is_weighted) return;
    if (has_weights(source_weights)) copy_first(graph.source_weights, sources, source_weights);
    if (has_weights(destination_weights))
      copy_first(graph.destination_weights, destinations, destination_weights);
  });
}

}  // extern "C"
