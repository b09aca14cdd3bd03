// SPDX-License-Identifier: Apache-2.0
// Lab 2: recursive doubling on the hypercube, in C and MPI. README.md says what to do.
#include <mpi.h>

/// Every rank of the cube calls this. Rank root's data are the message; afterwards every rank has them.
///   data   n values, n >= 1 the same on all ranks
/// Rank r sits on the node of number r; its neighbours are those whose numbers differ from r in one
/// bit. Where the number of ranks p is no power of two, only the nodes 0 .. p - 1 are there.
void broadcast_on_cube(double* data, int n, int root, MPI_Comm comm) {
  (void)data, (void)n, (void)root, (void)comm;  // your work begins here
}
