// SPDX-License-Identifier: Apache-2.0
// Lines of a conformance program: kept by each rank, printed by rank 0 in rank order at the end, so
// that every MPI prints the same text.

#ifndef TORUSCOPE_TESTS_SAY_H
#define TORUSCOPE_TESTS_SAY_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char said[1 << 16];
static int said_length = 0;

static void say(const char* format, ...) {
  va_list values;
  va_start(values, format);
  said_length += vsnprintf(said + said_length, sizeof said - (size_t)said_length, format, values);
  va_end(values);
}

static const char* error_word(int code) {
  int class_of = MPI_SUCCESS;
  MPI_Error_class(code, &class_of);
  if (class_of == MPI_SUCCESS) return "success";
  if (class_of == MPI_ERR_COUNT) return "count";
  if (class_of == MPI_ERR_TYPE) return "type";
  if (class_of == MPI_ERR_TAG) return "tag";
  if (class_of == MPI_ERR_COMM) return "comm";
  if (class_of == MPI_ERR_RANK) return "rank";
  if (class_of == MPI_ERR_REQUEST) return "request";
  if (class_of == MPI_ERR_ROOT) return "root";
  if (class_of == MPI_ERR_GROUP) return "group";
  if (class_of == MPI_ERR_OP) return "op";
  if (class_of == MPI_ERR_TOPOLOGY) return "topology";
  if (class_of == MPI_ERR_DIMS) return "dims";
  if (class_of == MPI_ERR_ARG) return "arg";
  if (class_of == MPI_ERR_TRUNCATE) return "truncate";
  if (class_of == MPI_ERR_IN_STATUS) return "in status";
  return "other";
}

// Prints what all ranks said, and ends MPI.
static int end(void) {
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank != 0) {
    MPI_Send(said, said_length, MPI_CHAR, 0, 4711, MPI_COMM_WORLD);
  } else {
    printf("%.*s", said_length, said);
    for (int r = 1; r < size; ++r) {
      int length = 0;
      MPI_Status status;
      MPI_Recv(said, (int)sizeof said, MPI_CHAR, r, 4711, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_CHAR, &length);
      printf("%.*s", length, said);
    }
    fflush(stdout);
  }
  return MPI_Finalize();
}

#endif  // TORUSCOPE_TESTS_SAY_H
