// RANKS 3
// SPDX-License-Identifier: Apache-2.0
// What a program leaves behind at its end: messages never received, sends never waited for, receives for nothing.
#include "say.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, v[4] = {1, 2, 3, 4};
  static int in[4];
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Request r;
  MPI_Comm d;
  MPI_Comm_dup(MPI_COMM_WORLD, &d);
  if (rank == 0) {
    MPI_Send(v, 4, MPI_INT, 1, 77, MPI_COMM_WORLD);
    MPI_Send(v, 4, MPI_INT, 1, 77, d);
    MPI_Isend(v, 1, MPI_INT, 2, 78, MPI_COMM_WORLD, &r);
    MPI_Request_free(&r);
  }
  MPI_Comm_free(&d);
  MPI_Send(v, 1, MPI_INT, rank, 79, MPI_COMM_WORLD);
  MPI_Irecv(in, 1, MPI_INT, MPI_ANY_SOURCE, 80, MPI_COMM_WORLD, &r);
  MPI_Cancel(&r);
  MPI_Request_free(&r);
  say("%d: end\n", rank);
  return end();
}
