// RANKS 4
// SPDX-License-Identifier: Apache-2.0
// Messages that a probe takes out: received later and in another order, by a request, of nobody,
// of derived types, beside receives that match the same.
#include "say.h"

static int rank, size;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const MPI_Comm w = MPI_COMM_WORLD;
  MPI_Message m[8];
  MPI_Status s;
  MPI_Request r;
  int in[64], flag, count, left = (rank + size - 1) % size, right = (rank + 1) % size;

  // Three messages of one sender, received backwards; a receive that comes between gets the fourth.
  MPI_Request sent[4];
  int out[4][4];
  for (int i = 0; i < 4; ++i) {
    for (int k = 0; k < 4; ++k) out[i][k] = 1000 * rank + 10 * i + k;
    MPI_Isend(out[i], i + 1, MPI_INT, right, 5, w, &sent[i]);
  }
  for (int i = 0; i < 3; ++i) {
    MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, w, &m[i], &s);
    MPI_Get_count(&s, MPI_INT, &count);
    say("%d: matched %d of %d, tag %d, null %d\n", rank, count, s.MPI_SOURCE, s.MPI_TAG, m[i] == MPI_MESSAGE_NULL);
  }
  MPI_Recv(in, 4, MPI_INT, left, 5, w, &s);
  say("%d: fourth %d %d\n", rank, in[0], in[3]);
  for (int i = 2; i >= 0; --i) {
    memset(in, -1, sizeof in);
    MPI_Mrecv(in, 4, MPI_INT, &m[i], &s);
    MPI_Get_count(&s, MPI_INT, &count);
    say("%d: %d of %d, tag %d: %d %d %d %d, null %d\n", rank, count, s.MPI_SOURCE, s.MPI_TAG, in[0], in[1], in[2],
        in[3], m[i] == MPI_MESSAGE_NULL);
  }
  MPI_Waitall(4, sent, MPI_STATUSES_IGNORE);

  // By a request, into elements that lie apart, and asked for until it is there.
  MPI_Datatype two;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &two);
  MPI_Type_commit(&two);
  MPI_Send(out[3], 4, MPI_INT, right, 6, w);
  do MPI_Improbe(left, 6, w, &flag, &m[0], &s);
  while (!flag);
  memset(in, -1, sizeof in);
  MPI_Imrecv(in, 4, two, &m[0], &r);
  say("%d: null %d\n", rank, m[0] == MPI_MESSAGE_NULL);
  MPI_Wait(&r, &s);
  MPI_Get_count(&s, two, &count);
  say("%d: %d of %d, tag %d: %d %d %d %d\n", rank, count, s.MPI_SOURCE, s.MPI_TAG, in[0], in[1], in[2], in[6]);
  MPI_Type_free(&two);

  // Nothing, nobody.
  MPI_Improbe(left, 7, w, &flag, &m[0], &s);
  say("%d: nothing %d\n", rank, flag);
  MPI_Mprobe(MPI_PROC_NULL, 7, w, &m[0], &s);
  say("%d: nobody %d, %d\n", rank, m[0] == MPI_MESSAGE_NO_PROC, s.MPI_SOURCE == MPI_PROC_NULL);
  MPI_Mrecv(in, 4, MPI_INT, &m[0], &s);
  MPI_Get_count(&s, MPI_INT, &count);
  say("%d: nobody %d, %d, count %d\n", rank, m[0] == MPI_MESSAGE_NULL, s.MPI_SOURCE == MPI_PROC_NULL, count);

  // A long one, synchronous.
  enum { n = 30000 };
  int* large = malloc(n * sizeof(int));
  int* got = malloc(n * sizeof(int));
  long long sum = 0;
  for (int i = 0; i < n; ++i) large[i] = rank + i;
  MPI_Issend(large, n, MPI_INT, right, 8, w, &r);
  MPI_Mprobe(left, 8, w, &m[0], &s);
  MPI_Mrecv(got, n, MPI_INT, &m[0], &s);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  for (int i = 0; i < n; ++i) sum += got[i];
  say("%d: long %lld\n", rank, sum);
  free(large), free(got);
  return end();
}
