/* SPDX-License-Identifier: Apache-2.0 */
/* One message from rank 0, which has read it, to the rank that is half around the ring. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char** argv) {
  int rank, size, value = 0, read = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1 && strcmp(argv[1], "wrong") == 0) {  /* an error that is returned */
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD) != MPI_ERR_RANK) return 1;
  }
  if (rank == 0) {
    if (argc > 1 && strcmp(argv[1], "unread") == 0) MPI_Send(&value, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
    if (scanf("%d", &read) != 1) read = -1;
    if (argc > 1 && strcmp(argv[1], "work") == 0) usleep(2000);
    MPI_Send(&read, 1, MPI_INT, size / 2, 0, MPI_COMM_WORLD);
  } else if (rank == size / 2) {
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("got %d\n", value);
  }
  while (argc > 1 && strcmp(argv[1], "forever") == 0) {
    printf("%d\n", rank);
    if (rank == 0) sleep(1);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Finalize();
  return argc > 1 && strcmp(argv[1], "fails") == 0 ? size : 0;
}
