// SPDX-License-Identifier: Apache-2.0
// Broadcast on a one-port ring: an informed rank tells the rank in the middle of its interval.
#include <mpi.h>

void broadcast_on_ring(double* data, int n, int root, MPI_Comm comm) {
  int rank, p;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &p);
  const int v = (rank - root + p) % p;  // the root is 0
  int first = 0, last = p;              // [first, last): my interval; `first` is informed
  while (last - first > 1) {
    const int middle = first + (last - first) / 2;
    if (v == first) MPI_Send(data, n, MPI_DOUBLE, (middle + root) % p, 0, comm);
    if (v == middle) MPI_Recv(data, n, MPI_DOUBLE, (first + root) % p, 0, comm, MPI_STATUS_IGNORE);
    if (v < middle)
      last = middle;
    else
      first = middle;
  }
}
