/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  int rank, size, value, i;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  srand(rank);
  for (i = 0; i < 5; ++i) {
    value = rand();
    if (rank == 0) {
      int k;
      for (k = 1; k < size; ++k) {
        MPI_Status status;
        int got;
        MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, i, MPI_COMM_WORLD, &status);
        printf("turn %d: %d from %d at %.9f\n", i, got, status.MPI_SOURCE, MPI_Wtime());
      }
    } else {
      MPI_Send(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
      printf("rank %d sent in turn %d\n", rank, i);
    }
  }
  MPI_Finalize();
  return 0;
}
