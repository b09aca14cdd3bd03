/* SPDX-License-Identifier: Apache-2.0 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int counter = 5;            /* each rank has its own */
static double large[20000000];     /* 160 MB that nobody touches */
static int finished(void) { return counter; }
static void bye(void) { printf("rank ended with %d\n", finished()); }
static void at_start(void) __attribute__((constructor));
static void at_start(void) { counter += 1; }

int main(int argc, char** argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  atexit(bye);
  counter += rank;
  MPI_Barrier(MPI_COMM_WORLD);
  printf("rank %d of %d: ", rank, size);
  MPI_Barrier(MPI_COMM_WORLD);
  printf("counter %d, argument %s, rand %d %d, large %g\n", counter, argc > 1 ? argv[1] : "none", rand() % 1000,
         rand() % 1000, large[rank]);
  fprintf(stderr, "error of %d\n", rank);
  char words[] = "a b c";
  char* word = strtok(words, " ");
  MPI_Barrier(MPI_COMM_WORLD);
  word = strtok(NULL, " ");
  if (word == NULL || strcmp(word, "b") != 0) printf("strtok is shared\n");
  MPI_Finalize();
  if (rank == 1) exit(3);
  return rank == 2 ? 2 : 0;
}
