// RANKS 4
// SPDX-License-Identifier: Apache-2.0
// Requests: wait and test for one, any, some and all; inactive, null, persistent, freed, cancelled ones.
#include "say.h"

static int rank, size;

static int is_empty(const MPI_Status* s) {
  int count = -1, cancelled = -1;
  MPI_Get_count(s, MPI_INT, &count);
  MPI_Test_cancelled(s, &cancelled);
  return s->MPI_SOURCE == MPI_ANY_SOURCE && s->MPI_TAG == MPI_ANY_TAG && count == 0 && cancelled == 0;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Request r[8];
  MPI_Status s[8];
  int in[8], out[8], index, flag, places[8], told;

  // everyone to everyone
  int n = 0;
  for (int p = 0; p < size; ++p) {
    in[p] = -1;
    out[p] = 10 * rank + p;
    MPI_Irecv(&in[p], 1, MPI_INT, p, 1, MPI_COMM_WORLD, &r[n++]);
  }
  for (int p = 0; p < size; ++p) {
    if (p % 2 == 0)
      MPI_Isend(&out[p], 1, MPI_INT, p, 1, MPI_COMM_WORLD, &r[n++]);
    else
      MPI_Issend(&out[p], 1, MPI_INT, p, 1, MPI_COMM_WORLD, &r[n++]);
  }
  MPI_Waitall(n, r, s);
  say("%d: got %d %d %d %d\n", rank, in[0], in[1], in[2], in[3]);
  for (int p = 0; p < size; ++p) {
    int count;
    MPI_Get_count(&s[p], MPI_INT, &count);
    say("%d: %d %d %d null %d\n", rank, s[p].MPI_SOURCE, s[p].MPI_TAG, count, r[p] == MPI_REQUEST_NULL);
  }

  // null and inactive
  MPI_Waitall(n, r, s);
  say("%d: empty %d\n", rank, is_empty(&s[0]));
  MPI_Wait(&r[0], &s[0]);
  say("%d: empty %d\n", rank, is_empty(&s[0]));
  MPI_Test(&r[0], &flag, &s[0]);
  say("%d: flag %d empty %d\n", rank, flag, is_empty(&s[0]));
  MPI_Waitany(2, r, &index, &s[0]);
  say("%d: any undefined %d empty %d\n", rank, index == MPI_UNDEFINED, is_empty(&s[0]));
  MPI_Testany(2, r, &index, &flag, &s[0]);
  say("%d: any undefined %d flag %d\n", rank, index == MPI_UNDEFINED, flag);
  MPI_Waitsome(2, r, &told, places, s);
  say("%d: some undefined %d\n", rank, told == MPI_UNDEFINED);
  MPI_Testsome(2, r, &told, places, s);
  say("%d: some undefined %d\n", rank, told == MPI_UNDEFINED);
  MPI_Testall(2, r, &flag, s);
  say("%d: all flag %d\n", rank, flag);

  // waitany, one after the other, until all have come
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {
    for (int p = 1; p < size; ++p) MPI_Irecv(&in[p], 1, MPI_INT, p, 2, MPI_COMM_WORLD, &r[p - 1]);
    int seen = 0, sum = 0;
    for (int i = 1; i < size; ++i) {
      MPI_Waitany(size - 1, r, &index, &s[0]);
      seen |= 1 << index;
      sum += in[index + 1];
      if (s[0].MPI_SOURCE != index + 1) say("0: wrong source\n");
    }
    say("0: seen %d sum %d\n", seen, sum);
    for (int p = 1; p < size; ++p) MPI_Irecv(&in[p], 1, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &r[p - 1]);
    int done = 0;
    sum = 0;
    while (done < size - 1) {
      MPI_Waitsome(size - 1, r, &told, places, s);
      done += told;
      for (int i = 0; i < told; ++i) sum += s[i].MPI_SOURCE + 10 * (in[places[i] + 1] == 30 + s[i].MPI_SOURCE);
    }
    say("0: some %d\n", sum);
  } else {
    int v = 20 + rank;
    MPI_Send(&v, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    v = 30 + rank;
    MPI_Send(&v, 1, MPI_INT, 0, 3, MPI_COMM_WORLD);
  }

  // test loops
  int right = (rank + 1) % size, left = (rank + size - 1) % size;
  in[0] = out[0] = 0;
  out[0] = 7 * rank;
  MPI_Irecv(&in[0], 1, MPI_INT, left, 4, MPI_COMM_WORLD, &r[0]);
  MPI_Irecv(&in[1], 1, MPI_INT, left, 5, MPI_COMM_WORLD, &r[1]);
  MPI_Test(&r[0], &flag, MPI_STATUS_IGNORE);
  MPI_Test(&r[1], &flag, MPI_STATUS_IGNORE);
  MPI_Testall(2, r, &flag, MPI_STATUSES_IGNORE);
  say("%d: nothing yet %d\n", rank, flag);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Isend(&out[0], 1, MPI_INT, right, 4, MPI_COMM_WORLD, &r[2]);
  MPI_Isend(&out[0], 1, MPI_INT, right, 5, MPI_COMM_WORLD, &r[3]);
  do MPI_Testall(4, r, &flag, s);
  while (!flag);
  say("%d: tested %d %d from %d, tag %d, null %d\n", rank, in[0], in[1], s[1].MPI_SOURCE, s[1].MPI_TAG,
      r[0] == MPI_REQUEST_NULL);
  MPI_Irecv(&in[0], 1, MPI_INT, left, 4, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(&out[0], 1, MPI_INT, right, 4, MPI_COMM_WORLD, &r[1]);
  int all = 0;
  while (all != 3) {
    MPI_Testany(2, r, &index, &flag, s);
    if (flag) all |= 1 << index;
  }
  say("%d: any %d\n", rank, all);
  MPI_Irecv(&in[0], 1, MPI_INT, left, 4, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(&out[0], 1, MPI_INT, right, 4, MPI_COMM_WORLD, &r[1]);
  for (all = 0; all != 3;) {
    MPI_Testsome(2, r, &told, places, s);
    for (int i = 0; i < told; ++i) all |= 1 << places[i];
  }
  say("%d: some %d\n", rank, all);

  // persistent
  MPI_Recv_init(&in[0], 1, MPI_INT, left, 6, MPI_COMM_WORLD, &r[0]);
  MPI_Send_init(&out[0], 1, MPI_INT, right, 6, MPI_COMM_WORLD, &r[1]);
  MPI_Wait(&r[0], &s[0]);
  say("%d: inactive %d\n", rank, is_empty(&s[0]));
  for (int turn = 0; turn < 3; ++turn) {
    out[0] = 100 * turn + rank;
    if (turn == 0)
      MPI_Startall(2, r);
    else {
      MPI_Start(&r[0]);
      MPI_Start(&r[1]);
    }
    MPI_Waitall(2, r, s);
    say("%d: persistent %d from %d, null %d\n", rank, in[0], s[0].MPI_SOURCE, r[0] == MPI_REQUEST_NULL);
  }
  MPI_Request_free(&r[0]);
  MPI_Request_free(&r[1]);
  say("%d: freed %d\n", rank, r[0] == MPI_REQUEST_NULL && r[1] == MPI_REQUEST_NULL);

  // cancelled, and freed while it is under way
  MPI_Irecv(&in[0], 1, MPI_INT, left, 999, MPI_COMM_WORLD, &r[0]);
  MPI_Cancel(&r[0]);
  MPI_Wait(&r[0], &s[0]);
  MPI_Test_cancelled(&s[0], &flag);
  say("%d: cancelled %d\n", rank, flag);
  out[1] = 50 + rank;
  MPI_Isend(&out[1], 1, MPI_INT, right, 12, MPI_COMM_WORLD, &r[0]);
  MPI_Request_free(&r[0]);
  MPI_Recv(&in[0], 1, MPI_INT, left, 12, MPI_COMM_WORLD, &s[0]);
  say("%d: from a freed send %d\n", rank, in[0]);

  // with nobody
  MPI_Irecv(&in[0], 1, MPI_INT, MPI_PROC_NULL, 12, MPI_COMM_WORLD, &r[0]);
  MPI_Wait(&r[0], &s[0]);
  MPI_Get_count(&s[0], MPI_INT, &index);
  say("%d: nobody %d, null %d\n", rank, index, r[0] == MPI_REQUEST_NULL);
  return end();
}
