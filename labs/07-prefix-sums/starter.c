// SPDX-License-Identifier: Apache-2.0
// Lab 7: prefix sums, in C and MPI. README.md says what to do.
#include <mpi.h>

/// Every rank calls this with its value v(rank). It returns v(0) + ... + v(rank), where a + b is
/// combine(a, b): associative, but the order of the operands may matter. It takes ceil(log2 p)
/// rounds on a machine with one port.
double prefix_by_doubling(double value, double (*combine)(double left, double right), MPI_Comm comm) {
  (void)combine, (void)comm;  // your work begins here
  return value;
}

/// Prefix sums in the k-port postal model: a message that is sent in one step is there lambda steps
/// after the step began. They take the m steps of Algorithm A. Toruscope_Compute(n * 1e-6) lets n
/// steps pass; MPI_Wtime() takes one itself, so count the steps.
double prefix_in_postal_model(double value, double (*combine)(double left, double right), int k, int lambda,
                              MPI_Comm comm) {
  (void)combine, (void)k, (void)lambda, (void)comm;
  return value;
}
