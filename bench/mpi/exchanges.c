// SPDX-License-Identifier: Apache-2.0
// What bench/mpi/figures.py runs, here and under SMPI: exchanges [start | held | pairwise | any | pingpong N].
// Each checks its answer: one that is wrong ends with code 7.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int counter = 5;  // each rank has its own

// All shifts, one after the other.
static int pairwise(int rank, int size) {
  int wrong = 0;
  for (int shift = 1; shift < size; ++shift) {
    const int to = (rank + shift) % size, from = (rank + size - shift) % size;
    long out = rank * 100000L + shift, in = 0;
    MPI_Sendrecv(&out, 1, MPI_LONG, to, 0, &in, 1, MPI_LONG, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    wrong += in != from * 100000L + shift;
  }
  return wrong;
}

// Each rank gets what its four left neighbours send, whoever comes first; 16 times.
static int any_source(int rank, int size) {
  int wrong = 0;
  for (int round = 0; round < 16; ++round) {
    MPI_Request sent[4];
    int sum = 0, expected = 0;
    for (int k = 1; k <= 4; ++k)
      MPI_Isend(&rank, 1, MPI_INT, (rank + k) % size, round, MPI_COMM_WORLD, &sent[k - 1]);
    for (int k = 1; k <= 4; ++k) {
      int from = 0;
      MPI_Recv(&from, 1, MPI_INT, MPI_ANY_SOURCE, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      sum += from;
      expected += (rank + size - k) % size;
    }
    MPI_Waitall(4, sent, MPI_STATUSES_IGNORE);
    wrong += sum != expected;
  }
  return wrong;
}

static int ping_pong(int rank, int times) {
  char b[8] = {0};
  for (int i = 0; i < times; ++i)
    if (rank == 0) {
      MPI_Send(b, 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
      MPI_Recv(b, 8, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(b, 8, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Send(b, 8, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    }
  return 0;
}

int main(int argc, char** argv) {
  int rank, size, wrong = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  counter += rank;
  MPI_Barrier(MPI_COMM_WORLD);
  wrong += counter != 5 + rank;
  const char* const what = argc > 1 ? argv[1] : "start";
  if (strcmp(what, "held") == 0 && rank == 0) getchar();  // while somebody looks at the process
  if (strcmp(what, "pairwise") == 0) wrong += pairwise(rank, size);
  if (strcmp(what, "any") == 0) wrong += any_source(rank, size);
  if (strcmp(what, "pingpong") == 0) wrong += ping_pong(rank, atoi(argv[2]));
  MPI_Finalize();
  return wrong == 0 ? 0 : 7;
}
