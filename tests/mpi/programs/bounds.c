// RANKS 2
// SPDX-License-Identifier: Apache-2.0
// Bounds of MPI-1, MPI_LB and MPI_UB, in structures and in types made of them; attributes of
// MPI_COMM_SELF, which end with the program, the last one first.
#include "say.h"

static int rank;

static void tell(const char* what, MPI_Datatype type) {
  MPI_Aint lower, extent, upper;
  int size;
  MPI_Type_size(type, &size);
  MPI_Type_get_extent(type, &lower, &extent);
  MPI_Type_ub(type, &upper);
  if (rank == 0) say("%s: size %d, from %ld, extent %ld, to %ld\n", what, size, (long)lower, (long)extent, (long)upper);
}

static int ends(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm, (void)key, (void)extra;
  if (rank == 0) {
    printf("attribute %s ends\n", (const char*)value);
    fflush(stdout);
  }
  return MPI_SUCCESS;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  int lengths[3] = {1, 2, 1};
  MPI_Aint places[3] = {-4, 8, 40};
  MPI_Datatype types[3] = {MPI_LB, MPI_INT, MPI_UB}, wide, row;
  MPI_Type_struct(3, lengths, places, types, &wide);
  tell("between bounds", wide);
  MPI_Type_contiguous(3, wide, &row);
  tell("three of them", row);
  types[0] = MPI_INT, types[1] = MPI_UB;
  places[0] = 4, places[1] = 32, lengths[1] = 1;
  MPI_Type_free(&row);
  MPI_Type_struct(2, lengths, places, types, &row);
  tell("upper bound alone", row);

  MPI_Type_commit(&row);
  int out[16], in[16];
  for (int i = 0; i < 16; ++i) out[i] = 100 * rank + i, in[i] = -1;
  MPI_Sendrecv(out, 2, row, 1 - rank, 0, in, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  say("%d: %d %d %d\n", rank, in[0], in[1], in[2]);
  MPI_Type_free(&row);
  MPI_Type_free(&wide);

  int keys[4];
  static char names[4][2] = {"a", "b", "c", "d"};
  for (int i = 3; i >= 0; --i) MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, ends, &keys[i], 0);
  for (int i = 0; i < 4; ++i) MPI_Comm_set_attr(MPI_COMM_SELF, keys[i], names[i]);
  MPI_Comm_delete_attr(MPI_COMM_SELF, keys[1]);
  MPI_Comm_set_attr(MPI_COMM_SELF, keys[1], names[1]);
  return end();
}
