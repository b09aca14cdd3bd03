// RANKS 6
// SPDX-License-Identifier: Apache-2.0
// Groups: who is in them, and sets of them.
#include "say.h"

static int rank, size;

static void tell(const char* what, MPI_Group g, MPI_Group all) {
  int n, r, mine[6], theirs[6];
  MPI_Group_size(g, &n);
  MPI_Group_rank(g, &r);
  for (int i = 0; i < n; ++i) mine[i] = i;
  MPI_Group_translate_ranks(g, n, mine, all, theirs);
  say("%d: %s size %d rank %d:", rank, what, n, r == MPI_UNDEFINED ? -1 : r);
  for (int i = 0; i < n; ++i) say(" %d", theirs[i]);
  say("\n");
}
static const char* word(int result) {
  return result == MPI_IDENT ? "ident" : result == MPI_SIMILAR ? "similar" : "unequal";
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Group all, a, b, c;
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  tell("all", all, all);
  int first[4] = {4, 0, 3, 1}, second[3] = {3, 5, 0};
  MPI_Group_incl(all, 4, first, &a);
  tell("incl", a, all);
  MPI_Group_excl(all, 3, second, &b);
  tell("excl", b, all);
  MPI_Group_union(a, b, &c);
  tell("union", c, all);
  MPI_Group_free(&c);
  MPI_Group_intersection(a, b, &c);
  tell("intersection", c, all);
  MPI_Group_free(&c);
  MPI_Group_difference(a, b, &c);
  tell("difference", c, all);
  MPI_Group_free(&c);
  int ranges[2][3] = {{0, 4, 2}, {5, 3, -2}};
  MPI_Group_range_incl(all, 2, ranges, &c);
  tell("range incl", c, all);
  int result;
  MPI_Group_compare(a, c, &result);
  say("%d: %s", rank, word(result));
  MPI_Group_compare(a, a, &result);
  say(" %s", word(result));
  MPI_Group_free(&c);
  int turned[4] = {0, 1, 3, 4};
  MPI_Group_incl(all, 4, turned, &c);
  MPI_Group_compare(a, c, &result);
  say(" %s\n", word(result));
  MPI_Group_free(&c);
  MPI_Group_range_excl(all, 1, ranges, &c);
  tell("range excl", c, all);
  int asked[3] = {0, 2, MPI_PROC_NULL}, got[3];
  MPI_Group_translate_ranks(a, 3, asked, b, got);
  for (int i = 0; i < 3; ++i) say("%d: %d\n", rank, got[i] == MPI_UNDEFINED ? -1 : got[i] == MPI_PROC_NULL ? -2 : got[i]);
  MPI_Group_incl(all, 0, first, &b);
  say("%d: empty %d\n", rank, b == MPI_GROUP_EMPTY);
  MPI_Group_free(&a);
  MPI_Group_free(&c);
  MPI_Group_free(&all);
  say("%d: null %d\n", rank, all == MPI_GROUP_NULL);
  return end();
}
