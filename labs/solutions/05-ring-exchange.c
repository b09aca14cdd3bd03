// SPDX-License-Identifier: Apache-2.0
// AR1: neighbours divide the work, even ranks turn right and odd ranks left by twos, neighbours
// deliver.
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static int mod(int a, int p) {
  return (a % p + p) % p;
}

static int rounds(int p) {
  return p <= 2 ? p - 1 : (p + 3) / 4 + 1;
}

/// A round of a rank: the blocks that it sends, each (origin, destination), in the order of the
/// message.
struct step {
  int to, from, count;
  struct block {
    int origin, destination;
  } blocks[];
};

static void add(struct step* s, int p, int origin, int destination) {
  s->blocks[s->count].origin = mod(origin, p);
  s->blocks[s->count].destination = mod(destination, p);
  ++s->count;
}

static struct step* step(int p, int j, int t) {
  const int h = p / 2;
  const int right = j % 2 == 0 ? 1 : -1;  // where the work of this rank lies
  struct step* const s = malloc(sizeof *s + 2 * (size_t)p * sizeof s->blocks[0]);
  s->count = 0;
  if (t == 0) {  // the partner takes over the half on its side
    s->to = s->from = mod(j - right, p);
    for (int i = 1; i <= h; ++i) add(s, p, j, j - right * i);
  } else if (t < rounds(p) - 1) {
    const int k = t - 1;
    s->to = mod(j + 2 * right, p);
    s->from = mod(j - 2 * right, p);
    for (int origin = 0; origin < 2; ++origin)
      for (int i = 2; i <= h - 1 - 2 * k; ++i) add(s, p, j - right * (2 * k + origin), j + right * i);
  } else {  // blocks kept for the neighbour
    s->to = s->from = mod(j + right, p);
    for (int i = 0; i < h - h % 2; ++i) add(s, p, j - right * i, j + right);
  }
  return s;
}

void exchange_on_ring(const double* send, double* receive, int b, MPI_Comm comm) {
  int rank, p;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &p);
  const size_t bytes = (size_t)b * sizeof *send;
  double* const held = malloc((size_t)p * (size_t)p * bytes);  // block (origin, destination)
  double* const out = malloc(2 * (size_t)p * bytes);
  double* const in = malloc(2 * (size_t)p * bytes);
#define BLOCK(name) (held + ((size_t)(name).origin * (size_t)p + (size_t)(name).destination) * (size_t)b)
  memcpy(held + (size_t)rank * (size_t)p * (size_t)b, send, (size_t)p * bytes);
  for (int t = 0; t < rounds(p); ++t) {
    struct step* const mine = step(p, rank, t);
    struct step* const coming = step(p, mine->from, t);
    for (int i = 0; i < mine->count; ++i) memcpy(out + (size_t)i * (size_t)b, BLOCK(mine->blocks[i]), bytes);
    MPI_Sendrecv(out, mine->count * b, MPI_DOUBLE, mine->to, 0, in, coming->count * b, MPI_DOUBLE, mine->from, 0,
                 comm, MPI_STATUS_IGNORE);
    for (int i = 0; i < coming->count; ++i) memcpy(BLOCK(coming->blocks[i]), in + (size_t)i * (size_t)b, bytes);
    free(mine);
    free(coming);
  }
  for (int s = 0; s < p; ++s) {
    const struct block own = {s, rank};
    memcpy(receive + (size_t)s * (size_t)b, BLOCK(own), bytes);
  }
  free(held);
  free(out);
  free(in);
}
