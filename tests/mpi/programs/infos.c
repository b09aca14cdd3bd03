// RANKS 1
// SPDX-License-Identifier: Apache-2.0
// Info objects, and handles that go to Fortran and back.
#include "say.h"

static void tell(const char* what, MPI_Info info) {
  int count;
  MPI_Info_get_nkeys(info, &count);
  say("%s: %d keys\n", what, count);
  for (int i = 0; i < count; ++i) {
    char key[MPI_MAX_INFO_KEY + 1], value[64];
    int length, flag;
    MPI_Info_get_nthkey(info, i, key);
    MPI_Info_get_valuelen(info, key, &length, &flag);
    MPI_Info_get(info, key, 63, value, &flag);
    say("  %s = %s (%d)\n", key, value, length);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Info info, copy;
  MPI_Info_create(&info);
  tell("empty", info);
  MPI_Info_set(info, "wind", "north");
  MPI_Info_set(info, "depth", "12");
  MPI_Info_set(info, "anchor", "");
  MPI_Info_dup(info, &copy);
  MPI_Info_set(info, "wind", "south by west");
  MPI_Info_delete(info, "depth");
  tell("changed", info);
  tell("copy", copy);
  int flag = 1, length = -1;
  char value[64];
  MPI_Info_get_valuelen(info, "depth", &length, &flag);
  say("no depth %d %d\n", flag, length);
  MPI_Info_get(info, "wind", 63, value, &flag);
  say("now %d %s\n", flag, value);
  MPI_Info back = MPI_Info_f2c(MPI_Info_c2f(copy));
  MPI_Info_free(&back);
  say("freed %d\n", back == MPI_INFO_NULL);
  MPI_Info_free(&info);
  MPI_Group world;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Request request = MPI_REQUEST_NULL;
  say("same %d %d %d %d %d %d\n", MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD,
      MPI_Group_f2c(MPI_Group_c2f(world)) == world, MPI_Op_f2c(MPI_Op_c2f(MPI_MAX)) == MPI_MAX,
      MPI_Type_f2c(MPI_Type_c2f(MPI_DOUBLE)) == MPI_DOUBLE,
      MPI_Request_f2c(MPI_Request_c2f(request)) == request,
      MPI_Errhandler_f2c(MPI_Errhandler_c2f(MPI_ERRORS_RETURN)) == MPI_ERRORS_RETURN);
  int v[2] = {1, 2}, in[2];
  MPI_Status status, same;
  MPI_Fint numbers[16];
  MPI_Sendrecv(v, 2, MPI_INT, 0, 6, in, 2, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  MPI_Status_c2f(&status, numbers);
  MPI_Status_f2c(numbers, &same);
  MPI_Get_count(&same, MPI_INT, &length);
  say("status %d %d %d\n", same.MPI_SOURCE, same.MPI_TAG, length);
  return end();
}
