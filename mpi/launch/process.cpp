// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/process.hpp"

#include "runtime/core/standard_error.hpp"

#include <toruscope/error.hpp>

#include <cstdlib>
#include <unistd.h>
#include <utility>

// Of the linker: the code of this program.
extern "C" const char __executable_start;  // NOLINT(bugprone-reserved-identifier)
extern "C" const char etext;

namespace toruscope::mpi {

namespace {

thread_local Rank* current = nullptr;

/// Calls main of the program. An exception that leaves main ends the process, as it does without
/// Toruscope: hence noexcept.
int call_main(const Process& process) noexcept {
  return process.entry(static_cast<int>(process.words.size()), const_cast<char**>(process.arguments.data()),
                       environ);
}

/// All of the rank's time in its program.
void call_program(Process& process) {
  if (setjmp(process.out) != 0) return;  // NOLINT(cert-err52-cpp)
  process.code = call_main(process) & 0xff;
  end_program(process);
}

}  // namespace

// Not inlined: a fiber that asks again after a wait must not keep the address.
[[gnu::noinline]] Rank& here() {
  if (current != nullptr) return *current;
  core::write_to_standard_error(
      "toruscope: mpirun: an MPI function was called by a thread of the program's own, or before main; only "
      "the "
      "thread that runs main may call MPI\n");
  _exit(static_cast<int>(ExitCode::program_error));
}

[[gnu::noinline]] void set_here(Rank* rank) {
  current = rank;
}

void leave(Rank& rank, int code, std::exception_ptr why) {
  auto& process = static_cast<Process&>(rank);
  process.code = code & 0xff;
  process.why = std::move(why);
  why = nullptr;  // no destructor runs from here on
  set_here(&rank);
  std::longjmp(process.out, 1);  // NOLINT(cert-err52-cpp)
}

[[gnu::noinline]] Process* caller_rank(const void* caller) {
  if (current == nullptr) return nullptr;
  const bool is_own = caller >= &__executable_start && caller < &etext;
  return is_own ? nullptr : static_cast<Process*>(current);
}

Outside::Outside() : rank_(current) {
  current = nullptr;
}
Outside::~Outside() {
  current = rank_;
}

void call_ends(std::vector<EndCall>& ends) {
  while (!ends.empty()) {
    const EndCall last = ends.back();
    ends.pop_back();
    last.call(last.argument);
  }
}

void end_program(Process& process) {
  call_ends(process.at_exit);
  while (!process.endings.empty()) {
    const auto ending = process.endings.back();
    process.endings.pop_back();
    ending();
  }
}

void live(Process& process, Communicator& world) {
  process.world = &world;
  set_here(&process);
  process.output.begin(world);
  call_program(process);
  set_here(&process);
  end_of_program(process);
  set_here(&process);
  process.output.end();
  process.world = nullptr;
  set_here(nullptr);
  process.is_stopped = process.why != nullptr;
  if (process.why) std::rethrow_exception(std::exchange(process.why, nullptr));
}

}  // namespace toruscope::mpi
