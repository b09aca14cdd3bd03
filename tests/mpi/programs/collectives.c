// RANKS 5
// SPDX-License-Identifier: Apache-2.0
// Collective operations: every root, in place, derived types, counts that differ, nothing at all.
#include "say.h"

static int rank, size;

static void show(const char* what, const int* v, int n) {
  say("%d: %s", rank, what);
  for (int i = 0; i < n; ++i) say(" %d", v[i]);
  say("\n");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const MPI_Comm w = MPI_COMM_WORLD;
  int out[64], in[64];
  for (int i = 0; i < 64; ++i) out[i] = 100 * rank + i;

  MPI_Barrier(w);
  for (int root = 0; root < size; ++root) {
    for (int i = 0; i < 3; ++i) in[i] = rank == root ? 7 * root + i : -1;
    MPI_Bcast(in, 3, MPI_INT, root, w);
    show("bcast", in, 3);
    memset(in, 0, sizeof in);
    MPI_Reduce(out, in, 3, MPI_INT, MPI_SUM, root, w);
    show("reduce", in, 3);
    memset(in, 0, sizeof in);
    MPI_Gather(out, 2, MPI_INT, in, 2, MPI_INT, root, w);
    show("gather", in, 2 * size);
    memset(in, 0, sizeof in);
    MPI_Scatter(out, 2, MPI_INT, in, 2, MPI_INT, root, w);
    show("scatter", in, 2);
  }
  memset(in, 0, sizeof in);
  MPI_Allgather(out, 2, MPI_INT, in, 2, MPI_INT, w);
  show("allgather", in, 2 * size);
  MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, w);
  show("alltoall", in, 2 * size);
  MPI_Allreduce(out, in, 4, MPI_INT, MPI_MAX, w);
  show("allreduce", in, 4);
  MPI_Scan(out, in, 2, MPI_INT, MPI_SUM, w);
  show("scan", in, 2);
  in[0] = in[1] = -5;
  MPI_Exscan(out, in, 2, MPI_INT, MPI_SUM, w);
  if (rank > 0) show("exscan", in, 2);

  // in place
  memcpy(in, out, sizeof in);
  MPI_Allreduce(MPI_IN_PLACE, in, 3, MPI_INT, MPI_SUM, w);
  show("allreduce in place", in, 3);
  memcpy(in, out, sizeof in);
  MPI_Reduce(rank == 2 ? MPI_IN_PLACE : in, in, 3, MPI_INT, MPI_SUM, 2, w);
  if (rank == 2) show("reduce in place", in, 3);
  memcpy(in, out, sizeof in);
  MPI_Gather(rank == 1 ? MPI_IN_PLACE : out, 2, MPI_INT, in, 2, MPI_INT, 1, w);
  if (rank == 1) show("gather in place", in, 2 * size);
  memcpy(in, out, sizeof in);
  MPI_Scatter(out, 2, MPI_INT, rank == 3 ? MPI_IN_PLACE : in, 2, MPI_INT, 3, w);
  show("scatter in place", in, 2);
  memcpy(in, out, sizeof in);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, MPI_INT, w);
  show("allgather in place", in, 2 * size);
  memcpy(in, out, sizeof in);
  MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 2, MPI_INT, w);
  show("alltoall in place", in, 2 * size);
  memcpy(in, out, sizeof in);
  MPI_Scan(MPI_IN_PLACE, in, 2, MPI_INT, MPI_SUM, w);
  show("scan in place", in, 2);

  // counts that differ; rank 1 has nothing
  int counts[5] = {3, 0, 1, 4, 2}, places[5] = {20, 0, 18, 2, 10}, mine = counts[rank];
  for (int root = 0; root < size; root += 3) {
    for (int i = 0; i < 64; ++i) in[i] = -1;
    MPI_Gatherv(out, mine, MPI_INT, in, counts, places, MPI_INT, root, w);
    if (rank == root) show("gatherv", in, 24);
    for (int i = 0; i < 64; ++i) in[i] = -1;
    MPI_Scatterv(out, counts, places, MPI_INT, in, mine, MPI_INT, root, w);
    show("scatterv", in, 5);
  }
  for (int i = 0; i < 64; ++i) in[i] = -1;
  MPI_Allgatherv(out, mine, MPI_INT, in, counts, places, MPI_INT, w);
  show("allgatherv", in, 24);
  int equal[5] = {2, 2, 2, 2, 2}, apart[5] = {12, 9, 6, 3, 0};
  for (int i = 0; i < 64; ++i) in[i] = -1;
  MPI_Allgatherv(out, 2, MPI_INT, in, equal, apart, MPI_INT, w);
  show("allgatherv of equal", in, 15);
  for (int i = 0; i < 64; ++i) in[i] = -1;
  in[places[rank]] = 900 + rank;
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_INT, in, counts, places, MPI_INT, w);
  show("allgatherv in place", in, 24);
  int to[5], at[5], from[5], into[5], next = 0, room = 0;
  for (int r = 0; r < size; ++r) {
    to[r] = (rank + r) % 3;
    at[r] = next;
    next += to[r] + 1;
    from[r] = (rank + r) % 3;
    into[r] = room;
    room += from[r];
  }
  for (int i = 0; i < 64; ++i) in[i] = -1;
  MPI_Alltoallv(out, to, at, MPI_INT, in, from, into, MPI_INT, w);
  show("alltoallv", in, room + 1);
  for (int i = 0; i < 64; ++i) in[i] = -1;
  MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, w);
  show("reduce_scatter", in, 5);
  MPI_Reduce_scatter(out, in, equal, MPI_INT, MPI_SUM, w);
  show("reduce_scatter of equal", in, 2);
  memcpy(in, out, sizeof in);
  MPI_Reduce_scatter(MPI_IN_PLACE, in, counts, MPI_INT, MPI_SUM, w);
  show("reduce_scatter in place", in, mine);
  MPI_Reduce_scatter_block(out, in, 3, MPI_INT, MPI_MIN, w);
  show("block", in, 3);

  // types that differ on both sides
  MPI_Datatype column, wide;
  MPI_Type_vector(3, 1, 5, MPI_INT, &column);
  MPI_Type_create_resized(column, 0, sizeof(int), &wide);
  MPI_Type_commit(&wide);
  MPI_Type_free(&column);
  for (int i = 0; i < 64; ++i) in[i] = -1;
  MPI_Gather(out, 1, wide, in, 3, MPI_INT, 0, w);
  if (rank == 0) show("gather columns", in, 15);
  for (int i = 0; i < 64; ++i) in[i] = -1;
  MPI_Gather(out, 3, MPI_INT, in, 1, wide, 4, w);
  if (rank == 4) show("gather into columns", in, 16);
  for (int i = 0; i < 64; ++i) in[i] = -1;
  MPI_Alltoall(out, 1, wide, in, 3, MPI_INT, w);
  show("alltoall of columns", in, 15);
  for (int i = 0; i < 64; ++i) in[i] = rank == 1 ? i : -1;
  MPI_Bcast(in, 2, wide, 1, w);
  show("bcast of columns", in, 12);
  for (int i = 0; i < 64; ++i) in[i] = -1;
  MPI_Allgather(out, 1, wide, in, 3, MPI_INT, w);
  show("allgather of columns", in, 15);
  MPI_Type_free(&wide);

  // nothing
  MPI_Bcast(NULL, 0, MPI_INT, 0, w);
  MPI_Allreduce(NULL, NULL, 0, MPI_INT, MPI_SUM, w);
  MPI_Gather(NULL, 0, MPI_INT, NULL, 0, MPI_INT, 0, w);
  MPI_Alltoall(NULL, 0, MPI_INT, NULL, 0, MPI_INT, w);
  MPI_Scan(NULL, NULL, 0, MPI_INT, MPI_SUM, w);

  // long vectors
  enum { kLong = 20000 };
  double *a = malloc(kLong * sizeof *a), *b = malloc(5 * kLong * sizeof *b), sum = 0;
  for (int i = 0; i < kLong; ++i) a[i] = rank + i % 17;
  MPI_Allreduce(a, b, kLong, MPI_DOUBLE, MPI_SUM, w);
  for (int i = 0; i < kLong; ++i) sum += b[i];
  say("%d: long allreduce %g\n", rank, sum);
  MPI_Allgather(a, kLong, MPI_DOUBLE, b, kLong, MPI_DOUBLE, w);
  sum = 0;
  for (int i = 0; i < 5 * kLong; ++i) sum += b[i] * (i % 7);
  say("%d: long allgather %g\n", rank, sum);
  int lots[5] = {20000, 10, 500, 7000, 3}, where[5] = {0, 20000, 20010, 20510, 27510};
  memset(b, 0, 5 * kLong * sizeof *b);
  MPI_Allgatherv(a, lots[rank], MPI_DOUBLE, b, lots, where, MPI_DOUBLE, w);
  sum = 0;
  for (int i = 0; i < 5 * kLong; ++i) sum += b[i] * (i % 7);
  say("%d: long allgatherv %g\n", rank, sum);
  free(a);
  free(b);

  // messages of the program that are under way meanwhile
  MPI_Request r;
  int token = -1, given = rank;
  MPI_Irecv(&token, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, w, &r);
  MPI_Barrier(w);
  MPI_Allreduce(&given, in, 1, MPI_INT, MPI_SUM, w);
  MPI_Send(&given, 1, MPI_INT, (rank + 1) % size, rank, w);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  say("%d: token %d sum %d\n", rank, token, in[0]);
  return end();
}
