// RANKS 6, on torus:2x3
// SPDX-License-Identifier: Apache-2.0
// Cartesian topologies: coordinates, neighbours, lines, what is left over; sides that MPI chooses.
#include "say.h"

static int rank, size;

static void tell(const char* what, MPI_Comm comm, int dimensions) {
  if (comm == MPI_COMM_NULL) {
    say("%d: %s null\n", rank, what);
    return;
  }
  int r, n, d, sides[4], wraps[4], place[4], again, status;
  MPI_Comm_rank(comm, &r);
  MPI_Comm_size(comm, &n);
  MPI_Topo_test(comm, &status);
  MPI_Cartdim_get(comm, &d);
  MPI_Cart_get(comm, dimensions, sides, wraps, place);
  MPI_Cart_rank(comm, place, &again);
  say("%d: %s cart %d rank %d of %d, %d dimensions, again %d:", rank, what, status == MPI_CART, r, n, d, again);
  for (int i = 0; i < d; ++i) say(" %d/%d%s", place[i], sides[i], wraps[i] ? "w" : "");
  for (int i = 0; i < d; ++i)
    for (int by = -2; by <= 2; ++by) {
      int from, to;
      MPI_Cart_shift(comm, i, by, &from, &to);
      say(" %d>%d", from == MPI_PROC_NULL ? -1 : from, to == MPI_PROC_NULL ? -1 : to);
    }
  say("\n");
}

static void sides_of(int n, int d, int a, int b, int c) {
  int sides[3] = {a, b, c};
  MPI_Dims_create(n, d, sides);
  if (rank == 0) {
    say("%d in %d:", n, d);
    for (int i = 0; i < d; ++i) say(" %d", sides[i]);
    say("\n");
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm grid, line, part;
  int sides[3] = {2, 3, 1}, wraps[3] = {1, 0, 1}, keeps[3] = {0, 1, 0}, status;
  MPI_Topo_test(MPI_COMM_WORLD, &status);
  say("%d: none %d\n", rank, status == MPI_UNDEFINED);
  MPI_Cart_create(MPI_COMM_WORLD, 2, sides, wraps, 0, &grid);
  tell("2x3", grid, 2);
  for (int r = 0; r < size; ++r) {
    int place[2];
    MPI_Cart_coords(grid, r, 2, place);
    say("%d: %d at %d %d\n", rank, r, place[0], place[1]);
  }
  int outside[2] = {-1, 2}, where;
  MPI_Cart_rank(grid, outside, &where);
  say("%d: wrapped %d\n", rank, where);
  for (int d = 0; d < 2; ++d) {
    int keep[2] = {d == 0, d == 1}, sum, all[6], n;
    MPI_Cart_sub(grid, keep, &line);
    tell("line", line, 1);
    MPI_Comm_size(line, &n);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, line);
    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, line);
    say("%d: sum %d:", rank, sum);
    for (int i = 0; i < n; ++i) say(" %d", all[i]);
    say("\n");
    MPI_Comm_free(&line);
  }
  MPI_Comm_dup(grid, &part);
  tell("dup", part, 2);
  MPI_Comm_free(&part);
  MPI_Comm_free(&grid);
  MPI_Cart_create(MPI_COMM_WORLD, 3, sides, wraps, 0, &grid);
  tell("2x3x1", grid, 3);
  MPI_Cart_sub(grid, keeps, &line);
  tell("middle", line, 1);
  MPI_Comm_free(&line);
  MPI_Comm_free(&grid);
  int few[2] = {2, 2};
  MPI_Cart_create(MPI_COMM_WORLD, 2, few, wraps, 0, &grid);
  tell("2x2", grid, 2);
  if (grid != MPI_COMM_NULL) MPI_Comm_free(&grid);

  // renumbered: whoever is where, neighbours agree
  int turned[2] = {3, 2}, both[2] = {1, 1};
  MPI_Cart_create(MPI_COMM_WORLD, 2, turned, both, 1, &grid);
  int r, from, to, got = -1, good = 0;
  MPI_Comm_rank(grid, &r);
  for (int d = 0; d < 2; ++d) {
    MPI_Cart_shift(grid, d, 1, &from, &to);
    MPI_Sendrecv(&r, 1, MPI_INT, to, 0, &got, 1, MPI_INT, from, 0, grid, MPI_STATUS_IGNORE);
    good += got == from;
  }
  say("%d: neighbours %d\n", rank, good);
  MPI_Comm_free(&grid);

  sides_of(6, 2, 0, 0, 0);
  sides_of(7, 2, 0, 0, 0);
  sides_of(12, 2, 0, 0, 0);
  sides_of(16, 2, 0, 0, 0);
  sides_of(24, 3, 0, 0, 0);
  sides_of(60, 3, 0, 0, 0);
  sides_of(64, 3, 0, 0, 0);
  sides_of(12, 2, 0, 2, 0);
  sides_of(12, 3, 0, 3, 0);
  sides_of(6, 2, 2, 3, 0);
  sides_of(1, 3, 0, 0, 0);
  sides_of(36, 2, 0, 0, 0);
  sides_of(100, 2, 0, 0, 0);
  return end();
}
