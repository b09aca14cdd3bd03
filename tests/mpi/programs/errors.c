// RANKS 2
// SPDX-License-Identifier: Apache-2.0
// Errors that are returned, and handlers of the program.
#include "say.h"

static int calls, last;

static void note(MPI_Comm* comm, int* code, ...) {
  int class_of;
  MPI_Error_class(*code, &class_of);
  ++calls;
  last = class_of;
  (void)comm;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank, v[4] = {1, 2, 3, 4}, flag;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Status s;
  MPI_Request r;
  MPI_Datatype t;
  MPI_Group g;
  say("%d: rank %s\n", rank, error_word(MPI_Send(v, 1, MPI_INT, 2, 0, MPI_COMM_WORLD)));
  say("%d: rank %s\n", rank, error_word(MPI_Send(v, 1, MPI_INT, -7, 0, MPI_COMM_WORLD)));
  say("%d: tag %s\n", rank, error_word(MPI_Send(v, 1, MPI_INT, 0, -5, MPI_COMM_WORLD)));
  say("%d: count %s\n", rank, error_word(MPI_Send(v, -1, MPI_INT, 0, 0, MPI_COMM_WORLD)));
  say("%d: type %s\n", rank, error_word(MPI_Send(v, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD)));
  say("%d: comm %s\n", rank, error_word(MPI_Send(v, 1, MPI_INT, 0, 0, MPI_COMM_NULL)));
  say("%d: source %s\n", rank, error_word(MPI_Recv(v, 1, MPI_INT, 9, 0, MPI_COMM_WORLD, &s)));
  say("%d: root %s\n", rank, error_word(MPI_Bcast(v, 1, MPI_INT, 5, MPI_COMM_WORLD)));
  say("%d: op %s\n", rank, error_word(MPI_Reduce(v, v + 1, 1, MPI_INT, MPI_OP_NULL, 0, MPI_COMM_WORLD)));
  MPI_Type_contiguous(2, MPI_INT, &t);
  say("%d: uncommitted %s\n", rank, error_word(MPI_Send(v, 1, t, 0, 0, MPI_COMM_WORLD)));
  MPI_Type_free(&t);
  MPI_Aint far[1] = {0};
  int near[1] = {0}, lengths[1] = {1};
  MPI_Datatype ints[1] = {MPI_INT};
  say("%d: negative", rank);
  say(" %s", error_word(MPI_Type_contiguous(-1, MPI_INT, &t)));
  say(" %s", error_word(MPI_Type_vector(-1, 1, 1, MPI_INT, &t)));
  say(" %s", error_word(MPI_Type_create_hvector(-1, 1, 4, MPI_INT, &t)));
  say(" %s", error_word(MPI_Type_indexed(-1, lengths, near, MPI_INT, &t)));
  say(" %s", error_word(MPI_Type_create_hindexed(-1, lengths, far, MPI_INT, &t)));
  say(" %s", error_word(MPI_Type_create_indexed_block(-1, 1, near, MPI_INT, &t)));
  say(" %s", error_word(MPI_Type_create_hindexed_block(-1, 1, far, MPI_INT, &t)));
  say(" %s\n", error_word(MPI_Type_create_struct(-1, lengths, far, ints, &t)));
  say("%d: topology %s\n", rank, error_word(MPI_Cart_shift(MPI_COMM_WORLD, 0, 1, &flag, &flag)));
  MPI_Comm_group(MPI_COMM_WORLD, &g);
  int none = 7;
  MPI_Group h;
  say("%d: group rank %s\n", rank, error_word(MPI_Group_incl(g, 1, &none, &h)));
  MPI_Group_free(&g);

  MPI_Comm between;
  say("%d: leader %s\n", rank,
      error_word(MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, MPI_PROC_NULL, 0, &between)));

  // a message that is too long
  if (rank == 0) {
    MPI_Send(v, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(v, 4, MPI_INT, 1, 1, MPI_COMM_WORLD);
    MPI_Send(v, 4, MPI_INT, 1, 2, MPI_COMM_WORLD);
    MPI_Send(v, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
  } else {
    int in[4] = {0, 0, 0, 0};
    say("1: blocking %s\n", error_word(MPI_Recv(in, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, &s)));
    MPI_Irecv(in, 2, MPI_INT, 0, 1, MPI_COMM_WORLD, &r);
    say("1: wait %s\n", error_word(MPI_Wait(&r, &s)));
    MPI_Request two[2];
    MPI_Status each[2];
    MPI_Irecv(in, 2, MPI_INT, 0, 2, MPI_COMM_WORLD, &two[0]);
    MPI_Irecv(in + 2, 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &two[1]);
    say("1: waitall %s", error_word(MPI_Waitall(2, two, each)));
    say(" %s", error_word(each[0].MPI_ERROR));
    MPI_Wait(&two[1], &s);  // it may be pending
    say(" %d\n", in[2]);
  }

  // a handler of the program
  MPI_Errhandler handler, known;
  MPI_Comm_create_errhandler(note, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Send(v, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
  say("%d: calls %d %s\n", rank, calls, error_word(last));
  MPI_Comm d;
  MPI_Comm_dup(MPI_COMM_WORLD, &d);
  MPI_Recv(v, 1, MPI_INT, 0, -9, d, &s);
  say("%d: calls %d %s\n", rank, calls, error_word(last));
  MPI_Comm_free(&d);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &known);
  say("%d: known %d\n", rank, known == handler);
  MPI_Errhandler_free(&handler);
  say("%d: null %d\n", rank, handler == MPI_ERRHANDLER_NULL);
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(MPI_ERR_RANK, text, &length);
  say("%d: text %d\n", rank, length == (int)strlen(text) && length > 0);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  return end();
}
