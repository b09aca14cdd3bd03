// RANKS 7
// SPDX-License-Identifier: Apache-2.0
// Non-blocking collective operations on 1 to 7 ranks: every root, in place, derived types, counts
// that differ, an operator whose order counts, several at once, waited for and tested.
#include "say.h"

static int world, rank, size;

static void show(const char* what, const int* v, int n) {
  say("%d of %d: %s", rank, size, what);
  for (int i = 0; i < n; ++i) say(" %d", v[i]);
  say("\n");
}

static void clear(int* v) {
  for (int i = 0; i < 64; ++i) v[i] = -1;
}

// Digits behind each other, so that the order shows.
static void behind(void* left, void* right, int* n, MPI_Datatype* type) {
  (void)type;
  const long long* a = left;
  long long* b = right;
  for (int i = 0; i < *n; ++i) {
    long long shift = 1;
    while (shift <= b[i]) shift *= 10;
    b[i] += a[i] * shift;
  }
}

static void done(MPI_Request* request, int is_tested) {
  int flag = 0;
  if (!is_tested) MPI_Wait(request, MPI_STATUS_IGNORE);
  while (is_tested && !flag) MPI_Test(request, &flag, MPI_STATUS_IGNORE);
}

static void rooted(MPI_Comm w, int root, MPI_Datatype two, MPI_Op op) {
  int out[64], in[64], counts[8], places[8];
  MPI_Request r;
  for (int i = 0; i < 64; ++i) out[i] = 100 * rank + i;
  const int is_root = rank == root;

  for (int i = 0; i < 64; ++i) in[i] = is_root ? 1000 + root + i : -1;
  MPI_Ibcast(in, 3, is_root ? MPI_INT : two, root, w, &r);
  done(&r, 0);
  show("bcast", in, 6);
  clear(in);
  MPI_Igather(out, 2, two, in, 2, MPI_INT, root, w, &r);
  done(&r, 1);
  show("gather", in, is_root ? 2 * size : 1);
  clear(in);
  MPI_Iscatter(out, 2, MPI_INT, in, 2, two, root, w, &r);
  done(&r, 0);
  show("scatter", in, 4);
  for (int i = 0; i < size; ++i) counts[i] = (i + 1) % 3, places[i] = 3 * (size - 1 - i);
  clear(in);
  MPI_Igatherv(out, counts[rank], MPI_INT, in, counts, places, MPI_INT, root, w, &r);
  done(&r, 0);
  show("gatherv", in, is_root ? 3 * size : 1);
  clear(in);
  MPI_Iscatterv(out, counts, places, MPI_INT, in, counts[rank], MPI_INT, root, w, &r);
  done(&r, 1);
  show("scatterv", in, 3);
  clear(in);
  MPI_Ireduce(out, in, 3, MPI_INT, MPI_SUM, root, w, &r);
  done(&r, 0);
  show("reduce", in, is_root ? 4 : 1);
  long long digits[2] = {rank + 1, 9 - rank}, result[2] = {0, 0};
  MPI_Ireduce(digits, result, 2, MPI_LONG_LONG, op, root, w, &r);
  done(&r, 1);
  if (is_root) say("%d of %d: in order %lld %lld\n", rank, size, result[0], result[1]);

  // in place
  memcpy(in, out, sizeof in);
  MPI_Igather(is_root ? MPI_IN_PLACE : out, 2, MPI_INT, in, 2, MPI_INT, root, w, &r);
  done(&r, 0);
  if (is_root) show("gather in place", in, 2 * size + 1);
  memcpy(in, out, sizeof in);
  MPI_Iscatter(out, 2, MPI_INT, is_root ? MPI_IN_PLACE : in, 2, MPI_INT, root, w, &r);
  done(&r, 0);
  show("scatter in place", in, 3);
  memcpy(in, out, sizeof in);
  MPI_Ireduce(is_root ? MPI_IN_PLACE : out, in, 3, MPI_INT, MPI_MAX, root, w, &r);
  done(&r, 0);
  if (is_root) show("reduce in place", in, 4);
}

