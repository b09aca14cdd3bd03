// SPDX-License-Identifier: Apache-2.0
// wrong: lets MPI do it
// expect: zero
// reason: calls broadcast of the library
#include <mpi.h>

void broadcast_on_ring(double* data, int n, int root, MPI_Comm comm) {
  MPI_Bcast(data, n, MPI_DOUBLE, root, comm);
}
