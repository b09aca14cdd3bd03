// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/process.hpp"

#include "runtime/core/standard_error.hpp"

#include <toruscope/error.hpp>
#include <toruscope/note.hpp>

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

namespace {

bool is_of_launcher(const void* place) {
  return place >= &__executable_start && place < &etext;
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
  return is_of_launcher(caller) ? nullptr : static_cast<Process*>(current);
}

// A frame begins with the address of the one above it; behind that is where its function returns
// to: the byte before is of the call. Fortran's functions call those of C.
std::uintptr_t call_place(const Process& process) {
  const auto* frame = static_cast<void* const*>(process.frame);
  if (frame == nullptr) return 0;
  while (is_of_launcher(frame[1])) frame = static_cast<void* const*>(frame[0]);
  return reinterpret_cast<std::uintptr_t>(frame[1]) - 1 - process.base;
}

std::string call_text(const Process& process) {
  if (process.frame == nullptr) return "";
  const std::string line = process.lines == nullptr ? "" : process.lines->of(call_place(process));
  return "in " + std::string(process.last_call) + (line.empty() ? "" : ", " + line);
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
  const Note note(world, [&process] { return call_text(process); });
  call_program(process);
  process.frame = nullptr;
  set_here(&process);
  end_of_program(process);
  set_here(&process);
  process.output.end();
  process.world = nullptr;
  set_here(nullptr);
  if (process.why) std::rethrow_exception(std::exchange(process.why, nullptr));
}

}  // namespace toruscope::mpi
