// RANKS 5
// SPDX-License-Identifier: Apache-2.0
// Operators of the program: commuting or not, on derived types, in each collective operation that combines.
#include "say.h"

static int rank, size;

// 2x2 matrices, whose product depends on the order
typedef struct {
  long a[4];
} matrix;
static void multiply(void* in, void* inout, int* n, MPI_Datatype* type) {
  (void)type;
  matrix *l = in, *r = inout;
  for (int i = 0; i < *n; ++i) {
    matrix p;
    for (int x = 0; x < 2; ++x)
      for (int y = 0; y < 2; ++y) p.a[2 * x + y] = (l[i].a[2 * x] * r[i].a[y] + l[i].a[2 * x + 1] * r[i].a[2 + y]) % 9973;
    r[i] = p;
  }
}
static void larger(void* in, void* inout, int* n, MPI_Datatype* type) {
  int size_of;
  MPI_Type_size(*type, &size_of);
  int *l = in, *r = inout;
  for (int i = 0; i < *n; ++i)
    if (l[i] > r[i]) r[i] = l[i];
  if (size_of != (int)sizeof(int)) r[0] = -1;
}
// pairs of ints with a hole between them: the sum of the first, the product of the second
static void both(void* in, void* inout, int* n, MPI_Datatype* type) {
  (void)type;
  int *l = in, *r = inout;
  for (int i = 0; i < *n; ++i) {
    r[3 * i] += l[3 * i];
    r[3 * i + 2] *= l[3 * i + 2];
  }
}

static void show(const char* what, const matrix* m, int n) {
  say("%d: %s", rank, what);
  for (int i = 0; i < n; ++i) say(" [%ld %ld %ld %ld]", m[i].a[0], m[i].a[1], m[i].a[2], m[i].a[3]);
  say("\n");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Op product, most, mixed;
  MPI_Op_create(multiply, 0, &product);
  MPI_Op_create(larger, 1, &most);
  MPI_Op_create(both, 1, &mixed);
  MPI_Datatype square, hole;
  MPI_Type_contiguous(4, MPI_LONG, &square);
  MPI_Type_commit(&square);

  matrix in[10], out[10];
  for (int i = 0; i < 10; ++i) in[i] = (matrix){{rank + 1, i + 2, rank * i, 3}};
  for (int root = 0; root < size; root += 2) {
    memset(out, 0, sizeof out);
    MPI_Reduce(in, out, 2, square, product, root, MPI_COMM_WORLD);
    if (rank == root) show("reduce", out, 2);
  }
  MPI_Allreduce(in, out, 3, square, product, MPI_COMM_WORLD);
  show("allreduce", out, 3);
  MPI_Scan(in, out, 2, square, product, MPI_COMM_WORLD);
  show("scan", out, 2);
  MPI_Exscan(in, out, 2, square, product, MPI_COMM_WORLD);
  if (rank > 0) show("exscan", out, 2);
  int counts[5] = {1, 0, 3, 2, 1};
  MPI_Reduce_scatter(in, out, counts, square, product, MPI_COMM_WORLD);
  show("reduce_scatter", out, counts[rank]);
  MPI_Reduce_scatter_block(in, out, 2, square, product, MPI_COMM_WORLD);
  show("block", out, 2);
  memcpy(out, in, sizeof out);
  MPI_Allreduce(MPI_IN_PLACE, out, 2, square, product, MPI_COMM_WORLD);
  show("in place", out, 2);

  int v[3] = {rank * rank, -rank, 4}, w[3];
  MPI_Allreduce(v, w, 3, MPI_INT, most, MPI_COMM_WORLD);
  say("%d: most %d %d %d\n", rank, w[0], w[1], w[2]);
  MPI_Type_vector(2, 1, 2, MPI_INT, &hole);
  MPI_Type_commit(&hole);
  int pairs[6] = {rank, 77, rank + 1, 1, 78, 2}, got[6] = {0, 5, 0, 0, 6, 0};
  MPI_Allreduce(pairs, got, 2, hole, mixed, MPI_COMM_WORLD);
  say("%d: mixed %d %d %d %d %d %d\n", rank, got[0], got[1], got[2], got[3], got[4], got[5]);

  int commutes;
  MPI_Op_commutative(product, &commutes);
  say("%d: %d", rank, commutes);
  MPI_Op_commutative(most, &commutes);
  say(" %d", commutes);
  MPI_Op_commutative(MPI_SUM, &commutes);
  say(" %d\n", commutes);
  MPI_Reduce_local(in, out, 1, square, product);
  show("local", out, 1);
  MPI_Op_free(&product);
  MPI_Op_free(&most);
  MPI_Op_free(&mixed);
  say("%d: null %d\n", rank, product == MPI_OP_NULL);
  MPI_Type_free(&square);
  MPI_Type_free(&hole);
  return end();
}
