/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

void Toruscope_Compute(double seconds) __attribute__((weak));

int main(int argc, char** argv) {
  struct timeval day;
  struct timespec at;
  clock_t end;
  time_t now;
  double worked;
  int rank, turns = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  sleep(2);
  usleep(rank * 1000);
  now = time(NULL);
  printf("%s", asctime(gmtime(&now)));
  clock_gettime(CLOCK_MONOTONIC, &at);
  printf("monotonic %ld.%09ld\n", (long)at.tv_sec, at.tv_nsec);
  gettimeofday(&day, NULL);
  printf("day %ld.%06ld, MPI_Wtime %.9f\n", (long)day.tv_sec, (long)day.tv_usec, MPI_Wtime());
  end = clock() + CLOCKS_PER_SEC / 1000;
  while (clock() < end) ++turns;
  printf("turns in a millisecond: %d\n", turns);
  worked = MPI_Wtime();
  if (Toruscope_Compute) Toruscope_Compute(0.25);
  printf("work %.9f\n", MPI_Wtime() - worked);
  MPI_Finalize();
  return 0;
}
