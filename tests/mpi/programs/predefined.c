// RANKS 3
// SPDX-License-Identifier: Apache-2.0
// Predefined types and operators: sizes of C's and Fortran's types, each operator on each type that has it.
#include "say.h"
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

static int rank;

#define SIZE(T)                   \
  do {                            \
    int n;                        \
    MPI_Aint l, e;                \
    MPI_Type_size(T, &n);         \
    MPI_Type_get_extent(T, &l, &e); \
    if (rank == 0) say("%s %d %ld\n", #T, n, (long)e); \
  } while (0)

#define COMBINE(C, T, NAME, OP, OP_NAME, FORMAT, CAST)              \
  do {                                                              \
    C in[3] = {(C)(rank + 1), (C)(3 - rank), (C)(rank % 2)}, out[3]; \
    memset(out, 0, sizeof out);                                     \
    MPI_Allreduce(in, out, 3, T, OP, MPI_COMM_WORLD);               \
    if (rank == 1) say("%s %s " FORMAT " " FORMAT " " FORMAT "\n", NAME, OP_NAME, (CAST)out[0], (CAST)out[1], (CAST)out[2]); \
  } while (0)

#define NUMBERS(C, T, FORMAT, CAST) NUMBERS_(C, T, #T, FORMAT, CAST)
#define NUMBERS_(C, T, NAME, FORMAT, CAST)                 \
  COMBINE(C, T, NAME, MPI_SUM, "MPI_SUM", FORMAT, CAST);   \
  COMBINE(C, T, NAME, MPI_PROD, "MPI_PROD", FORMAT, CAST); \
  COMBINE(C, T, NAME, MPI_MIN, "MPI_MIN", FORMAT, CAST);   \
  COMBINE(C, T, NAME, MPI_MAX, "MPI_MAX", FORMAT, CAST)
#define INTEGERS(C, T) INTEGERS_(C, T, #T)
#define INTEGERS_(C, T, NAME)                                   \
  NUMBERS_(C, T, NAME, "%lld", long long);                      \
  COMBINE(C, T, NAME, MPI_BAND, "MPI_BAND", "%lld", long long); \
  COMBINE(C, T, NAME, MPI_BOR, "MPI_BOR", "%lld", long long);   \
  COMBINE(C, T, NAME, MPI_BXOR, "MPI_BXOR", "%lld", long long)
#define LOGICALS(C, T) LOGICALS_(C, T, #T)
#define LOGICALS_(C, T, NAME)                                   \
  COMBINE(C, T, NAME, MPI_LAND, "MPI_LAND", "%lld", long long); \
  COMBINE(C, T, NAME, MPI_LOR, "MPI_LOR", "%lld", long long);   \
  COMBINE(C, T, NAME, MPI_LXOR, "MPI_LXOR", "%lld", long long)

#define PAIR(C, T)                                                                             \
  do {                                                                                         \
    struct {                                                                                   \
      C value;                                                                                 \
      int place;                                                                               \
    } in[3], out[3];                                                                           \
    memset(in, 0, sizeof in);                                                                  \
    for (int i = 0; i < 3; ++i) {                                                              \
      in[i].value = (C)(i == 2 ? 5 : (rank + i) % 3);                                          \
      in[i].place = 10 - rank;                                                                 \
    }                                                                                          \
    MPI_Allreduce(in, out, 3, T, MPI_MINLOC, MPI_COMM_WORLD);                                  \
    if (rank == 1)                                                                             \
      for (int i = 0; i < 3; ++i) say("%s least %g at %d\n", #T, (double)out[i].value, out[i].place); \
    MPI_Allreduce(in, out, 3, T, MPI_MAXLOC, MPI_COMM_WORLD);                                  \
    if (rank == 1)                                                                             \
      for (int i = 0; i < 3; ++i) say("%s most %g at %d\n", #T, (double)out[i].value, out[i].place); \
  } while (0)

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  SIZE(MPI_CHAR); SIZE(MPI_SIGNED_CHAR); SIZE(MPI_UNSIGNED_CHAR); SIZE(MPI_BYTE); SIZE(MPI_PACKED); SIZE(MPI_WCHAR);
  SIZE(MPI_SHORT); SIZE(MPI_INT); SIZE(MPI_LONG); SIZE(MPI_LONG_LONG); SIZE(MPI_LONG_LONG_INT);
  SIZE(MPI_UNSIGNED_SHORT); SIZE(MPI_UNSIGNED); SIZE(MPI_UNSIGNED_LONG); SIZE(MPI_UNSIGNED_LONG_LONG);
  SIZE(MPI_INT8_T); SIZE(MPI_INT16_T); SIZE(MPI_INT32_T); SIZE(MPI_INT64_T);
  SIZE(MPI_UINT8_T); SIZE(MPI_UINT16_T); SIZE(MPI_UINT32_T); SIZE(MPI_UINT64_T);
  SIZE(MPI_FLOAT); SIZE(MPI_DOUBLE); SIZE(MPI_LONG_DOUBLE); SIZE(MPI_C_BOOL);
  SIZE(MPI_C_COMPLEX); SIZE(MPI_C_FLOAT_COMPLEX); SIZE(MPI_C_DOUBLE_COMPLEX); SIZE(MPI_C_LONG_DOUBLE_COMPLEX);
  SIZE(MPI_AINT); SIZE(MPI_OFFSET); SIZE(MPI_COUNT);
  SIZE(MPI_FLOAT_INT); SIZE(MPI_DOUBLE_INT); SIZE(MPI_LONG_INT); SIZE(MPI_2INT); SIZE(MPI_SHORT_INT); SIZE(MPI_LONG_DOUBLE_INT);
  SIZE(MPI_INTEGER); SIZE(MPI_REAL); SIZE(MPI_DOUBLE_PRECISION); SIZE(MPI_COMPLEX); SIZE(MPI_DOUBLE_COMPLEX);
  SIZE(MPI_LOGICAL); SIZE(MPI_CHARACTER); SIZE(MPI_2INTEGER); SIZE(MPI_2REAL); SIZE(MPI_2DOUBLE_PRECISION);
  SIZE(MPI_INTEGER1); SIZE(MPI_INTEGER2); SIZE(MPI_INTEGER4); SIZE(MPI_INTEGER8); SIZE(MPI_REAL4); SIZE(MPI_REAL8);
  SIZE(MPI_COMPLEX8); SIZE(MPI_COMPLEX16);

  INTEGERS(signed char, MPI_SIGNED_CHAR); INTEGERS(unsigned char, MPI_UNSIGNED_CHAR);
  INTEGERS(short, MPI_SHORT); INTEGERS(int, MPI_INT); INTEGERS(long, MPI_LONG); INTEGERS(long long, MPI_LONG_LONG);
  INTEGERS(unsigned short, MPI_UNSIGNED_SHORT); INTEGERS(unsigned, MPI_UNSIGNED); INTEGERS(unsigned long, MPI_UNSIGNED_LONG);
  INTEGERS(int8_t, MPI_INT8_T); INTEGERS(uint16_t, MPI_UINT16_T); INTEGERS(int64_t, MPI_INT64_T); INTEGERS(uint64_t, MPI_UINT64_T);
  INTEGERS(int, MPI_INTEGER); INTEGERS(int64_t, MPI_INTEGER8); INTEGERS(MPI_Aint, MPI_AINT); INTEGERS(MPI_Offset, MPI_OFFSET);
  LOGICALS(int, MPI_INT); LOGICALS(long, MPI_LONG); LOGICALS(unsigned char, MPI_UNSIGNED_CHAR); LOGICALS(bool, MPI_C_BOOL);
  LOGICALS(int, MPI_LOGICAL);
  COMBINE(unsigned char, MPI_BYTE, "MPI_BYTE", MPI_BAND, "MPI_BAND", "%d", int);
  COMBINE(unsigned char, MPI_BYTE, "MPI_BYTE", MPI_BXOR, "MPI_BXOR", "%d", int);
  NUMBERS(float, MPI_FLOAT, "%g", double); NUMBERS(double, MPI_DOUBLE, "%g", double); NUMBERS(long double, MPI_LONG_DOUBLE, "%g", double);
  NUMBERS(float, MPI_REAL, "%g", double); NUMBERS(double, MPI_DOUBLE_PRECISION, "%g", double); NUMBERS(double, MPI_REAL8, "%g", double);

  double complex z[2] = {rank + 1 + 2 * I, rank - I}, w[2];
  MPI_Allreduce(z, w, 2, MPI_C_DOUBLE_COMPLEX, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) say("sum %g+%gi %g+%gi\n", creal(w[0]), cimag(w[0]), creal(w[1]), cimag(w[1]));
  MPI_Allreduce(z, w, 2, MPI_DOUBLE_COMPLEX, MPI_PROD, MPI_COMM_WORLD);
  if (rank == 0) say("product %g+%gi %g+%gi\n", creal(w[0]), cimag(w[0]), creal(w[1]), cimag(w[1]));

  PAIR(float, MPI_FLOAT_INT); PAIR(double, MPI_DOUBLE_INT); PAIR(long, MPI_LONG_INT); PAIR(int, MPI_2INT);
  PAIR(short, MPI_SHORT_INT); PAIR(long double, MPI_LONG_DOUBLE_INT); PAIR(int, MPI_2INTEGER);
  double pairs[4] = {rank, 7, -rank, 8 + rank}, best[4];
  MPI_Reduce(pairs, best, 2, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, 0, MPI_COMM_WORLD);
  if (rank == 0) say("%g %g %g %g\n", best[0], best[1], best[2], best[3]);
  return end();
}
