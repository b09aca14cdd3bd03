/* SPDX-License-Identifier: Apache-2.0 */
/* A few functions of MPI, for tests of the launcher alone. The library's own header is mpi/include/mpi.h. */
#ifndef TORUSCOPE_TESTS_STAND_IN_MPI_H
#define TORUSCOPE_TESTS_STAND_IN_MPI_H

#ifdef __cplusplus
extern "C" {
#endif

typedef int MPI_Comm;
typedef int MPI_Datatype; /* the size of an element */
typedef struct {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR;
} MPI_Status;

#define MPI_COMM_WORLD 1
#define MPI_INT 4
#define MPI_DOUBLE 8
#define MPI_CHAR 1
#define MPI_ANY_SOURCE (-1)
#define MPI_STATUS_IGNORE ((MPI_Status*)0)
#define MPI_SUCCESS 0

int MPI_Init(int* argc, char*** argv);
int MPI_Finalize(void);
int MPI_Comm_rank(MPI_Comm comm, int* rank);
int MPI_Comm_size(MPI_Comm comm, int* size);
int MPI_Send(const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Recv(void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status);
int MPI_Barrier(MPI_Comm comm);
double MPI_Wtime(void);
int MPI_Abort(MPI_Comm comm, int code);
/* What nobody has: for --check, and for what happens when it is called. */
int MPI_Win_fence(int assertion, int window);

#ifdef __cplusplus
}
#endif

#endif
