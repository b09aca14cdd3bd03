// RANKS 7
// SPDX-License-Identifier: Apache-2.0
// Collective operations between two groups: every root in both groups, counts that differ, derived
// types, an operator whose order counts, data in one direction alone.
#include "say.h"

static int rank, own, size, others, is_of_first;
static const char* groups;

static void show(const char* what, const int* v, int n) {
  say("%d: %s, %s", rank, groups, what);
  for (int i = 0; i < n; ++i) say(" %d", v[i]);
  say("\n");
}

// Integers as the first of two places.
static MPI_Datatype spread(void) {
  MPI_Datatype type;
  MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &type);
  MPI_Type_commit(&type);
  return type;
}

// left o right, of digits: written behind each other, so that the order shows.
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

static void clear(int* v) {
  for (int i = 0; i < 64; ++i) v[i] = -1;
}

// `root`: MPI_ROOT, MPI_PROC_NULL, or the rank of the root in the other group.
static void rooted(MPI_Comm between, int root) {
  const int is_root = root == MPI_ROOT, is_other = root >= 0;
  MPI_Datatype two = spread();
  int out[64], in[64], counts[8], places[8];
  for (int i = 0; i < 64; ++i) out[i] = 100 * rank + i;

  for (int i = 0; i < 64; ++i) in[i] = is_root ? 1000 + rank + i : -1;
  MPI_Bcast(in, 5, MPI_INT, root, between);
  show("bcast", in, 6);
  for (int i = 0; i < 64; ++i) in[i] = is_root ? 3000 + i : -1;
  MPI_Bcast(in, 3, is_other ? two : MPI_INT, root, between);
  show("bcast apart", in, 7);

  clear(in);
  MPI_Reduce(out, in, 4, MPI_INT, MPI_SUM, root, between);
  show("reduce", in, 5);

  clear(in);
  MPI_Gather(out, 2, MPI_INT, in, 2, MPI_INT, root, between);
  show("gather", in, 2 * others + 1);
  clear(in);
  MPI_Gather(out, 2, is_other ? two : MPI_INT, in, 2, is_root ? two : MPI_INT, root, between);
  show("gather apart", in, 4 * others + 1);

  clear(in);
  MPI_Scatter(out, 3, MPI_INT, in, 3, MPI_INT, root, between);
  show("scatter", in, 4);

  for (int r = 0; r < others; ++r) counts[r] = r % 3, places[r] = 4 * (others - 1 - r);
  clear(in);
  MPI_Gatherv(out, own % 3, MPI_INT, in, counts, places, MPI_INT, root, between);
  show("gatherv", in, 4 * others);
  clear(in);
  MPI_Scatterv(out, counts, places, MPI_INT, in, own % 3, MPI_INT, root, between);
  show("scatterv", in, 3);
  MPI_Type_free(&two);
}

