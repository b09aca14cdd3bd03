// SPDX-License-Identifier: Apache-2.0
// The smallest launcher of MPI programs, for tests of the library alone: each rank is a copy of a
// shared object, opened by itself, so that it has its own variables.
//
// Usage: stand_in RANKS TOPOLOGY WORKERS PROGRAM.so [ARGUMENTS]

#include "mpi/rank.hpp"

#include <toruscope/machine.hpp>

#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <exception>
#include <fcntl.h>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace toruscope::mpi {

namespace {

struct Copy {
  Rank rank{};
  int (*entry)(int, char**, char**) = nullptr;
  std::jmp_buf out{};
  std::exception_ptr why{};
};

thread_local Rank* current = nullptr;

Copy& copy_of(Rank& rank) {
  return *reinterpret_cast<Copy*>(&rank);  // the rank is its first member
}

std::vector<char> content_of(const char* path) {
  std::vector<char> content;
  std::FILE* const file = std::fopen(path, "rb");
  if (file == nullptr) return content;
  char part[4096];
  for (std::size_t n = 0; (n = std::fread(part, 1, sizeof part, file)) > 0;)
    content.insert(content.end(), part, part + n);
  std::fclose(file);
  return content;
}

/// Opens a private copy of the program.
void load(Copy& copy, const std::vector<char>& content) {
  const int file = memfd_create("rank", MFD_CLOEXEC);
  if (file < 0 || write(file, content.data(), content.size()) != static_cast<ssize_t>(content.size()))
    std::abort();
  void* const handle = dlopen(("/proc/self/fd/" + std::to_string(file)).c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    std::fprintf(stderr, "stand_in: %s\n", dlerror());
    std::exit(2);
  }
  copy.entry = reinterpret_cast<int (*)(int, char**, char**)>(dlsym(handle, "main"));
}

TopologyPtr topology_of(const std::string& text, int ranks) {
  if (text == "complete") return complete(ranks);
  std::vector<int> sides;
  for (std::size_t at = text.find(':'); at != std::string::npos; at = text.find('x', at + 1))
    sides.push_back(std::atoi(text.c_str() + at + 1));
  return torus(sides);
}

void run(Copy& copy, Communicator& world, int count, char** arguments) {
  copy.rank.world = &world;
  current = &copy.rank;
  if (setjmp(copy.out) == 0) copy.rank.code = copy.entry(count, arguments, environ);
  current = &copy.rank;
  std::exception_ptr why = std::exchange(copy.why, nullptr);
  if (why != nullptr) {
    try {
      std::rethrow_exception(why);
    } catch (...) {
      end_of_program(copy.rank);
      throw;
    }
  }
  end_of_program(copy.rank);
}

}  // namespace

Rank& here() {
  return *current;
}
void set_here(Rank* rank) {
  current = rank;
}
void leave(Rank& rank, int code, std::exception_ptr why) {
  Copy& copy = copy_of(rank);
  rank.code = code;
  copy.why = std::move(why);
  std::longjmp(copy.out, 1);
}

}  // namespace toruscope::mpi

int main(int argc, char** argv) {
  using namespace toruscope;
  if (argc < 5) return 2;
  const int ranks = std::atoi(argv[1]);
  std::vector<mpi::Copy> copies(static_cast<std::size_t>(ranks));
  const std::vector<char> content = mpi::content_of(argv[4]);
  const auto job = mpi::make_job(ranks);
  for (int r = 0; r < ranks; ++r) {
    mpi::Copy& copy = copies[static_cast<std::size_t>(r)];
    copy.rank.number = r;
    copy.rank.size = ranks;
    copy.rank.job = job;
    mpi::load(copy, content);
  }
  Parameters parameters = preset("generic");
  parameters.eager = 16 * 1024;
  parameters.poll = Time::femtoseconds(100'000'000);
  Execution execution;
  execution.workers = std::atoi(argv[3]);
  execution.stack_bytes = std::size_t{1} << 20U;
  execution.tell_unclaimed = true;
  try {
    const Report report =
        Machine(mpi::topology_of(argv[2], ranks), parameters, execution).run([&](Communicator& world) {
          mpi::run(copies[static_cast<std::size_t>(world.rank())], world, argc - 4, argv + 4);
        });
    if (std::getenv("STAND_IN_TIME") != nullptr)
      std::fprintf(stderr, "T %lld\n", static_cast<long long>(report.finish.time.count));
  } catch (const Error& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "stand_in: %s\n", error.what());
    for (const mpi::Copy& copy : copies)
      if (copy.rank.code != 0) return copy.rank.code;
    return static_cast<int>(error.code());
  }
  int code = 0;
  for (const mpi::Copy& copy : copies) code = code > copy.rank.code ? code : copy.rank.code;
  return code;
}
