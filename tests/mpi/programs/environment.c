// RANKS 2
// SPDX-License-Identifier: Apache-2.0
// Begin and end, clocks, names.
#include "say.h"

int main(int argc, char** argv) {
  int flag, rank, version, subversion, length, level;
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  MPI_Initialized(&flag);
  const int before = flag;
  MPI_Finalized(&flag);
  const int ended = flag;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  say("%d: before %d %d, level %d\n", rank, before, ended, level == MPI_THREAD_FUNNELED);
  MPI_Query_thread(&level);
  say("%d: level %d\n", rank, level == MPI_THREAD_FUNNELED);
  MPI_Initialized(&flag);
  say("%d: initialized %d\n", rank, flag);
  MPI_Finalized(&flag);
  say("%d: finalized %d\n", rank, flag);
  MPI_Get_version(&version, &subversion);
  say("%d: version %d\n", rank, version >= 3);
  MPI_Get_library_version(text, &length);
  say("%d: library %d\n", rank, length == (int)strlen(text) && length > 0);
  MPI_Get_processor_name(text, &length);
  say("%d: name %d\n", rank, length == (int)strlen(text) && length > 0);
  const double from = MPI_Wtime();
  while (MPI_Wtime() - from < 1e-5) {
  }
  say("%d: time %d %d\n", rank, MPI_Wtime() > from, MPI_Wtick() > 0);
  void* memory;
  MPI_Alloc_mem(100, MPI_INFO_NULL, &memory);
  memset(memory, 1, 100);
  MPI_Free_mem(memory);
  MPI_Info info;
  char value[20];
  MPI_Info_create(&info);
  MPI_Info_set(info, "colour", "green");
  MPI_Info_get(info, "colour", 19, value, &flag);
  say("%d: %d %s\n", rank, flag, value);
  MPI_Info_get(info, "taste", 19, value, &flag);
  say("%d: %d\n", rank, flag);
  MPI_Info_free(&info);
  say("%d: null %d\n", rank, info == MPI_INFO_NULL);
  return end();
}
