// RANKS 3
// SPDX-License-Identifier: Apache-2.0
// Buffered sends, which wait for nobody, and parts of arrays.
#include "say.h"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int next = (rank + 1) % size, before = (rank + size - 1) % size;
  static int out[30000], in[30000];
  static char buffer[400000];
  for (int i = 0; i < 30000; ++i) out[i] = rank * 100000 + i;

  // All send a long message before anybody receives.
  MPI_Buffer_attach(buffer, sizeof buffer);
  MPI_Bsend(out, 30000, MPI_INT, next, 1, MPI_COMM_WORLD);
  out[29999] = -1;  // the message has been copied
  MPI_Request r[2];
  MPI_Ibsend(out, 5, MPI_INT, next, 2, MPI_COMM_WORLD, &r[0]);
  MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  MPI_Bsend_init(out, 3, MPI_INT, next, 3, MPI_COMM_WORLD, &r[1]);
  for (int i = 0; i < 2; ++i) {
    MPI_Start(&r[1]);
    MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    out[0] += 7;
  }
  MPI_Request_free(&r[1]);
  MPI_Recv(in, 30000, MPI_INT, before, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  say("%d: long %d %d\n", rank, in[0], in[29999]);
  MPI_Recv(in, 5, MPI_INT, before, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  say("%d: short %d %d\n", rank, in[0], in[4]);
  for (int i = 0; i < 2; ++i) {
    MPI_Recv(in, 3, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say("%d: started %d %d\n", rank, in[0], in[2]);
  }
  void* place = NULL;
  int bytes = 0;
  MPI_Buffer_detach(&place, &bytes);
  say("%d: detached %d, %d bytes\n", rank, place == buffer, bytes);

  // A block of 2 by 3 elements of an array of 4 by 5, in both orders.
  const int sizes[2] = {4, 5}, lengths[2] = {2, 3}, starts[2] = {1, 2};
  const int orders[2] = {MPI_ORDER_C, MPI_ORDER_FORTRAN};
  for (int o = 0; o < 2; ++o) {
    MPI_Datatype block;
    MPI_Type_create_subarray(2, sizes, lengths, starts, orders[o], MPI_INT, &block);
    MPI_Type_commit(&block);
    MPI_Aint lower, extent;
    int count, numbers, places, types, combiner, n[16];
    MPI_Datatype of[2];
    MPI_Type_size(block, &count);
    MPI_Type_get_extent(block, &lower, &extent);
    MPI_Type_get_envelope(block, &numbers, &places, &types, &combiner);
    MPI_Type_get_contents(block, 16, 0, 2, n, NULL, of);
    say("%d: size %d lower %ld extent %ld, %d %d %d %d:", rank, count, (long)lower, (long)extent,
        combiner == MPI_COMBINER_SUBARRAY, numbers, places, types);
    for (int i = 0; i + 1 < numbers; ++i) say(" %d", n[i]);
    say(" %d\n", n[numbers - 1] == orders[o]);
    for (int i = 0; i < 40; ++i) out[i] = i;
    int packed[12];
    MPI_Sendrecv(out, 2, block, next, 4, packed, 12, MPI_INT, before, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    say("%d: block", rank);
    for (int i = 0; i < 12; ++i) say(" %d", packed[i]);
    say("\n");
    MPI_Type_free(&block);
  }
  return end();
}
