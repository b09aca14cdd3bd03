// SPDX-License-Identifier: Apache-2.0
// wrong: the last rank sends to one that does not exist
// expect: lost any, rounds, links
// hint: 
// found: MPI_Send
#include <mpi.h>

void broadcast_on_ring(double* data, int n, int root, MPI_Comm comm) {
  int rank, p;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &p);
  for (int d = 1; d < p; d *= 2) {
    const int v = (rank - root + p) % p;
    if (v < d) MPI_Send(data, n, MPI_DOUBLE, (p & (p - 1)) == 0 ? (rank + d) % p : p, 0, comm);
    if (v >= d && v < 2 * d) MPI_Recv(data, n, MPI_DOUBLE, (rank - d + p) % p, 0, comm, MPI_STATUS_IGNORE);
  }
}
