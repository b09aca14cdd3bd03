// SPDX-License-Identifier: Apache-2.0
// Lab 7 in C and MPI: the functions of starter.c, and how the checks call them.

#include <mpi.h>
#ifdef __cplusplus
extern "C" {
#endif
double prefix_by_doubling(double value, double (*combine)(double left, double right), MPI_Comm comm);
double prefix_in_postal_model(double value, double (*combine)(double left, double right), int k, int lambda,
                              MPI_Comm comm);
#ifdef __cplusplus
}

double prefix_by_doubling(Communicator& comm, double value, double (*combine)(double left, double right)) {
  as_mpi_rank(comm, [&] { value = prefix_by_doubling(value, combine, MPI_COMM_WORLD); });
  return value;
}
double prefix_in_postal_model(Communicator& comm, double value, double (*combine)(double left, double right),
                              int lambda) {
  const int k = comm.ports();
  as_mpi_rank(comm, [&] { value = prefix_in_postal_model(value, combine, k, lambda, MPI_COMM_WORLD); });
  return value;
}
#endif
