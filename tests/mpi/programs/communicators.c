// RANKS 6, on torus:2x3
// SPDX-License-Identifier: Apache-2.0
// Communicators: duplicates, splits, groups of members, comparison, names, attributes, what they are when freed.
#include "say.h"

static int rank, size, copies, deletions;

static int copy(MPI_Comm comm, int key, void* extra, void* in, void* out, int* flag) {
  (void)comm;
  (void)key;
  ++copies;
  *(void**)out = (char*)in + *(int*)extra;
  *flag = 1;
  return MPI_SUCCESS;
}
static int delete_it(MPI_Comm comm, int key, void* value, void* extra) {
  (void)comm;
  (void)key;
  (void)value;
  (void)extra;
  ++deletions;
  return MPI_SUCCESS;
}

static const char* word(int result) {
  return result == MPI_IDENT ? "ident" : result == MPI_CONGRUENT ? "congruent" : result == MPI_SIMILAR ? "similar" : "unequal";
}

static void use(const char* what, MPI_Comm comm) {
  if (comm == MPI_COMM_NULL) {
    say("%d: %s null\n", rank, what);
    return;
  }
  int r, n, sum, first = rank, all[6];
  MPI_Comm_rank(comm, &r);
  MPI_Comm_size(comm, &n);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
  MPI_Bcast(&first, 1, MPI_INT, 0, comm);
  MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, comm);
  int token = -1;
  MPI_Sendrecv(&rank, 1, MPI_INT, (r + 1) % n, 0, &token, 1, MPI_INT, (r + n - 1) % n, 0, comm, MPI_STATUS_IGNORE);
  say("%d: %s rank %d of %d, sum %d, first %d, left %d, all", rank, what, r, n, sum, first, token);
  for (int i = 0; i < n; ++i) say(" %d", all[i]);
  say("\n");
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm d, s, t, c;
  int result;

  use("world", MPI_COMM_WORLD);
  use("self", MPI_COMM_SELF);
  MPI_Comm_dup(MPI_COMM_WORLD, &d);
  use("dup", d);
  MPI_Comm_compare(MPI_COMM_WORLD, d, &result);
  say("%d: %s", rank, word(result));
  MPI_Comm_compare(d, d, &result);
  say(" %s", word(result));
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &s);
  MPI_Comm_compare(s, d, &result);
  say(" %s", word(result));
  MPI_Comm_compare(s, MPI_COMM_SELF, &result);
  say(" %s\n", word(result));
  use("backward", s);
  MPI_Comm_split(s, rank % 2, 0, &t);
  use("of a split", t);
  MPI_Comm_free(&t);
  say("%d: freed %d\n", rank, t == MPI_COMM_NULL);
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? MPI_UNDEFINED : rank / 4, 10 - rank % 3, &t);
  use("some", t);
  if (t != MPI_COMM_NULL) MPI_Comm_free(&t);

  // messages of one communicator are not those of another
  int left = (rank + size - 1) % size, right = (rank + 1) % size, a = rank, b = 100 + rank, x = -1, y = -1;
  MPI_Send(&a, 1, MPI_INT, right, 5, MPI_COMM_WORLD);
  MPI_Send(&b, 1, MPI_INT, right, 5, d);
  MPI_Recv(&y, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, d, MPI_STATUS_IGNORE);
  MPI_Recv(&x, 1, MPI_INT, left, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  say("%d: %d %d\n", rank, x, y);

  // groups of members
  MPI_Group all, odd, even;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  int odds[3] = {5, 1, 3}, evens[3] = {0, 2, 4};
  MPI_Group_incl(all, 3, odds, &odd);
  MPI_Group_incl(all, 3, evens, &even);
  MPI_Comm_create(MPI_COMM_WORLD, odd, &c);
  use("create", c);
  if (c != MPI_COMM_NULL) MPI_Comm_free(&c);
  MPI_Comm_create(MPI_COMM_WORLD, rank % 2 ? odd : even, &c);
  use("create both", c);
  MPI_Comm_free(&c);
  MPI_Comm_create_group(MPI_COMM_WORLD, rank % 2 ? odd : even, 3, &c);
  use("create_group", c);
  MPI_Comm_free(&c);
  MPI_Comm_create(MPI_COMM_WORLD, MPI_GROUP_EMPTY, &c);
  use("empty", c);
  MPI_Group_free(&all);
  MPI_Group_free(&odd);
  MPI_Group_free(&even);

  // handles of Fortran
  say("%d: %d %d\n", rank, MPI_Comm_f2c(MPI_Comm_c2f(d)) == d, MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD);

  // names
  char name[MPI_MAX_OBJECT_NAME];
  int length;
  MPI_Comm_get_name(MPI_COMM_WORLD, name, &length);
  say("%d: %s %d", rank, name, length);
  MPI_Comm_get_name(MPI_COMM_SELF, name, &length);
  say(" %s", name);
  MPI_Comm_set_name(d, "mine");
  MPI_Comm_get_name(d, name, &length);
  say(" %s %d\n", name, length);

  // attributes
  int* upper;
  int flag, key, other, step = 1;
  void* value;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &upper, &flag);
  say("%d: tag limit %d %d\n", rank, flag, *upper >= 32767);
  MPI_Attr_get(d, MPI_TAG_UB, &upper, &flag);
  say("%d: tag limit %d %d\n", rank, flag, *upper >= 32767);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &upper, &flag);
  say("%d: global %d\n", rank, flag);
  MPI_Comm_create_keyval(copy, delete_it, &key, &step);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &other, NULL);
  MPI_Comm_get_attr(d, key, &value, &flag);
  say("%d: none %d\n", rank, flag);
  MPI_Comm_set_attr(d, key, name);
  MPI_Comm_set_attr(d, other, name);
  MPI_Comm_get_attr(d, key, &value, &flag);
  say("%d: there %d %d\n", rank, flag, value == name);
  MPI_Comm_dup(d, &t);
  MPI_Comm_get_attr(t, key, &value, &flag);
  say("%d: copied %d %d %d", rank, flag, value == name + 1, copies);
  MPI_Comm_get_attr(t, other, &value, &flag);
  say(" %d\n", flag);
  MPI_Comm_delete_attr(d, key);
  MPI_Comm_get_attr(d, key, &value, &flag);
  say("%d: deleted %d %d\n", rank, flag, deletions);
  MPI_Comm_free(&t);
  say("%d: deleted %d\n", rank, deletions);
  MPI_Comm_free_keyval(&key);
  say("%d: invalid %d\n", rank, key == MPI_KEYVAL_INVALID);
  MPI_Comm_test_inter(d, &flag);
  say("%d: inter %d\n", rank, flag);
  MPI_Comm_free(&s);
  MPI_Comm_free(&d);

  // many, one after the other
  for (int i = 0; i < 30; ++i) {
    MPI_Comm_dup(MPI_COMM_WORLD, &d);
    MPI_Allreduce(&i, &x, 1, MPI_INT, MPI_MAX, d);
    MPI_Comm_free(&d);
  }
  say("%d: many %d\n", rank, x);
  return end();
}
