// RANKS 6
// SPDX-License-Identifier: Apache-2.0
// Graphs, and collective operations with neighbours on graphs and grids, also beyond an edge;
// blocking and not, derived types, counts that differ. MPICH 4.0.2 loses messages of alltoallw.
// BY Open MPI
#include "say.h"

static int rank, size;

static void show(const char* what, const int* v, int n) {
  say("%d: %s", rank, what);
  for (int i = 0; i < n; ++i) say(" %d", v[i]);
  say("\n");
}

static void clear(int* v) {
  for (int i = 0; i < 64; ++i) v[i] = -1;
}

// What goes to a neighbour and comes from one: `sources` and `destinations` blocks.
static void exchange(const char* name, MPI_Comm w, int sources, int destinations, const int* from) {
  int out[64], in[64], counts[8], places[8], in_counts[8], in_places[8];
  MPI_Aint bytes[8], in_bytes[8];
  MPI_Datatype types[8], in_types[8], two;
  MPI_Request r[1];
  int kind;
  MPI_Topo_test(w, &kind);
  say("%d: %s, %s\n", rank, name, kind == MPI_CART ? "grid" : kind == MPI_DIST_GRAPH ? "graph" : "other");
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &two);
  MPI_Type_commit(&two);
  for (int i = 0; i < 64; ++i) out[i] = 100 * rank + i;
  for (int later = 0; later < 2; ++later) {
    clear(in);
    if (later) MPI_Ineighbor_allgather(out, 2, MPI_INT, in, 2, two, w, r), MPI_Wait(r, MPI_STATUS_IGNORE);
    else MPI_Neighbor_allgather(out, 2, MPI_INT, in, 2, two, w);
    show("allgather", in, 4 * sources + 1);
    for (int i = 0; i < sources; ++i) in_counts[i] = 1, in_places[i] = 3 * (sources - 1 - i);
    clear(in);
    if (later) MPI_Ineighbor_allgatherv(out, 1, two, in, in_counts, in_places, MPI_INT, w, r), MPI_Wait(r, MPI_STATUS_IGNORE);
    else MPI_Neighbor_allgatherv(out, 1, two, in, in_counts, in_places, MPI_INT, w);
    show("allgatherv", in, 3 * sources + 1);
    clear(in);
    if (later) MPI_Ineighbor_alltoall(out, 2, MPI_INT, in, 2, MPI_INT, w, r), MPI_Wait(r, MPI_STATUS_IGNORE);
    else MPI_Neighbor_alltoall(out, 2, MPI_INT, in, 2, MPI_INT, w);
    show("alltoall", in, 2 * sources + 1);
    // Block i of a rank has 1 or 2 integers, by the number of the sender.
    for (int i = 0; i < destinations; ++i) counts[i] = 1 + rank % 2, places[i] = 4 * i, types[i] = MPI_INT;
    for (int i = 0; i < sources; ++i) {
      in_counts[i] = from[i] < 0 ? 0 : 1 + from[i] % 2;
      in_places[i] = 3 * i;
      in_types[i] = i % 2 ? two : MPI_INT;
    }
    clear(in);
    if (later) MPI_Ineighbor_alltoallv(out, counts, places, MPI_INT, in, in_counts, in_places, MPI_INT, w, r), MPI_Wait(r, MPI_STATUS_IGNORE);
    else MPI_Neighbor_alltoallv(out, counts, places, MPI_INT, in, in_counts, in_places, MPI_INT, w);
    show("alltoallv", in, 3 * sources + 1);
    for (int i = 0; i < destinations; ++i) bytes[i] = 8 * i, counts[i] = 2;
    for (int i = 0; i < sources; ++i) in_bytes[i] = 20 * (sources - 1 - i), in_counts[i] = 2;
    clear(in);
    if (later) MPI_Ineighbor_alltoallw(out, counts, bytes, types, in, in_counts, in_bytes, in_types, w, r), MPI_Wait(r, MPI_STATUS_IGNORE);
    else MPI_Neighbor_alltoallw(out, counts, bytes, types, in, in_counts, in_bytes, in_types, w);
    show("alltoallw", in, 5 * sources + 1);
  }
  MPI_Type_free(&two);
}