static void all(MPI_Comm between, MPI_Op op) {
  int out[64], in[64], counts[8], places[8], in_counts[8], in_places[8];
  for (int i = 0; i < 64; ++i) out[i] = 100 * rank + i;
  MPI_Datatype two = spread();

  MPI_Barrier(between);
  clear(in);
  MPI_Allreduce(out, in, 3, MPI_INT, MPI_SUM, between);
  show("allreduce", in, 4);
  clear(in);
  MPI_Allreduce(out, in, 3, MPI_INT, MPI_MAX, between);
  show("largest", in, 4);
  long long digits[2] = {rank + 1, 9 - rank}, result[2] = {0, 0};
  MPI_Allreduce(digits, result, 2, MPI_LONG_LONG, op, between);
  say("%d: %s, in order %lld %lld\n", rank, groups, result[0], result[1]);

  clear(in);
  MPI_Allgather(out, 2, MPI_INT, in, 2, two, between);
  show("allgather", in, 4 * others + 1);
  // Only the group of rank 0 sends.
  clear(in);
  MPI_Allgather(out, is_of_first ? 2 : 0, MPI_INT, in, is_of_first ? 0 : 2, MPI_INT, between);
  show("allgather one way", in, 2 * others + 1);
  for (int r = 0; r < others; ++r) counts[r] = 1 + r % 2, places[r] = 3 * r;
  clear(in);
  MPI_Allgatherv(out, 1 + own % 2, MPI_INT, in, counts, places, MPI_INT, between);
  show("allgatherv", in, 3 * others);

  clear(in);
  MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, between);
  show("alltoall", in, 2 * others + 1);
  clear(in);
  MPI_Alltoall(out, 1, two, in, 1, MPI_INT, between);
  show("alltoall apart", in, others + 1);
  // Rank i of one group and rank j of the other give each other (i + j) % 3 and (2 i + j) % 3 integers.
  MPI_Datatype types[8], in_types[8];
  for (int r = 0; r < others; ++r) {
    counts[r] = is_of_first ? (own + r) % 3 : (own + 2 * r) % 3;
    in_counts[r] = is_of_first ? (r + 2 * own) % 3 : (r + own) % 3;
    places[r] = 4 * r;
    in_places[r] = 3 * (others - 1 - r);
    types[r] = in_types[r] = MPI_INT;
  }
  clear(in);
  MPI_Alltoallv(out, counts, places, MPI_INT, in, in_counts, in_places, MPI_INT, between);
  show("alltoallv", in, 3 * others);
  for (int r = 0; r < others; ++r) {
    places[r] *= (int)sizeof(int);
    in_places[r] *= 2 * (int)sizeof(int);
    in_types[r] = r % 2 ? two : MPI_INT;
  }
  clear(in);
  MPI_Alltoallw(out, counts, places, types, in, in_counts, in_places, in_types, between);
  show("alltoallw", in, 6 * others);

  // As many elements in both groups: the product of their sizes.
  clear(in);
  MPI_Reduce_scatter_block(out, in, others, MPI_INT, MPI_SUM, between);
  show("reduce_scatter_block", in, others + 1);
  int left = size * others;
  for (int r = 0; r < size; ++r) left -= counts[r] = r + 1 < size && r < left ? r : left;
  clear(in);
  MPI_Reduce_scatter(out, in, counts, MPI_INT, MPI_SUM, between);
  show("reduce_scatter", in, counts[own] + 1);
  MPI_Type_free(&two);
}

// `is_second`: which group this rank is in. A root in either group, each in turn.
static void between_groups(const char* name, MPI_Comm between, int is_second, MPI_Op op) {
  groups = name;
  is_of_first = !is_second;
  MPI_Comm_rank(between, &own);
  MPI_Comm_size(between, &size);
  MPI_Comm_remote_size(between, &others);
  for (int second = 0; second < 2; ++second) {
    const int is_roots = is_second == second;
    const int roots = is_roots ? size : others;
    for (int root = 0; root < roots; ++root)
      rooted(between, !is_roots ? root : root == own ? MPI_ROOT : MPI_PROC_NULL);
  }
  all(between, op);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Op op;
  MPI_Op_create(behind, 0, &op);

  MPI_Comm local, between, twin;
  const int is_odd = rank % 2;
  MPI_Comm_split(MPI_COMM_WORLD, is_odd, -rank, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, is_odd ? 6 : 5, 1, &between);
  between_groups("parity", between, is_odd, op);
  MPI_Comm_dup(between, &twin);
  MPI_Comm_free(&between);
  MPI_Comm_free(&local);
  groups = "twin";
  all(twin, op);

  MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN);
  int v = 0, result;
  say("%d: root beyond the others: %s\n", rank, error_word(MPI_Bcast(&v, 1, MPI_INT, others, twin)));
  say("%d: scan: %s\n", rank, error_word(MPI_Scan(&v, &result, 1, MPI_INT, MPI_SUM, twin)));
  MPI_Comm_free(&twin);

  // One rank and six.
  const int is_alone = rank == 3;
  MPI_Comm_split(MPI_COMM_WORLD, is_alone, rank, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, is_alone ? 0 : 3, 1, &between);
  between_groups("one and six", between, is_alone, op);
  MPI_Comm_free(&between);
  MPI_Comm_free(&local);
  MPI_Op_free(&op);
  return end();
}
