// SPDX-License-Identifier: Apache-2.0
// Lab 5 in C and MPI: the functions of starter.c, and how the checks call them.

#include <mpi.h>
#ifdef __cplusplus
extern "C" {
#endif
void exchange_on_ring(const double* send, double* receive, int b, MPI_Comm comm);
#ifdef __cplusplus
}

void exchange_on_ring(Communicator& comm, std::span<const double> send, std::span<double> receive) {
  const int b = static_cast<int>(send.size()) / comm.size();
  as_mpi_rank(comm, [&] { exchange_on_ring(send.data(), receive.data(), b, MPI_COMM_WORLD); });
}
#endif
