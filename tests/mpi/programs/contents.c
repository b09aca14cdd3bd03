// RANKS 2
// SPDX-License-Identifier: Apache-2.0
// What types were made of, and basic elements of what was received, also where the last element is in part.
#include "say.h"

#define MOST 16

static const char* combiner_word(int combiner) {
  if (combiner == MPI_COMBINER_NAMED) return "named";
  if (combiner == MPI_COMBINER_DUP) return "dup";
  if (combiner == MPI_COMBINER_CONTIGUOUS) return "contiguous";
  if (combiner == MPI_COMBINER_VECTOR) return "vector";
  if (combiner == MPI_COMBINER_HVECTOR) return "hvector";
  if (combiner == MPI_COMBINER_INDEXED) return "indexed";
  if (combiner == MPI_COMBINER_HINDEXED) return "hindexed";
  if (combiner == MPI_COMBINER_INDEXED_BLOCK) return "indexed block";
  if (combiner == MPI_COMBINER_HINDEXED_BLOCK) return "hindexed block";
  if (combiner == MPI_COMBINER_STRUCT) return "struct";
  if (combiner == MPI_COMBINER_RESIZED) return "resized";
  if (combiner == MPI_COMBINER_SUBARRAY) return "subarray";
  return "other";
}

static void tell(const char* what, MPI_Datatype type, int depth) {
  int numbers, places, types, combiner, n[MOST];
  MPI_Aint a[MOST];
  MPI_Datatype d[MOST];
  MPI_Type_get_envelope(type, &numbers, &places, &types, &combiner);
  say("%*s%s: %s %d %d %d", 2 * depth, "", what, combiner_word(combiner), numbers, places, types);
  if (combiner == MPI_COMBINER_NAMED) {
    say(" %s\n", type == MPI_INT         ? "int"
                 : type == MPI_DOUBLE    ? "double"
                 : type == MPI_SHORT_INT ? "short and int"
                                         : "other");
    return;
  }
  MPI_Type_get_contents(type, MOST, MOST, MOST, n, a, d);
  for (int i = 0; i < numbers; ++i) say(" %d", n[i]);
  say(" |");
  for (int i = 0; i < places; ++i) say(" %ld", (long)a[i]);
  say("\n");
  for (int i = 0; i < types; ++i) {
    int inner, x, y, z;
    tell("of", d[i], depth + 1);
    MPI_Type_get_envelope(d[i], &x, &y, &z, &inner);
    if (inner != MPI_COMBINER_NAMED) MPI_Type_free(&d[i]);
  }
}

// Rank 0 sends ints or bytes, rank 1 counts them as elements of a type.
static void count(const char* what, MPI_Datatype type, MPI_Datatype sent, int number, int rank) {
  static char memory[4096], out[4096];
  MPI_Type_commit(&type);
  if (rank == 0) MPI_Send(out, number, sent, 1, 5, MPI_COMM_WORLD);
  if (rank != 1) return;
  MPI_Status status;
  int whole, basics;
  MPI_Count wide;
  MPI_Recv(memory, 8, type, 0, 5, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, type, &whole);
  MPI_Get_elements(&status, type, &basics);
  MPI_Get_elements_x(&status, type, &wide);
  if (whole == MPI_UNDEFINED) whole = -1;
  if (basics == MPI_UNDEFINED) basics = -1;
  say("%s, %d sent: %d, elements %d\n", what, number, whole, basics);
  if (basics >= 0 && wide != basics) say("other in MPI_Get_elements_x\n");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int lengths[3] = {1, 2, 3}, places[3] = {0, 4, 8};
  const MPI_Aint bytes[3] = {0, 16, 40};
  MPI_Datatype row, every, hevery, some, hsome, equal, hequal, pair, wide, twin, nested;
  MPI_Type_contiguous(3, MPI_INT, &row);
  MPI_Type_vector(2, 3, 4, MPI_DOUBLE, &every);
  MPI_Type_create_hvector(2, 1, 24, row, &hevery);
  MPI_Type_indexed(3, lengths, places, MPI_INT, &some);
  MPI_Type_create_hindexed(3, lengths, bytes, MPI_INT, &hsome);
  MPI_Type_create_indexed_block(3, 2, places, MPI_INT, &equal);
  MPI_Type_create_hindexed_block(2, 2, bytes, MPI_DOUBLE, &hequal);
  const MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_SHORT_INT};
  MPI_Type_create_struct(3, lengths, bytes, types, &pair);
  MPI_Type_create_resized(row, -4, 32, &wide);
  MPI_Type_dup(some, &twin);
  const MPI_Datatype inner[2] = {pair, row};
  const MPI_Aint where[2] = {0, 128};
  MPI_Type_create_struct(2, lengths, where, inner, &nested);
  if (rank == 0) {
    tell("int", MPI_INT, 0);
    tell("row", row, 0);
    tell("every", every, 0);
    tell("hevery", hevery, 0);
    tell("some", some, 0);
    tell("hsome", hsome, 0);
    tell("equal", equal, 0);
    tell("hequal", hequal, 0);
    tell("pair", pair, 0);
    tell("wide", wide, 0);
    tell("twin", twin, 0);
    tell("nested", nested, 0);
    MPI_Type_free(&row);  // what was made of it stays
    tell("wide still", wide, 0);
    MPI_Type_contiguous(3, MPI_INT, &row);
  }
  for (int n = 0; n < 8; ++n) count("row", row, MPI_INT, n, rank);
  for (int n = 0; n < 8; ++n) count("some", some, MPI_INT, n, rank);
  for (int n = 0; n < 7; ++n) count("wide", wide, MPI_INT, n, rank);
  for (int n = 0; n < 3; ++n) count("pairs", MPI_SHORT_INT, MPI_SHORT_INT, n, rank);
  MPI_Datatype mixed;
  const MPI_Datatype two[2] = {MPI_INT, MPI_DOUBLE};
  MPI_Type_create_struct(2, lengths, bytes, two, &mixed);  // 4 + 16 bytes
  for (int n = 4; n < 50; n += n % 20 == 0 ? 4 : 8) count("mixed", mixed, MPI_BYTE, n, rank);
  return end();
}
