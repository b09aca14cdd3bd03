// SPDX-License-Identifier: Apache-2.0
// Adds what the ranks have, MPI_Allreduce once on all and, if an argument is given, on halves.

#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size;
  double own[8], sum[8];
  MPI_Init(&argc, &argv);
  MPI_Comm comm = MPI_COMM_WORLD;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (argc > 1) MPI_Comm_split(MPI_COMM_WORLD, rank / (size / 2), rank, &comm);
  for (int i = 0; i < 8; ++i) own[i] = rank + i;
  MPI_Allreduce(own, sum, 8, MPI_DOUBLE, MPI_SUM, comm);
  if (rank == 0) printf("%g\n", sum[7]);
  MPI_Finalize();
  return 0;
}
