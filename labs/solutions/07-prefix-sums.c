// SPDX-License-Identifier: Apache-2.0
// Prefix sums: recursive doubling on one port, and Algorithm A of Lin and Yeh on k ports.
#include <mpi.h>
#include <stdlib.h>

double prefix_by_doubling(double value, double (*combine)(double left, double right), MPI_Comm comm) {
  int me, p;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &p);
  double window = value;  // of ranks max(0, me - d + 1) .. me
  for (int d = 1; d < p; d *= 2) {
    double before = 0;
    const int to = me + d < p ? me + d : MPI_PROC_NULL;
    const int from = me - d >= 0 ? me - d : MPI_PROC_NULL;
    MPI_Sendrecv(&window, 1, MPI_DOUBLE, to, 0, &before, 1, MPI_DOUBLE, from, 0, comm, MPI_STATUS_IGNORE);
    if (me - d >= 0) window = combine(before, window);
  }
  return window;
}

double prefix_in_postal_model(double value, double (*combine)(double left, double right), int k, int lambda,
                              MPI_Comm comm) {
  int me, p;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_size(comm, &p);
  int* const g = malloc(((size_t)p + (size_t)lambda + 1) * sizeof *g);  // G(j)
  int steps = -1;                                                      // m
  do {
    ++steps;
    g[steps] = steps < lambda ? 1 : g[steps - 1] + k * g[steps - lambda];
  } while (g[steps] < p);
  double* const windows = malloc((size_t)k * sizeof *windows);
  MPI_Request* const requests = malloc(2 * (size_t)k * sizeof *requests);
  double window = value;  // after step j: ranks me - G(j) + 1 .. me
  int now = 0;            // steps that have passed here
  for (int j = 1; j <= steps; ++j) {
    int sends = 0, sources = 0, count = 0;
    if (now < j - 1) Toruscope_Compute((j - 1 - now) * 1e-6);
    now = j - 1;
    if (j >= lambda)
      for (; sources < k && me - g[j - 1] - sources * g[j - lambda] >= 0; ++sources)  // nearest first
        MPI_Irecv(&windows[sources], 1, MPI_DOUBLE, me - g[j - 1] - sources * g[j - lambda], 0, comm,
                  &requests[count++]);
    if (j <= steps - lambda + 1)
      for (; sends < k && me + g[j + lambda - 2] + sends * g[j - 1] < p; ++sends)
        MPI_Isend(&window, 1, MPI_DOUBLE, me + g[j + lambda - 2] + sends * g[j - 1], 0, comm, &requests[count++]);
    MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
    if (count > 0) now = j;
    for (int i = 0; i < sources; ++i) window = combine(windows[i], window);
  }
  free(requests);
  free(windows);
  free(g);
  return window;
}
