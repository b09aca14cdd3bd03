/* SPDX-License-Identifier: Apache-2.0 */
#include <getopt.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char** argv) {
  static struct option names[] = {{"steps", required_argument, NULL, 's'}, {"verbose", no_argument, NULL, 'v'}, {0, 0, 0, 0}};
  int rank, c, number = 0, read;
  char line[80] = "";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  while ((c = getopt_long(argc, argv, "n:vs:", names, NULL)) != -1) {
    printf("%d: %c %s\n", rank, c, optarg == NULL ? "-" : optarg);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  for (; optind < argc; ++optind) printf("%d: word %s\n", rank, argv[optind]);
  MPI_Barrier(MPI_COMM_WORLD);
  read = scanf("%d", &number);
  printf("%d: scanf %d, %d\n", rank, read, number);
  if (fgets(line, sizeof line, stdin) != NULL && fgets(line, sizeof line, stdin) != NULL) printf("%d: fgets %s", rank, line);
  printf("%d: end %d\n", rank, getchar() == EOF);
  srand48(rank);
  srandom(rank + 1);
  printf("%d: %ld %.6f\n", rank, random() % 1000, drand48());
  setvbuf(stdout, NULL, _IOFBF, 1 << 16);
  printf("%d: not lost\n", rank);
  MPI_Finalize();
  return 0;
}
