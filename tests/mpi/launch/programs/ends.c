/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int rank, value = 0;
  const char* how = argc > 1 ? argv[1] : "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  printf("begun\n");
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 1) {
    if (strcmp(how, "abort") == 0) abort();
    if (strcmp(how, "assert") == 0) assert(rank == 0);
    if (strcmp(how, "mpi_abort") == 0) MPI_Abort(MPI_COMM_WORLD, 42);
    if (strcmp(how, "crash") == 0) *(volatile int*)8 = rank;
    if (strcmp(how, "deadlock") == 0) MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (strcmp(how, "missing") == 0) MPI_Win_fence(0, 0);
    if (strcmp(how, "_exit") == 0) _exit(7);
    if (strcmp(how, "quick_exit") == 0) quick_exit(8);
  }
  if (strcmp(how, "exit") == 0) exit(10 + rank);
  MPI_Finalize();
  return 0;
}