static int by_size(const void* a, const void* b) {
  return *(const int*)a - *(const int*)b;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm w, twin;

  int sides[2] = {3, 2}, wraps[2] = {1, 0};
  MPI_Cart_create(MPI_COMM_WORLD, 2, sides, wraps, 0, &w);
  int near[4];
  MPI_Cart_shift(w, 0, 1, &near[0], &near[1]);
  MPI_Cart_shift(w, 1, 1, &near[2], &near[3]);
  for (int i = 0; i < 4; ++i)
    if (near[i] == MPI_PROC_NULL) near[i] = -1;
  exchange("cylinder", w, 4, 4, near);
  MPI_Comm_free(&w);
  int one[1] = {6};
  MPI_Cart_create(MPI_COMM_WORLD, 1, one, wraps, 0, &w);
  MPI_Cart_shift(w, 0, 1, &near[0], &near[1]);
  exchange("ring", w, 2, 2, near);
  MPI_Comm_free(&w);

  // To the ranks behind by 1 and 2; rank 5 also to 2.
  int to[3] = {(rank + 1) % size, (rank + 2) % size, 2}, to_weights[3] = {rank, 10 + rank, 7};
  int from[3] = {(rank + 5) % size, (rank + 4) % size, 5}, from_weights[3] = {(rank + 5) % size, 10 + (rank + 4) % size, 7};
  const int out_degree = rank == 5 ? 3 : 2, in_degree = rank == 2 ? 3 : 2;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, in_degree, from, from_weights, out_degree, to, to_weights, MPI_INFO_NULL, 0, &w);
  int sources, destinations, is_weighted, s[8], sw[8], d[8], dw[8];
  MPI_Dist_graph_neighbors_count(w, &sources, &destinations, &is_weighted);
  MPI_Dist_graph_neighbors(w, sources, s, sw, destinations, d, dw);
  say("%d: graph %d %d, weights %d\n", rank, sources, destinations, is_weighted != 0);
  show("sources", s, sources), show("weights", sw, sources);
  show("destinations", d, destinations), show("weights", dw, destinations);
  exchange("circulant", w, sources, destinations, s);
  MPI_Comm_dup(w, &twin);
  MPI_Comm_free(&w);
  MPI_Dist_graph_neighbors_count(twin, &sources, &destinations, &is_weighted);
  say("%d: twin %d %d, weights %d\n", rank, sources, destinations, is_weighted != 0);
  MPI_Comm_free(&twin);

  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == 0 ? 0 : 1, from, MPI_UNWEIGHTED, rank == 5 ? 0 : 1, to, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &w);
  MPI_Dist_graph_neighbors_count(w, &sources, &destinations, &is_weighted);
  say("%d: chain %d %d, weights %d\n", rank, sources, destinations, is_weighted != 0);
  MPI_Dist_graph_neighbors(w, sources, s, MPI_UNWEIGHTED, destinations, d, MPI_UNWEIGHTED);
  exchange("chain", w, sources, destinations, s);
  MPI_Comm_free(&w);

  // Rank 1 knows all edges to rank 0, each other rank one that it has no part in.
  int from_whom[2] = {rank, 3}, degrees[2] = {1, 1}, edges[2] = {(rank + 2) % size, 0};
  if (rank != 1) from_whom[0] = (rank + 1) % size;
  MPI_Dist_graph_create(MPI_COMM_WORLD, rank == 1 ? 2 : 1, from_whom, degrees, edges, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &w);
  MPI_Dist_graph_neighbors_count(w, &sources, &destinations, &is_weighted);
  MPI_Dist_graph_neighbors(w, sources, s, MPI_UNWEIGHTED, destinations, d, MPI_UNWEIGHTED);
  qsort(s, (size_t)sources, sizeof(int), by_size);
  qsort(d, (size_t)destinations, sizeof(int), by_size);
  show("sources", s, sources), show("destinations", d, destinations);
  MPI_Comm_free(&w);

  return end();
}
