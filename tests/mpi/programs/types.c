// RANKS 2
// SPDX-License-Identifier: Apache-2.0
// Derived types: sizes and extents, and where their data go, sent as one type and received as another.
#include "say.h"
#include <stddef.h>

static int rank;

static void measure(const char* what, MPI_Datatype type) {
  int size;
  MPI_Aint lower, extent, true_lower, true_extent;
  MPI_Type_size(type, &size);
  MPI_Type_get_extent(type, &lower, &extent);
  MPI_Type_get_true_extent(type, &true_lower, &true_extent);
  if (rank == 0)
    say("%s: size %d lower %ld extent %ld true %ld %ld\n", what, size, (long)lower, (long)extent, (long)true_lower,
        (long)true_extent);
}

// Sends `count` of a type out of counted ints, receives it as ints, and the other way round.
static void move(const char* what, MPI_Datatype type, int count) {
  enum { kInts = 64 };
  int memory[2 * kInts], got[kInts], size;
  MPI_Type_commit(&type);
  MPI_Type_size(type, &size);
  const int ints = size * count / (int)sizeof(int);
  measure(what, type);
  MPI_Status s;
  if (rank == 0) {
    for (int i = 0; i < 2 * kInts; ++i) memory[i] = i - kInts;
    MPI_Send(memory + kInts, count, type, 1, 0, MPI_COMM_WORLD);
    MPI_Send(memory + kInts, ints, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(memory + kInts, count, type, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(got, kInts, MPI_INT, 0, 0, MPI_COMM_WORLD, &s);
    int n;
    MPI_Get_count(&s, MPI_INT, &n);
    say("%s packed %d:", what, n);
    for (int i = 0; i < n; ++i) say(" %d", got[i]);
    for (int turn = 0; turn < 2; ++turn) {
      for (int i = 0; i < 2 * kInts; ++i) memory[i] = -1;
      MPI_Recv(memory + kInts, count, type, 0, 0, MPI_COMM_WORLD, &s);
      MPI_Get_count(&s, type, &n);
      say("\n%s %d into:", what, n);
      for (int i = 0; i < 2 * kInts; ++i)
        if (memory[i] != -1 || i == kInts - 1) say(" %d=%d", i - kInts, memory[i]);
    }
    say("\n");
  }
  MPI_Type_free(&type);
  if (type != MPI_DATATYPE_NULL) say("not null\n");
}

struct particle {
  char kind;
  double place[3];
  int number;
  short spin;
};

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Datatype t, u, v;

  MPI_Type_contiguous(5, MPI_INT, &t);
  move("contiguous", t, 2);
  MPI_Type_vector(3, 2, 4, MPI_INT, &t);
  move("vector", t, 2);
  MPI_Type_vector(3, 1, -2, MPI_INT, &t);
  move("backward vector", t, 1);
  MPI_Type_vector(4, 3, 3, MPI_INT, &t);
  move("dense vector", t, 1);
  MPI_Type_create_hvector(2, 3, 20, MPI_INT, &t);
  move("hvector", t, 2);
  int lengths[4] = {2, 0, 3, 1}, places[4] = {5, 9, 0, -3};
  MPI_Type_indexed(4, lengths, places, MPI_INT, &t);
  move("indexed", t, 2);
  MPI_Aint bytes[4] = {12, 44, 24, 0};
  MPI_Type_create_hindexed(4, lengths, bytes, MPI_INT, &t);
  move("hindexed", t, 1);
  MPI_Type_create_indexed_block(4, 2, places, MPI_INT, &t);
  move("indexed block", t, 1);

  // of derived types
  MPI_Type_vector(2, 1, 3, MPI_INT, &u);
  MPI_Type_contiguous(3, u, &t);
  move("contiguous of vector", t, 1);
  MPI_Type_vector(2, 2, 3, u, &t);
  move("vector of vector", t, 1);
  MPI_Type_create_resized(u, 0, 4, &v);
  move("resized vector", v, 3);
  MPI_Type_create_resized(u, -8, 24, &v);
  MPI_Type_contiguous(2, v, &t);
  move("contiguous of resized", t, 2);
  MPI_Datatype parts[3] = {MPI_INT, MPI_INT, u};
  int three[3] = {1, 1, 2};
  MPI_Aint at[3] = {0, 16, 64};
  MPI_Type_create_struct(3, three, at, parts, &t);
  move("struct of derived", t, 1);
  MPI_Type_free(&u);
  MPI_Type_dup(v, &u);
  MPI_Type_free(&v);
  move("dup of a freed type", u, 2);

  // columns of a matrix, one after the other
  MPI_Type_vector(4, 1, 5, MPI_INT, &u);
  MPI_Type_create_resized(u, 0, sizeof(int), &t);
  MPI_Type_free(&u);
  move("columns", t, 5);

  // a struct of C
  int one[4] = {1, 3, 1, 1};
  MPI_Aint inside[4] = {offsetof(struct particle, kind), offsetof(struct particle, place),
                        offsetof(struct particle, number), offsetof(struct particle, spin)};
  MPI_Datatype kinds[4] = {MPI_CHAR, MPI_DOUBLE, MPI_INT, MPI_SHORT};
  MPI_Type_create_struct(4, one, inside, kinds, &t);
  measure("particle", t);
  MPI_Type_commit(&t);
  struct particle p[3];
  memset(p, 0, sizeof p);
  if (rank == 0) {
    for (int i = 0; i < 3; ++i) {
      p[i].kind = (char)('a' + i);
      p[i].number = i * i;
      p[i].spin = (short)-i;
      for (int d = 0; d < 3; ++d) p[i].place[d] = i + d / 4.0;
    }
    MPI_Send(p, 3, t, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Status s;
    MPI_Recv(p, 3, t, 0, 0, MPI_COMM_WORLD, &s);
    for (int i = 0; i < 3; ++i)
      say("%c %g %g %g %d %d\n", p[i].kind, p[i].place[0], p[i].place[1], p[i].place[2], p[i].number, p[i].spin);
  }
  MPI_Type_free(&t);

  // absolute addresses
  int first = 3 + rank, second = 40 + rank;
  double third = 0.5 + rank;
  MPI_Aint where[3];
  MPI_Get_address(&first, &where[0]);
  MPI_Get_address(&second, &where[1]);
  MPI_Get_address(&third, &where[2]);
  int ones[3] = {1, 1, 1};
  MPI_Datatype what[3] = {MPI_INT, MPI_INT, MPI_DOUBLE};
  MPI_Type_create_struct(3, ones, where, what, &t);
  MPI_Type_commit(&t);
  MPI_Bcast(MPI_BOTTOM, 1, t, 0, MPI_COMM_WORLD);
  say("%d: bottom %d %d %g\n", rank, first, second, third);
  MPI_Type_free(&t);

  // empty types
  MPI_Type_contiguous(0, MPI_DOUBLE, &t);
  measure("nothing", t);
  MPI_Type_free(&t);
  MPI_Type_vector(0, 3, 4, MPI_INT, &t);
  measure("no vector", t);
  MPI_Type_free(&t);
  // padding at the end of a struct
  int two[2] = {1, 1};
  MPI_Aint near[2] = {0, 8};
  MPI_Datatype mixed[2] = {MPI_DOUBLE, MPI_CHAR};
  MPI_Type_create_struct(2, two, near, mixed, &t);
  measure("padded", t);
  MPI_Type_free(&t);

  // part of a type received
  MPI_Type_vector(2, 2, 3, MPI_INT, &t);
  MPI_Type_commit(&t);
  if (rank == 0) {
    int six[6] = {1, 2, 3, 4, 5, 6};
    MPI_Send(six, 6, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    int into[20], n;
    for (int i = 0; i < 20; ++i) into[i] = 0;
    MPI_Status s;
    MPI_Recv(into, 4, t, 0, 0, MPI_COMM_WORLD, &s);
    MPI_Get_count(&s, t, &n);
    say("part: %d:", n == MPI_UNDEFINED ? -1 : n);
    for (int i = 0; i < 20; ++i) say(" %d", into[i]);
    say("\n");
  }
  MPI_Type_free(&t);

  // packed by hand
  char buffer[100];
  int position = 0, a = 17, n;
  double b[2] = {1.5, 2.5};
  if (rank == 0) {
    MPI_Pack(&a, 1, MPI_INT, buffer, 100, &position, MPI_COMM_WORLD);
    MPI_Pack(b, 2, MPI_DOUBLE, buffer, 100, &position, MPI_COMM_WORLD);
    MPI_Send(buffer, position, MPI_PACKED, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Status s;
    MPI_Recv(buffer, 100, MPI_PACKED, 0, 0, MPI_COMM_WORLD, &s);
    MPI_Get_count(&s, MPI_PACKED, &n);
    b[0] = b[1] = a = 0;
    MPI_Unpack(buffer, n, &position, &a, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack(buffer, n, &position, b, 2, MPI_DOUBLE, MPI_COMM_WORLD);
    say("packed %d %d %g %g\n", n, a, b[0], b[1]);
  }
  return end();
}