static void all(MPI_Comm w, MPI_Datatype two, MPI_Op op) {
  int out[64], in[64], counts[8], places[8], in_counts[8], in_places[8];
  MPI_Datatype types[8], in_types[8];
  MPI_Request r;
  for (int i = 0; i < 64; ++i) out[i] = 100 * rank + i;

  clear(in);
  MPI_Iallgather(out, 2, MPI_INT, in, 2, two, w, &r);
  done(&r, 0);
  show("allgather", in, 4 * size);
  for (int i = 0; i < size; ++i) counts[i] = i % 3, places[i] = 3 * (size - 1 - i);
  clear(in);
  MPI_Iallgatherv(out, rank % 3, MPI_INT, in, counts, places, MPI_INT, w, &r);
  done(&r, 1);
  show("allgatherv", in, 3 * size);
  clear(in);
  MPI_Ialltoall(out, 1, two, in, 1, MPI_INT, w, &r);
  done(&r, 0);
  show("alltoall", in, size + 1);
  for (int i = 0; i < size; ++i) {
    counts[i] = (2 * rank + i) % 3;
    in_counts[i] = (2 * i + rank) % 3;
    places[i] = 4 * i;
    in_places[i] = 3 * (size - 1 - i);
    types[i] = in_types[i] = MPI_INT;
  }
  clear(in);
  MPI_Ialltoallv(out, counts, places, MPI_INT, in, in_counts, in_places, MPI_INT, w, &r);
  done(&r, 1);
  show("alltoallv", in, 3 * size);
  for (int i = 0; i < size; ++i) {
    places[i] *= (int)sizeof(int);
    in_places[i] *= 2 * (int)sizeof(int);
    if (i % 2) in_types[i] = two;
  }
  clear(in);
  MPI_Ialltoallw(out, counts, places, types, in, in_counts, in_places, in_types, w, &r);
  done(&r, 0);
  show("alltoallw", in, 6 * size);

  clear(in);
  MPI_Iallreduce(out, in, 3, MPI_INT, MPI_SUM, w, &r);
  done(&r, 1);
  show("allreduce", in, 4);
  clear(in);
  MPI_Iscan(out, in, 3, MPI_INT, MPI_SUM, w, &r);
  done(&r, 0);
  show("scan", in, 4);
  clear(in);
  MPI_Iexscan(out, in, 3, MPI_INT, MPI_SUM, w, &r);
  done(&r, 0);
  if (rank > 0) show("exscan", in, 4);
  long long digits[2] = {rank + 1, 9 - rank}, sum[2], before[2] = {0, 0}, total[2];
  MPI_Request r3[4];
  MPI_Iscan(digits, sum, 2, MPI_LONG_LONG, op, w, &r3[0]);
  MPI_Iexscan(digits, before, 2, MPI_LONG_LONG, op, w, &r3[1]);
  MPI_Iallreduce(digits, total, 2, MPI_LONG_LONG, op, w, &r3[2]);
  MPI_Ibarrier(w, &r3[3]);
  MPI_Waitall(4, r3, MPI_STATUSES_IGNORE);
  say("%d of %d: in order %lld %lld, %lld %lld\n", rank, size, sum[0], sum[1], total[0], total[1]);
  if (rank > 0) say("%d of %d: before %lld %lld\n", rank, size, before[0], before[1]);

  clear(in);
  MPI_Ireduce_scatter_block(out, in, 2, MPI_INT, MPI_SUM, w, &r);
  done(&r, 0);
  show("reduce_scatter_block", in, 3);
  for (int i = 0; i < size; ++i) counts[i] = (i + 2) % 4;
  clear(in);
  MPI_Ireduce_scatter(out, in, counts, MPI_INT, MPI_SUM, w, &r);
  done(&r, 1);
  show("reduce_scatter", in, counts[rank] + 1);

  // in place
  memcpy(in, out, sizeof in);
  MPI_Iallreduce(MPI_IN_PLACE, in, 3, MPI_INT, MPI_SUM, w, &r);
  done(&r, 0);
  show("allreduce in place", in, 4);
  memcpy(in, out, sizeof in);
  MPI_Iallgather(MPI_IN_PLACE, 0, MPI_INT, in, 2, MPI_INT, w, &r);
  done(&r, 0);
  show("allgather in place", in, 2 * size + 1);
  memcpy(in, out, sizeof in);
  MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_INT, in, 2, MPI_INT, w, &r);
  done(&r, 0);
  show("alltoall in place", in, 2 * size + 1);
}

