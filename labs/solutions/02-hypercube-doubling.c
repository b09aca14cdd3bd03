// SPDX-License-Identifier: Apache-2.0
// Broadcast on a hypercube, complete or not: both halves are hypercubes, the second may be smaller.
#include <mpi.h>

void broadcast_on_cube(double* data, int n, int root, MPI_Comm comm) {
  int me, count;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &count);
  int first = 0;    // first .. first + count - 1: the nodes of my part; the informed one is root
  int late = 0;     // neighbour told when I am done; 0: nobody
  int told_by = 0;  // who tells me then
  while (count > 1) {
    int half = 1;
    while (2 * half < count) half *= 2;
    const int middle = first + half;
    const int is_upper = root >= middle;
    if (!is_upper && root + half >= first + count) {  // the root lacks this neighbour
      if (me >= middle) {
        told_by = half;
        break;
      }
      if (me + half < first + count) late = half;
      count = half;
      continue;
    }
    const int twin = is_upper ? root - half : root + half;
    if (me == root) MPI_Send(data, n, MPI_DOUBLE, twin, 0, comm);
    if (me == twin) MPI_Recv(data, n, MPI_DOUBLE, root, 0, comm, MPI_STATUS_IGNORE);
    if ((me >= middle) != is_upper) root = twin;
    count = me >= middle ? count - half : half;
    first = me >= middle ? middle : first;
  }
  if (told_by > 0) MPI_Recv(data, n, MPI_DOUBLE, me - told_by, 0, comm, MPI_STATUS_IGNORE);
  if (late > 0) MPI_Send(data, n, MPI_DOUBLE, me + late, 0, comm);
}
