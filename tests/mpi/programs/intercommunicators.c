// RANKS 7
// SPDX-License-Identifier: Apache-2.0
// Intercommunicators: two groups that send to each other, merged, duplicated, of groups within groups.
#include "say.h"

static int rank;

static void tell_group(const char* what, MPI_Group group) {
  MPI_Group world;
  int size, ranks[16], in_world[16];
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_size(group, &size);
  for (int i = 0; i < size; ++i) ranks[i] = i;
  MPI_Group_translate_ranks(group, size, ranks, world, in_world);
  say("%d: %s", rank, what);
  for (int i = 0; i < size; ++i) say(" %d", in_world[i]);
  say("\n");
}

static void tell_merged(const char* what, MPI_Comm between, int high) {
  MPI_Comm one;
  MPI_Group group;
  int own, sum = 0;
  MPI_Intercomm_merge(between, high, &one);
  MPI_Comm_rank(one, &own);
  MPI_Comm_group(one, &group);
  tell_group(what, group);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, one);
  say("%d: %s rank %d sum %d\n", rank, what, own, sum);
  MPI_Comm_free(&one);
}

// Each rank sends to the partner that is its rank modulo the other group's size, and gets from anybody.
static void talk(const char* what, MPI_Comm between) {
  int own, size, others, flag;
  MPI_Comm_test_inter(between, &flag);
  MPI_Comm_rank(between, &own);
  MPI_Comm_size(between, &size);
  MPI_Comm_remote_size(between, &others);
  say("%d: %s inter %d, %d of %d, others %d\n", rank, what, flag, own, size, others);
  // both at once, with the partner of the same rank
  if (own < others) {
    MPI_Status status;
    int out = 100 + rank, got = -1;
    MPI_Sendrecv(&out, 1, MPI_INT, own, 3, &got, 1, MPI_INT, own, 3, between, &status);
    say("%d: %s exchanged with %d: %d\n", rank, what, status.MPI_SOURCE, got);
  }
  int to = own % others, expected = 0, v[3] = {rank, own, 5}, in[3];
  for (int r = 0; r < others; ++r) expected += r % size == own;
  MPI_Request sent;
  MPI_Isend(v, 3, MPI_INT, to, 10 + own, between, &sent);
  int from[16], values[16];
  for (int i = 0; i < 16; ++i) from[i] = -1;
  for (int i = 0; i < expected; ++i) {
    MPI_Status status, probed;
    MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, between, &probed);
    MPI_Recv(in, 3, MPI_INT, probed.MPI_SOURCE, MPI_ANY_TAG, between, &status);
    from[status.MPI_SOURCE] = status.MPI_TAG;
    values[status.MPI_SOURCE] = in[0];
  }
  MPI_Wait(&sent, MPI_STATUS_IGNORE);
  for (int r = 0; r < 16; ++r)
    if (from[r] >= 0) say("%d: %s from %d: tag %d, rank %d\n", rank, what, r, from[r], values[r]);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);

  // 0, 2, 4, 6 and 1, 3, 5; the leaders are not the first ones.
  const int is_odd = rank % 2;
  MPI_Comm local, between, twin;
  MPI_Comm_split(MPI_COMM_WORLD, is_odd, rank, &local);
  MPI_Intercomm_create(local, 1, MPI_COMM_WORLD, is_odd ? 2 : 3, 17, &between);
  talk("parity", between);
  MPI_Group own, others;
  MPI_Comm_group(between, &own);
  MPI_Comm_remote_group(between, &others);
  tell_group("own", own);
  tell_group("others", others);
  tell_merged("odd behind", between, is_odd);
  tell_merged("odd in front", between, !is_odd);
  MPI_Comm_dup(between, &twin);
  int same;
  MPI_Comm_compare(between, twin, &same);
  say("%d: duplicate %s\n", rank, same == MPI_CONGRUENT ? "congruent" : "other");
  MPI_Comm_compare(between, between, &same);
  say("%d: itself %s\n", rank, same == MPI_IDENT ? "identical" : "other");
  MPI_Comm_compare(between, local, &same);
  say("%d: local %s\n", rank, same == MPI_UNEQUAL ? "unequal" : "other");
  MPI_Comm_free(&between);
  talk("twin", twin);
  MPI_Comm_set_errhandler(twin, MPI_ERRORS_RETURN);
  int v = 0, size;
  MPI_Comm_remote_size(twin, &size);
  int error = MPI_Send(&v, 1, MPI_INT, size, 0, twin);
  say("%d: send beyond the others: %s\n", rank, error_word(error));
  MPI_Comm none;
  error = MPI_Comm_create_group(twin, own, 0, &none);
  say("%d: group of it: %s\n", rank, error_word(error));

  // By colour: 0 and 1 are on both sides, 2 on one; keys turn the order around.
  MPI_Comm split;
  MPI_Comm_split(twin, rank == 6 ? 1 : rank / 3 % 2, -rank, &split);
  say("%d: split %s\n", rank, split == MPI_COMM_NULL ? "to nothing" : "to two groups");
  if (split != MPI_COMM_NULL) {
    talk("colour", split);
    tell_merged("split, odd behind", split, is_odd);
    MPI_Comm_free(&split);
  }
  MPI_Comm_split(twin, 5, 0, &split);
  say("%d: one colour %s\n", rank, split == MPI_COMM_NULL ? "nothing" : "two groups");
  if (split != MPI_COMM_NULL) {
    talk("one colour", split);
    MPI_Comm_free(&split);
  }

  // Of some ranks of both groups, in another order; of one side alone.
  MPI_Group some;
  int chosen[2] = {2, 0};
  MPI_Group_incl(own, 2, chosen, &some);
  MPI_Comm_create(twin, some, &split);
  say("%d: created %s\n", rank, split == MPI_COMM_NULL ? "nothing" : "two groups");
  if (split != MPI_COMM_NULL) {
    talk("some", split);
    tell_merged("some, odd behind", split, is_odd);
    MPI_Comm_free(&split);
  }
  MPI_Comm_create(twin, is_odd ? MPI_GROUP_EMPTY : some, &split);
  say("%d: of one side %s\n", rank, split == MPI_COMM_NULL ? "nothing" : "two groups");
  MPI_Group_free(&some);
  MPI_Comm_free(&twin);

  // Groups of one rank and of two, of a communicator whose ranks go backwards; 6 does not take part.
  MPI_Comm backwards, part;
  MPI_Comm_split(MPI_COMM_WORLD, rank < 6 ? 0 : MPI_UNDEFINED, -rank, &backwards);
  if (backwards != MPI_COMM_NULL) {
    int place;
    MPI_Comm_rank(backwards, &place);
    const int kind = place < 2 ? 0 : place == 2 ? 1 : 2;
    MPI_Comm_split(backwards, kind, place, &part);
    if (kind < 2) {
      MPI_Intercomm_create(part, 0, backwards, kind == 0 ? 2 : 0, 0, &between);
      talk("two and one", between);
      tell_merged("one in front", between, kind == 0);
      MPI_Comm_free(&between);
    }
    MPI_Comm_free(&part);
    MPI_Comm_free(&backwards);
  }
  return end();
}
