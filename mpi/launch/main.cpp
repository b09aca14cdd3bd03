// SPDX-License-Identifier: Apache-2.0
// The program `toruscope-mpirun`: `toruscope mpirun` goes on here.

#include "cli/command/verb_tree.hpp"
#include "cli/files/output_files.hpp"
#include "cli/process/computer.hpp"
#include "cli/process/ending.hpp"
#include "mpi/launch/fortran_files.hpp"
#include "mpi/launch/mpirun.hpp"
#include "runtime/core/joined.hpp"
#include "runtime/files/command_files.hpp"

#include <toruscope/error.hpp>
#include <toruscope/main.hpp>

#include <cstdio>
#include <cstdlib>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace toruscope::mpi {

namespace {

/// Files of many ranks: as many as this process may have.
void take_all_files() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int carry_out(const std::vector<std::string>& words) {
  const cli::Command command = cli::read_command_line(words);
  if (command.carry_out == nullptr) {
    cli::write_to_stdout(command.text);
    return 0;
  }
  const cli::InterruptWatch watch;
  const core::CommandFiles files;
  struct stat status = {};  // what rank 0 reads
  if (fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode)) core::note_input("/dev/stdin");
  const Tables tables;
  const std::function<void(Communicator&)> none;
  const cli::Session session{command.options, tables, none, "toruscope " + core::joined(words, " ")};
  return run(session);
}

}  // namespace

}  // namespace toruscope::mpi

int main(int argc, char** argv) {
  using namespace toruscope;
  cli::share_arena_if_addresses_are_few();
  mpi::take_all_files();
  std::vector<std::string> words{"mpirun"};
  words.insert(words.end(), argv + 1, argv + argc);
  const int code = guarded([&] { return mpi::carry_out(words); });
  // Not by way of exit(): programs of ranks have ended, and what they registered was theirs.
  mpi::flush_fortran_units();
  std::fflush(nullptr);
  _exit(code);
}
