/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>

int main(int argc, char** argv) {
  int rank, size, s = 0, c = 0, b = 0, d = 0, m = 0, sections = 0, t = 0, n = 0, i, in_order = 0;
  unsigned long long u = 0, k;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
#pragma omp parallel for reduction(+ : s)
  for (i = 0; i < 100; i++) s += i;
#pragma omp parallel for schedule(dynamic, 3) reduction(+ : d) num_threads(4)
  for (i = 0; i < 100; i++) {
    d += i;
    if (i % 25 == 0) MPI_Barrier(MPI_COMM_WORLD);
  }
#pragma omp parallel for schedule(runtime) reduction(+ : u)
  for (k = 10; k > 0; k -= 2) u += k;
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(guided)
    for (i = 0; i < 50; i++)
#pragma omp critical
    {
      c++;
      if (i == 7) MPI_Barrier(MPI_COMM_WORLD);
    }
#pragma omp barrier
#pragma omp single
    b++;
#pragma omp master
    {
      m++;
      n = omp_get_num_threads();
    }
#pragma omp single
    for (i = 0; i < 10; i++)
#pragma omp task
    {
#pragma omp atomic
      t++;
    }
#pragma omp for ordered schedule(static, 1)
    for (i = 0; i < 5; i++)
#pragma omp ordered
      in_order = in_order * 10 + i;
#pragma omp single
#pragma omp taskloop
    for (i = 0; i < 7; i++) t++;
  }
#pragma omp parallel sections
  {
#pragma omp section
    {
      sections++;
      MPI_Barrier(MPI_COMM_WORLD);
    }
#pragma omp section
    sections += 10;
  }
  printf("%d: %d %d %llu %d %d %d %d %d %d threads %d parallel %d later %d\n", rank, s, d, u, c, b, m, sections, t,
         in_order, n, omp_in_parallel(), omp_get_wtime() < omp_get_wtime());
  MPI_Finalize();
  return 0;
}
