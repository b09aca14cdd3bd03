// RANKS 3
// SPDX-License-Identifier: Apache-2.0
// Probe and Iprobe: lengths before a receive, the first of several, nothing there.
#include "say.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, flag, count;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Status s;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
  say("%d: nothing %d\n", rank, flag);
  MPI_Iprobe(0, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  say("%d: nothing %d\n", rank, flag);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank > 0) {
    double v[6] = {1, 2, 3, 4, 5, 6};
    MPI_Send(v, 2 * rank, MPI_DOUBLE, 0, 10 + rank, MPI_COMM_WORLD);
    MPI_Send(v, 1, MPI_DOUBLE, 0, 20, MPI_COMM_WORLD);
  } else {
    double v[6];
    for (int from = 2; from > 0; --from) {
      MPI_Probe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
      MPI_Get_count(&s, MPI_DOUBLE, &count);
      say("0: %d %d %d\n", s.MPI_SOURCE, s.MPI_TAG, count);
      MPI_Recv(v, count, MPI_DOUBLE, s.MPI_SOURCE, s.MPI_TAG, MPI_COMM_WORLD, &s);
    }
    int sources = 0;
    for (int i = 0; i < 2; ++i) {
      MPI_Probe(MPI_ANY_SOURCE, 20, MPI_COMM_WORLD, &s);
      sources += s.MPI_SOURCE;
      MPI_Recv(v, 1, MPI_DOUBLE, s.MPI_SOURCE, 20, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    say("0: sources %d\n", sources);
  }
  // a loop that polls
  if (rank == 1) {
    for (int i = 0; i < 3; ++i) MPI_Send(&i, 1, MPI_INT, 2, i, MPI_COMM_WORLD);
  } else if (rank == 2) {
    int seen = 0;
    while (seen < 3) {
      MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &s);
      if (!flag) continue;
      int v = -1;
      MPI_Recv(&v, 1, MPI_INT, s.MPI_SOURCE, s.MPI_TAG, MPI_COMM_WORLD, &s);
      say("2: %d tag %d\n", v, s.MPI_TAG);
      ++seen;
    }
  }
  // messages beyond any eager limit
  enum { kLong = 50000 };
  int* a = calloc(kLong, sizeof *a);
  MPI_Request r;
  if (rank == 1) {
    a[kLong - 1] = 7;
    MPI_Isend(a, kLong, MPI_INT, 0, 30, MPI_COMM_WORLD, &r);
    MPI_Wait(&r, MPI_STATUS_IGNORE);
    MPI_Send(a, kLong, MPI_INT, 0, 31, MPI_COMM_WORLD);
  } else if (rank == 0) {
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
    MPI_Get_count(&s, MPI_INT, &count);
    MPI_Recv(a, kLong, MPI_INT, s.MPI_SOURCE, s.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say("0: long %d %d %d %d\n", s.MPI_SOURCE, s.MPI_TAG, count, a[kLong - 1]);
    do MPI_Iprobe(1, 31, MPI_COMM_WORLD, &flag, &s);
    while (!flag);
    MPI_Get_count(&s, MPI_INT, &count);
    MPI_Recv(a, kLong, MPI_INT, 1, 31, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say("0: long %d\n", count);
  }
  free(a);
  MPI_Probe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &s);
  MPI_Get_count(&s, MPI_INT, &count);
  say("%d: null %d %d\n", rank, s.MPI_SOURCE == MPI_PROC_NULL, count);
  return end();
}
