// RANKS 5
// SPDX-License-Identifier: Apache-2.0
// Ibarrier and Ibcast: beside messages and other collective operations, several at once, waited for in any way.
#include "say.h"

static int rank, size;

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const MPI_Comm w = MPI_COMM_WORLD;
  MPI_Request r[6];
  MPI_Status s[6];
  int flag, index, left = (rank + size - 1) % size, right = (rank + 1) % size;

  // a barrier that ends when the last rank has come
  MPI_Ibarrier(w, &r[0]);
  MPI_Wait(&r[0], &s[0]);
  say("%d: null %d\n", rank, r[0] == MPI_REQUEST_NULL);
  // messages that others need in order to come
  MPI_Ibarrier(w, &r[0]);
  int token = -1;
  if (rank == 0) {
    MPI_Send(&rank, 1, MPI_INT, right, 0, w);
    MPI_Recv(&token, 1, MPI_INT, left, 0, w, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(&token, 1, MPI_INT, left, 0, w, MPI_STATUS_IGNORE);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, right, 0, w);
  }
  if (rank == 0) MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  say("%d: token %d\n", rank, token);

  // tested until it is over
  MPI_Ibarrier(w, &r[0]);
  do MPI_Test(&r[0], &flag, MPI_STATUS_IGNORE);
  while (!flag);
  say("%d: tested\n", rank);

  // broadcasts from every root at once, and a receive
  int v[5], sent = 7 * rank, got = -1;
  for (int root = 0; root < size; ++root) {
    v[root] = root == rank ? 100 + root : -1;
    MPI_Ibcast(&v[root], 1, MPI_INT, root, w, &r[root]);
  }
  MPI_Irecv(&got, 1, MPI_INT, left, 1, w, &r[5]);
  MPI_Send(&sent, 1, MPI_INT, right, 1, w);
  MPI_Waitall(6, r, s);
  say("%d: %d %d %d %d %d and %d\n", rank, v[0], v[1], v[2], v[3], v[4], got);

  // one after the other as they end
  for (int root = 0; root < size; ++root) {
    v[root] = root == rank ? 200 + root : -1;
    MPI_Ibcast(&v[root], 1, MPI_INT, root, w, &r[root]);
  }
  int seen = 0;
  for (int i = 0; i < size; ++i) {
    MPI_Waitany(size, r, &index, &s[0]);
    seen |= 1 << index;
  }
  say("%d: seen %d, %d %d %d %d %d\n", rank, seen, v[0], v[1], v[2], v[3], v[4]);

  // before a blocking operation on the same communicator
  int sum = 0, early = rank == 3 ? 33 : 0;
  MPI_Ibcast(&early, 1, MPI_INT, 3, w, &r[0]);
  if (rank % 2 == 0) MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, w);
  if (rank % 2 != 0) MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  say("%d: sum %d early %d\n", rank, sum, early);

  // columns of a matrix
  MPI_Datatype column;
  int m[12];
  MPI_Type_vector(3, 1, 4, MPI_INT, &column);
  MPI_Type_commit(&column);
  for (int i = 0; i < 12; ++i) m[i] = rank == 1 ? i : -1;
  MPI_Ibcast(m + 1, 1, column, 1, w, &r[0]);
  MPI_Type_free(&column);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  say("%d:", rank);
  for (int i = 0; i < 12; ++i) say(" %d", m[i]);
  say("\n");

  // a long one
  enum { kLong = 50000 };
  int* a = malloc(kLong * sizeof *a);
  for (int i = 0; i < kLong; ++i) a[i] = rank == 4 ? i : 0;
  MPI_Ibcast(a, kLong, MPI_INT, 4, w, &r[0]);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  long wrong = 0;
  for (int i = 0; i < kLong; ++i) wrong += a[i] != i;
  say("%d: wrong %ld\n", rank, wrong);
  free(a);
  MPI_Ibarrier(MPI_COMM_SELF, &r[0]);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  MPI_Comm d;
  MPI_Comm_dup(w, &d);
  MPI_Ibarrier(d, &r[0]);
  MPI_Ibarrier(w, &r[1]);
  MPI_Comm_free(&d);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  say("%d: end\n", rank);
  return end();
}
