// SPDX-License-Identifier: Apache-2.0
// Lab 4: sums where a rank can either send or receive, but not both, in C and MPI. README.md says what to do.
#include <mpi.h>

/// Every rank calls this. Afterwards data[i] of rank root is the sum of all ranks' data[i] as they were
/// before. The data of the other ranks may then be anything.
///   data   n values, n >= 1 the same on all ranks
void sum_to_root(double* data, int n, int root, MPI_Comm comm) {
  (void)data, (void)n, (void)root, (void)comm;  // your work begins here
}

/// Every rank calls this. Afterwards data[i] of every rank is that sum.
void sum_to_all(double* data, int n, MPI_Comm comm) {
  (void)data, (void)n, (void)comm;
}
