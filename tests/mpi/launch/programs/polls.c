/* SPDX-License-Identifier: Apache-2.0 */
/* Loops of polls, which must end: two tests by turns (two requests, and the message is sent after the second), one of many, a probe
 * beside an Ibarrier, and with "never" a test that nothing answers. */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size, values[2] = {0, 0}, flag = 0, turns = 0, done = 0, index, told, places[2];
  MPI_Request requests[2], barrier;
  MPI_Status status;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc > 1) {
    MPI_Irecv(values, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, requests);
    while (!flag) MPI_Test(requests, &flag, MPI_STATUS_IGNORE);
  }
  if (rank == 0) {
    MPI_Irecv(&values[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Irecv(&values[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    MPI_Test(&requests[1], &done, MPI_STATUS_IGNORE);
    printf("at first %d %d\n", flag, done);
    MPI_Send(&rank, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    for (flag = 0; !flag; ++turns) MPI_Testall(2, requests, &flag, MPI_STATUSES_IGNORE);
    printf("values %d %d, %d turns\n", values[0], values[1], turns);
  } else if (rank == 1) {
    MPI_Recv(&values[0], 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    values[0] = 10, values[1] = 11;
    MPI_Send(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Send(&values[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
  }
  /* who has sent goes to the barrier, and takes what comes until all are there */
  MPI_Issend(&rank, 1, MPI_INT, (rank + 1) % size, 3, MPI_COMM_WORLD, &requests[0]);
  barrier = MPI_REQUEST_NULL;
  for (done = 0; !done;) {
    MPI_Iprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &flag, &status);
    if (flag) {
      MPI_Recv(&told, 1, MPI_INT, status.MPI_SOURCE, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      printf("%d: from %d\n", rank, told);
    }
    if (barrier != MPI_REQUEST_NULL) {
      MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
    } else {
      MPI_Testany(1, requests, &index, &flag, MPI_STATUS_IGNORE);
      if (flag) MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
    }
  }
  MPI_Irecv(&values[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(&rank, 1, MPI_INT, (rank + size - 1) % size, 4, MPI_COMM_WORLD, &requests[1]);
  for (done = 0; done < 2; done += told) MPI_Testsome(2, requests, &told, places, MPI_STATUSES_IGNORE);
  printf("%d: then %d, %s\n", rank, values[0], MPI_Wtime() < 1e-3 ? "soon" : "late");
  MPI_Finalize();
  return 0;
}
