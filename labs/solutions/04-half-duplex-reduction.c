// SPDX-License-Identifier: Apache-2.0
// A binomial tree: in a round a rank sends, or receives, or rests. The sum goes back down the same
// tree.
#include <mpi.h>
#include <stdlib.h>

void sum_to_root(double* data, int n, int root, MPI_Comm comm) {
  int rank, p;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &p);
  const int v = (rank - root + p) % p;  // the root is 0
  double* const got = malloc((size_t)n * sizeof *got);
  for (int bit = 1; bit < p; bit *= 2) {  // sums of `bit` ranks lie on the multiples of `bit`
    if ((v & bit) != 0) {
      MPI_Send(data, n, MPI_DOUBLE, (v - bit + root) % p, 0, comm);
      break;
    }
    if (v + bit >= p) continue;
    MPI_Recv(got, n, MPI_DOUBLE, (v + bit + root) % p, 0, comm, MPI_STATUS_IGNORE);
    for (int i = 0; i < n; ++i) data[i] += got[i];
  }
  free(got);
}

void sum_to_all(double* data, int n, MPI_Comm comm) {
  int v, p;
  MPI_Comm_rank(comm, &v);
  MPI_Comm_size(comm, &p);
  sum_to_root(data, n, 0, comm);
  for (int informed = 1; informed < p; informed *= 2) {
    if (v < informed && v + informed < p) MPI_Send(data, n, MPI_DOUBLE, v + informed, 0, comm);
    if (v >= informed && v < 2 * informed)
      MPI_Recv(data, n, MPI_DOUBLE, v - informed, 0, comm, MPI_STATUS_IGNORE);
  }
}
