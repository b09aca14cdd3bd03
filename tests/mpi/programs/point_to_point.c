// RANKS 4
// SPDX-License-Identifier: Apache-2.0
// Blocking sends and receives: modes, wildcards, statuses, counts, MPI_PROC_NULL, messages to oneself.
#include "say.h"

static int rank, size;

static void tell(const char* what, MPI_Status* s, MPI_Datatype type) {
  int count = -1;
  MPI_Get_count(s, type, &count);
  say("%d: %s: source %d tag %d count %d\n", rank, what, s->MPI_SOURCE, s->MPI_TAG,
      count == MPI_UNDEFINED ? -32766 : count);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Status s;
  int left = (rank + size - 1) % size, right = (rank + 1) % size;

  // a ring, each mode
  for (int mode = 0; mode < 3; ++mode) {
    int out[3] = {rank, 10 * rank, mode}, in[5] = {-1, -1, -1, -1, -1};
    for (int turn = 0; turn < 2; ++turn) {
      if ((rank + turn) % 2 == 0) {
        if (mode == 0) MPI_Send(out, 3, MPI_INT, right, mode, MPI_COMM_WORLD);
        if (mode == 1) MPI_Ssend(out, 3, MPI_INT, right, mode, MPI_COMM_WORLD);
        if (mode == 2) MPI_Sendrecv(out, 2, MPI_INT, right, 7, in, 5, MPI_INT, right, 8, MPI_COMM_WORLD, &s);
      } else {
        if (mode < 2) MPI_Recv(in, 5, MPI_INT, left, mode, MPI_COMM_WORLD, &s);
        if (mode == 2) MPI_Sendrecv(out, 3, MPI_INT, left, 8, in, 5, MPI_INT, left, 7, MPI_COMM_WORLD, &s);
        tell("ring", &s, MPI_INT);
        say("%d: %d %d %d %d %d\n", rank, in[0], in[1], in[2], in[3], in[4]);
      }
    }
  }

  // order of messages with the same and with different tags
  if (rank == 0) {
    for (int i = 0; i < 4; ++i) MPI_Send(&i, 1, MPI_INT, 1, i % 2, MPI_COMM_WORLD);
  } else if (rank == 1) {
    int v[4];
    MPI_Recv(&v[0], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &s);
    MPI_Recv(&v[1], 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
    tell("any tag", &s, MPI_INT);
    MPI_Recv(&v[2], 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &s);
    tell("any source", &s, MPI_INT);
    MPI_Recv(&v[3], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say("1: %d %d %d %d\n", v[0], v[1], v[2], v[3]);
  }

  // any source: all come, in whatever order
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    int sum = 0, sources = 0;
    for (int i = 1; i < size; ++i) {
      int v = 0;
      MPI_Recv(&v, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &s);
      sum += v;
      sources += 1 << s.MPI_SOURCE;
      if (v != s.MPI_SOURCE * 100) say("0: wrong source\n");
    }
    say("0: sum %d sources %d\n", sum, sources);
  } else {
    int v = 100 * rank;
    MPI_Send(&v, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
  }

  // counts that are no whole number of elements, and none
  if (rank == 2) {
    char c[6] = "abcde";
    MPI_Send(c, 5, MPI_CHAR, 3, 0, MPI_COMM_WORLD);
    MPI_Send(NULL, 0, MPI_INT, 3, 0, MPI_COMM_WORLD);
    MPI_Send(c, 6, MPI_BYTE, 3, 0, MPI_COMM_WORLD);
  } else if (rank == 3) {
    char c[16];
    MPI_Recv(c, 16, MPI_CHAR, 2, 0, MPI_COMM_WORLD, &s);
    tell("as chars", &s, MPI_CHAR);
    tell("as shorts", &s, MPI_SHORT);
    MPI_Recv(c, 16, MPI_CHAR, 2, 0, MPI_COMM_WORLD, &s);
    tell("nothing", &s, MPI_DOUBLE);
    MPI_Recv(c, 16, MPI_BYTE, 2, 0, MPI_COMM_WORLD, &s);
    tell("as shorts", &s, MPI_SHORT);
    say("3: %s\n", c);
  }

  // MPI_PROC_NULL
  int kept = 42;
  MPI_Send(&kept, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Recv(&kept, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &s);
  int none = -1;
  MPI_Get_count(&s, MPI_INT, &none);
  say("%d: null %d %d %d kept %d\n", rank, s.MPI_SOURCE == MPI_PROC_NULL, s.MPI_TAG == MPI_ANY_TAG, none, kept);

  // an open chain by sendrecv
  int value = rank, got = -7;
  MPI_Sendrecv(&value, 1, MPI_INT, rank + 1 < size ? rank + 1 : MPI_PROC_NULL, 1, &got, 1, MPI_INT,
               rank > 0 ? rank - 1 : MPI_PROC_NULL, 1, MPI_COMM_WORLD, &s);
  say("%d: chain %d\n", rank, got);
  MPI_Sendrecv_replace(&value, 1, MPI_INT, right, 2, left, MPI_ANY_TAG, MPI_COMM_WORLD, &s);
  say("%d: replaced %d from %d tag %d\n", rank, value, s.MPI_SOURCE, s.MPI_TAG);

  // to oneself
  int self = 5 + rank, back = 0;
  MPI_Request r;
  MPI_Irecv(&back, 1, MPI_INT, rank, 9, MPI_COMM_WORLD, &r);
  MPI_Send(&self, 1, MPI_INT, rank, 9, MPI_COMM_WORLD);
  MPI_Wait(&r, &s);
  tell("self", &s, MPI_INT);
  back = 0;
  MPI_Irecv(&back, 1, MPI_INT, 0, 9, MPI_COMM_SELF, &r);
  MPI_Cancel(&r);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Irecv(&back, 1, MPI_INT, 0, 9, MPI_COMM_SELF, &r);
  MPI_Ssend(&self, 1, MPI_INT, 0, 9, MPI_COMM_SELF);
  MPI_Wait(&r, &s);
  say("%d: back %d\n", rank, back);

  // a long message, beyond any eager limit
  enum { kLong = 100000 };
  int* big = malloc(kLong * sizeof *big);
  if (rank == 1) {
    for (int i = 0; i < kLong; ++i) big[i] = i * 3;
    MPI_Send(big, kLong, MPI_INT, 2, 0, MPI_COMM_WORLD);
  } else if (rank == 2) {
    MPI_Recv(big, kLong, MPI_INT, 1, 0, MPI_COMM_WORLD, &s);
    tell("long", &s, MPI_INT);
    int wrong = 0;
    for (int i = 0; i < kLong; ++i) wrong += big[i] != i * 3;
    say("2: wrong %d\n", wrong);
  }
  free(big);
  return end();
}
