// RANKS 6
// SPDX-License-Identifier: Apache-2.0
// Communicators made by their members alone, while other ranks do something else; a Cartesian one's duplicate.
#include "say.h"

static int rank;

static void tell(const char* what, MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) {
    say("%d: %s: none\n", rank, what);
    return;
  }
  int own, size, sum = 0, first = rank;
  MPI_Comm_rank(comm, &own);
  MPI_Comm_size(comm, &size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Bcast(&first, 1, MPI_INT, 0, comm);
  say("%d: %s: %d of %d, sum %d, first %d\n", rank, what, own, size, sum, first);
}

// The odd ranks pass a message on meanwhile.
static void pass_on(void) {
  int v = rank;
  if (rank == 1) MPI_Send(&v, 1, MPI_INT, 3, 5, MPI_COMM_WORLD);
  if (rank == 3) {
    MPI_Recv(&v, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&v, 1, MPI_INT, 5, 5, MPI_COMM_WORLD);
  }
  if (rank == 5) MPI_Recv(&v, 1, MPI_INT, 3, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  say("%d: passed on %d\n", rank, v);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Group world, evens, last, backwards;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  const int even[3] = {4, 0, 2}, three[3] = {3, 4, 5}, all[6] = {5, 4, 3, 2, 1, 0};
  MPI_Group_incl(world, 3, even, &evens);
  MPI_Group_incl(world, 3, three, &last);
  MPI_Group_incl(world, 6, all, &backwards);
  MPI_Comm a = MPI_COMM_NULL, b = MPI_COMM_NULL, c = MPI_COMM_NULL, d = MPI_COMM_NULL;

  if (rank % 2 == 0) {
    MPI_Comm_create_group(MPI_COMM_WORLD, evens, 1, &a);
    tell("evens", a);
    MPI_Comm_create_group(MPI_COMM_WORLD, evens, 1, &b);  // the same once more: messages of its own
    int v = 10 * rank, w = rank, other = 4 - rank;
    if (rank != 2) {
      MPI_Request r[2];
      MPI_Isend(&v, 1, MPI_INT, rank == 4 ? 1 : 0, 7, a, &r[0]);
      MPI_Isend(&w, 1, MPI_INT, rank == 4 ? 1 : 0, 7, b, &r[1]);
      MPI_Recv(&w, 1, MPI_INT, rank == 4 ? 1 : 0, 7, b, MPI_STATUS_IGNORE);
      MPI_Recv(&v, 1, MPI_INT, rank == 4 ? 1 : 0, 7, a, MPI_STATUS_IGNORE);
      MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
      say("%d: from %d: %d %d\n", rank, other, v, w);
    }
  } else {
    pass_on();
  }
  if (rank >= 3) {  // overlaps with the first one
    MPI_Comm_create_group(MPI_COMM_WORLD, last, 2, &c);
    tell("last", c);
  }
  MPI_Comm_create_group(MPI_COMM_WORLD, backwards, 3, &d);
  tell("backwards", d);
  // of another communicator than MPI_COMM_WORLD, by some of its members
  if (c != MPI_COMM_NULL && rank != 4) {
    MPI_Group of_c, ends;
    const int two[2] = {0, 2};
    MPI_Comm e;
    MPI_Comm_group(c, &of_c);
    MPI_Group_incl(of_c, 2, two, &ends);
    MPI_Comm_create_group(c, ends, 0, &e);
    tell("ends", e);
    MPI_Comm split;
    MPI_Comm_split(e, rank, 0, &split);  // what is made of it
    tell("split", split);
    MPI_Comm_free(&split);
    MPI_Comm_free(&e);
  }
  MPI_Comm none;
  MPI_Comm_create_group(MPI_COMM_SELF, MPI_GROUP_EMPTY, 0, &none);
  tell("empty", none);

  // Duplicates: of a grid with its grid, of a duplicate, each with messages of its own.
  const int sides[2] = {2, 3}, wraps[2] = {0, 1};
  MPI_Comm grid, twin, again;
  MPI_Cart_create(MPI_COMM_WORLD, 2, sides, wraps, 0, &grid);
  MPI_Comm_dup(grid, &twin);
  MPI_Comm_free(&grid);
  MPI_Comm_dup(twin, &again);
  int got_sides[2], got_wraps[2], place[2], up, down;
  MPI_Cart_get(again, 2, got_sides, got_wraps, place);
  MPI_Cart_shift(again, 1, 1, &down, &up);
  say("%d: grid %dx%d, %d %d, at (%d, %d), between %d and %d\n", rank, got_sides[0], got_sides[1], got_wraps[0],
      got_wraps[1], place[0], place[1], down, up);
  int first = rank, second = 10 * rank, from_first = -1, from_second = -1;
  MPI_Request r[2];
  MPI_Isend(&first, 1, MPI_INT, up, 1, twin, &r[0]);
  MPI_Isend(&second, 1, MPI_INT, up, 1, again, &r[1]);
  MPI_Recv(&from_second, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, again, MPI_STATUS_IGNORE);
  MPI_Recv(&from_first, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, twin, MPI_STATUS_IGNORE);
  MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
  say("%d: from the duplicates %d %d\n", rank, from_first, from_second);
  MPI_Comm line;
  const int keep[2] = {0, 1};
  MPI_Cart_sub(again, keep, &line);
  tell("line", line);
  return end();
}