// Data that do not fit into one message of a standard send, beside other operations and messages.
static void at_once(MPI_Comm w) {
  enum { n = 30000 };
  int* v = malloc(n * sizeof(int));
  int* sum = malloc(n * sizeof(int));
  int* all = malloc((size_t)size * n * sizeof(int));
  int token = 7 * rank, got = -1, blocking = 0;
  for (int i = 0; i < n; ++i) v[i] = rank + i % 11;
  MPI_Request r[4];
  MPI_Iallreduce(v, sum, n, MPI_INT, MPI_SUM, w, &r[0]);
  MPI_Iallgather(v, n, MPI_INT, all, n, MPI_INT, w, &r[1]);
  MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 5, w, &r[2]);
  MPI_Send(&token, 1, MPI_INT, (rank + 1) % size, 5, w);
  MPI_Ibarrier(w, &r[3]);
  MPI_Waitall(4, r, MPI_STATUSES_IGNORE);
  MPI_Allreduce(&rank, &blocking, 1, MPI_INT, MPI_SUM, w);
  long long check = 0;
  for (int i = 0; i < n; ++i) check += (long long)(i % 7) * sum[i];
  for (int i = 0; i < size * n; ++i) check += (long long)(i % 5) * all[i];
  say("%d of %d: at once %lld, %d, %d\n", rank, size, check, got, blocking);
  free(v), free(sum), free(all);
}

// An operator that asks what the type is that it gets.
static void by_extent(void* in, void* out, int* n, MPI_Datatype* type) {
  MPI_Aint lower, extent;
  int bytes;
  MPI_Type_get_extent(*type, &lower, &extent);
  MPI_Type_size(*type, &bytes);
  for (int i = 0; i < *n; ++i)
    *(int*)((char*)out + i * extent) += *(int*)((char*)in + i * extent) + (int)extent + bytes;
}

// The type and the operator are freed, and another type may get the handle, before the data are there.
static void freed_meanwhile(MPI_Comm w) {
  MPI_Datatype three, other;
  MPI_Op op;
  MPI_Request r[2];
  int out[6] = {rank, 0, 0, 10 * rank, 0, 0}, in[6] = {0}, last[6] = {0};
  MPI_Type_create_resized(MPI_INT, 0, 3 * sizeof(int), &three);
  MPI_Type_commit(&three);
  MPI_Op_create(by_extent, 1, &op);
  MPI_Iallreduce(out, in, 2, three, op, w, &r[0]);
  MPI_Ireduce(out, last, 2, three, op, 0, w, &r[1]);
  MPI_Type_free(&three);
  MPI_Op_free(&op);
  MPI_Type_contiguous(7, MPI_DOUBLE, &other);
  MPI_Type_commit(&other);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  MPI_Type_free(&other);
  say("%d of %d: freed meanwhile %d %d %d %d\n", rank, size, in[0], in[3], last[0], last[3]);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  MPI_Datatype two;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &two);
  MPI_Type_commit(&two);
  MPI_Op op;
  MPI_Op_create(behind, 0, &op);
  for (int ranks = 1; ranks <= 7; ++ranks) {
    MPI_Comm w;
    MPI_Comm_split(MPI_COMM_WORLD, world < ranks ? 0 : MPI_UNDEFINED, -world, &w);
    if (w == MPI_COMM_NULL) continue;
    MPI_Comm_rank(w, &rank);
    MPI_Comm_size(w, &size);
    for (int root = 0; root < size; ++root) rooted(w, root, two, op);
    all(w, two, op);
    at_once(w);
    freed_meanwhile(w);
    if (ranks == 3) {
      MPI_Request r;
      int v = 0, result;
      MPI_Comm_set_errhandler(w, MPI_ERRORS_RETURN);
      say("%d: root: %s\n", rank, error_word(MPI_Ireduce(&v, &result, 1, MPI_INT, MPI_SUM, 3, w, &r)));
    }
    MPI_Comm_free(&w);
  }
  MPI_Type_free(&two);
  MPI_Op_free(&op);
  return end();
}
