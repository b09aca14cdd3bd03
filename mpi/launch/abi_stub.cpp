// SPDX-License-Identifier: Apache-2.0
// libmpi_abi.so.0: every name of MPI, for programs to be linked with. `toruscope mpirun` has the
// functions themselves; what it lacks ends the run by way of this file. A program that is started
// alone goes on as one rank.
//
// Not here    Anything of the library: programs are linked with this file and no other.

#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <unistd.h>

extern "C" {

/// Of toruscope-mpirun; null in a program that was started alone.
void toruscope_mpi_missing(const char* name) __attribute__((weak));

static void missing(const char* name) {
  if (toruscope_mpi_missing != nullptr) toruscope_mpi_missing(name);
  std::fprintf(stderr, "toruscope: %s: an MPI program is run by: toruscope mpirun -n 4 PROGRAM\n", name);
  _exit(2);
}

/// Goes on as `toruscope-mpirun -n 1 PROGRAM ...`, before anything of the program has run.
__attribute__((constructor)) static void run_as_one_rank(int count, char** words, char**) {
  if (toruscope_mpi_missing != nullptr) return;
  Dl_info self;
  static char program[PATH_MAX], launcher[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
  if (length <= 0 || dladdr(reinterpret_cast<void*>(&missing), &self) == 0) return;
  const char* const end = std::strrchr(self.dli_fname, '/');
  if (end == nullptr) return;
  auto** const all = static_cast<char**>(std::calloc(static_cast<std::size_t>(count) + 6, sizeof(char*)));
  if (all == nullptr) return;
  static char option[] = "-n", one[] = "1", quiet[] = "--quiet";
  char* const first[] = {launcher, option, one, quiet, program};
  std::memcpy(all, first, sizeof first);
  for (int i = 1; i < count; ++i) all[4 + i] = words[i];
  for (const char* const place : {"", "../../bin/", "../bin/"}) {  // as built; as installed
    std::snprintf(launcher, sizeof launcher, "%.*s/%storuscope-mpirun", static_cast<int>(end - self.dli_fname),
                  self.dli_fname, place);
    execv(launcher, all);
  }
  std::free(all);
}

/// The common block of mpif.h. A program in Fortran has its own, which it exports because of this
/// one, so that the launcher finds it.
int toruscope_mpi_[18];

#define TORUSCOPE_NAME(name) \
  void name(void) {          \
    missing(#name);          \
  }
#include <mpi_names.inc>
TORUSCOPE_NAME(Toruscope_Compute)
TORUSCOPE_NAME(toruscope_compute_)

}  // extern "C"
