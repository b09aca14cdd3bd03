// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/own_data.hpp"

#include <toruscope/error.hpp>

#include <cerrno>
#include <cstring>
#include <string_view>
#include <sys/mman.h>
#include <unistd.h>

namespace toruscope::mpi {

namespace {

Streams& streams_of(Process& process) {
  if (!process.streams) process.streams = std::make_unique<Streams>(process.output, process.input);
  return *process.streams;
}

/// The rank's own variable of that name; null: it has none.
void* own_variable(Process& process, std::string_view name) {
  if (name == "optarg") return &process.options.argument;
  if (name == "optind") return &process.options.index;
  if (name == "opterr") return &process.options.tells;
  if (name == "optopt") return &process.options.option;
  if (name == "stdin") return &process.input;
  if (name == "_ZSt3cin") return &streams_of(process).in();
  if (name == "_ZSt4cout") return &streams_of(process).out();
  if (name == "_ZSt4cerr") return &streams_of(process).error();
  if (name == "_ZSt4clog") return &streams_of(process).log();
  return nullptr;
}

/// Writes where the loader has written already, and may have taken the right to write away.
void replace(std::uintptr_t place, std::uintptr_t value) {
  static const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  void* const begin = reinterpret_cast<void*>(place / page * page);
  if (mprotect(begin, page, PROT_READ | PROT_WRITE) != 0)
    throw HostLimitError(std::string("mpirun: a copy of the program cannot be changed: ") +
                         std::strerror(errno));
  std::memcpy(reinterpret_cast<void*>(place), &value, sizeof value);
}

}  // namespace

void give_input(Process& process) {
  static std::FILE* const nothing = std::fopen("/dev/null", "r");
  process.input = process.number == 0 || nothing == nullptr ? stdin : nothing;
}

namespace {

/// The program's own variable is the rank's.
void adopt_copy(Process& process, std::string_view name, std::uintptr_t place) {
  void* const variable = reinterpret_cast<void*>(place);
  if (name == "stdin") std::memcpy(variable, &process.input, sizeof process.input);
  if (name == "environ") std::memcpy(variable, &environ, sizeof environ);
  OptionPlaces& options = process.option_places;
  if (name == "optarg") options.argument = static_cast<char**>(variable);
  if (name == "optind") options.index = static_cast<int*>(variable);
  if (name == "opterr") options.tells = static_cast<int*>(variable);
  if (name == "optopt") options.option = static_cast<int*>(variable);
}

}  // namespace

void give_own_data(const ProgramFile& program, std::uintptr_t base, Process& process) {
  for (const ProgramFile::Reference& reference : program.references()) {
    if (reference.is_copy) adopt_copy(process, reference.name, base + reference.place);
    if (!reference.is_address || reference.is_defined) continue;
    if (void* const own = own_variable(process, reference.name))
      replace(base + reference.place,
              reinterpret_cast<std::uintptr_t>(own) + static_cast<std::uintptr_t>(reference.addend));
  }
}

}  // namespace toruscope::mpi
