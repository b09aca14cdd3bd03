// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/copies.hpp"

#include "mpi/launch/faults.hpp"
#include "mpi/launch/memory_file.hpp"
#include "mpi/launch/own_data.hpp"
#include "runtime/core/host_advice.hpp"
#include "runtime/core/shown_text.hpp"

#include <toruscope/error.hpp>

#include <cerrno>
#include <csetjmp>
#include <cstring>
#include <dlfcn.h>
#include <elf.h>
#include <filesystem>
#include <fmt/core.h>
#include <link.h>
#include <new>
#include <optional>
#include <set>
#include <string_view>
#include <unistd.h>

namespace toruscope::mpi {

namespace {

// --- main of an executable -----------------------------------------------------------------------
// Its start calls __libc_start_main, which the launcher has, too.

Process::Main found_main = nullptr;
std::jmp_buf back;
bool is_looking = false;

/// Enters the program at its start, as the system would, on a stack of its own.
[[gnu::noinline]] Process::Main main_of(std::uintptr_t start) {
  alignas(16) static std::uintptr_t stack[2048];
  std::uintptr_t* const top = stack + 1024;
  top[0] = 0;           // argc
  top[1] = top[2] = 0;  // ends of argv and envp
  top[3] = 0;           // auxiliary vector
  top[4] = 0;
  found_main = nullptr;
  is_looking = true;
  if (setjmp(back) == 0)  // NOLINT(cert-err52-cpp)
    asm volatile("mov %0, %%rsp\n\txor %%edx, %%edx\n\txor %%ebp, %%ebp\n\tjmp *%1"
                 :
                 : "c"(top), "a"(start)  // registers that are not zeroed
                 : "memory");
  is_looking = false;
  return found_main;
}

// --- what ranks share ----------------------------------------------------------------------------

struct Library {
  std::string path;
  bool names_mpi = false;
};

/// True for names that a library of the system may have.
bool is_of_system(std::string_view path) {
  for (const std::string_view folder : {"/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/", "/usr/libexec/"})
    if (path.starts_with(folder)) return true;
  const std::string_view name = path.substr(path.rfind('/') + 1);
  // ... and those of compilers, wherever these are
  for (const std::string_view known :
       {"libstdc++.so", "libgfortran.so", "libgomp.so", "libquadmath.so", "libgcc_s.so", "libmpi_abi.so"})
    if (name.starts_with(known)) return true;
  return false;
}

/// True if the loaded library asks for a name that begins with "MPI_".
bool asks_for_mpi(const struct link_map& map) {
  const char* names = nullptr;
  const Elf64_Sym* symbols = nullptr;
  const Elf64_Rela* tables[2] = {nullptr, nullptr};
  std::size_t sizes[2] = {0, 0};
  for (const Elf64_Dyn* d = map.l_ld; d != nullptr && d->d_tag != DT_NULL; ++d) {
    if (d->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(d->d_un.d_ptr);
    if (d->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const Elf64_Sym*>(d->d_un.d_ptr);
    if (d->d_tag == DT_RELA) tables[0] = reinterpret_cast<const Elf64_Rela*>(d->d_un.d_ptr);
    if (d->d_tag == DT_RELASZ) sizes[0] = d->d_un.d_val;
    if (d->d_tag == DT_JMPREL) tables[1] = reinterpret_cast<const Elf64_Rela*>(d->d_un.d_ptr);
    if (d->d_tag == DT_PLTRELSZ) sizes[1] = d->d_un.d_val;
  }
  if (names == nullptr || symbols == nullptr) return false;
  for (int table = 0; table < 2; ++table)
    for (std::size_t i = 0; tables[table] != nullptr && i < sizes[table] / sizeof(Elf64_Rela); ++i) {
      const Elf64_Sym& symbol = symbols[ELF64_R_SYM(tables[table][i].r_info)];
      const std::string_view name(names + symbol.st_name);
      if (symbol.st_shndx == SHN_UNDEF && (name.starts_with("MPI_") || name.starts_with("mpi_"))) return true;
    }
  return false;
}

std::set<const struct link_map*> all_maps() {
  std::set<const struct link_map*> all;
  for (const struct link_map* map = _r_debug.r_map; map != nullptr; map = map->l_next) all.insert(map);
  return all;
}

/// Refuses libraries that came with the first copy, if ranks must not share them.
void check_shared(const ProgramFile& program, const std::set<const struct link_map*>& before,
                  const struct link_map* copy) {
  for (const struct link_map* map : all_maps()) {
    if (before.contains(map) || map == copy) continue;
    const std::string path = map->l_name;
    if (is_of_system(path) && !asks_for_mpi(*map)) continue;
    throw ConfigError(
        fmt::format("mpirun: {} uses the shared library {}, {}; link that library statically (its .a, or its "
                    "objects, compiled "
                    "with -fPIC)",
                    core::escaped(program.path().string()), core::escaped(path),
                    asks_for_mpi(*map) ? "which calls MPI, and all ranks would share its variables"
                                       : "whose variables all ranks would share"));
  }
}

// --- copies --------------------------------------------------------------------------------------

[[noreturn]] void refuse_host(const ProgramFile& program, int rank, int ranks, const std::string& why) {
  throw HostLimitError(
      fmt::format("mpirun: the copy of {} for rank {} of {} could not be loaded: {}; take fewer "
                  "ranks",
                  core::escaped(program.path().string()), rank, ranks, why));
}

/// The path of a rank's copy, spelled differently for each: the loader takes equal names for the
/// same file.
std::string path_of(const MemoryFile& copy, int rank) {
  std::string path = "/proc/self/fd";
  for (int bit = 0; bit < 24; ++bit) path += (rank >> bit & 1) != 0 ? "/." : "//";
  return path + "/" + std::to_string(copy.descriptor());
}

/// The message of dlerror() without its first words, the path of the copy in memory.
std::string loader_words(const char* told) {
  const std::string all(told == nullptr ? "no reason given" : told);
  if (!all.starts_with("/proc/")) return all;
  const std::size_t end = all.find(": ");
  return end == std::string::npos ? all : all.substr(end + 2);
}

bool is_shortage(const std::string& words) {
  for (const char* known :
       {"annot allocate memory", "failed to map", "cannot map", "Too many open files", "static TLS"})
    if (words.find(known) != std::string::npos) return true;
  return false;
}

void give_words(Process& process, const std::vector<std::string>& words) {
  process.words = words;
  for (std::string& word : process.words) process.arguments.push_back(word.data());
  process.arguments.push_back(nullptr);
}

/// Loads the library of MPI's names, which programs that were linked elsewhere need not find then.
void load_names() {
  std::error_code error;
  const std::filesystem::path folder = std::filesystem::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* const place : {"libmpi_abi.so.0", TORUSCOPE_MPI_NAMES})
    if (dlopen((folder / place).c_str(), RTLD_NOW | RTLD_GLOBAL) != nullptr) return;
}

void load(const ProgramFile& program, Process& process) {
  const MemoryFile file("rank");
  const std::vector<char>& copy = program.copy();
  if (!file.is_made() || !file.write({copy.data(), copy.size()}))
    refuse_host(program, process.number, process.size, std::strerror(errno));
  const bool is_first = process.number == 0;
  const auto before = is_first ? all_maps() : std::set<const struct link_map*>();
  set_here(&process);  // what its constructors do is the rank's
  // Bound at once: what a copy lacks is told before the run.
  void* const handle = dlopen(path_of(file, process.number).c_str(), RTLD_NOW | RTLD_LOCAL);
  set_here(nullptr);
  if (handle == nullptr) {
    const std::string words = loader_words(dlerror());
    if (is_shortage(words)) refuse_host(program, process.number, process.size, words);
    throw ConfigError(
        fmt::format("mpirun: {} cannot be loaded: {}", core::escaped(program.path().string()), words));
  }
  struct link_map* map = nullptr;
  dlinfo(handle, RTLD_DI_LINKMAP, &map);
  if (is_first) check_shared(program, before, map);
  process.base = map->l_addr;
  give_own_data(program, map->l_addr, process);
  process.fortran_constants = dlsym(handle, "toruscope_mpi_");
  const auto* const endings = reinterpret_cast<void (*const*)()>(map->l_addr + program.endings());
  for (std::size_t i = 0; i < program.count_of_endings(); ++i) process.endings.push_back(endings[i]);
  process.entry = main_of(map->l_addr + program.start());
  if (process.entry == nullptr)
    throw ConfigError(fmt::format("mpirun: {} has no main", core::escaped(program.path().string())));
}

}  // namespace

std::vector<std::unique_ptr<Process>> load_copies(const ProgramFile& program, int ranks,
                                                  const std::vector<std::string>& arguments) {
  std::vector<std::string> words{program.path().string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<std::unique_ptr<Process>> all;
  load_names();
  const LoadingWatch watch(core::escaped(program.path().string()));
  try {
    for (int rank = 0; rank < ranks; ++rank) {
      auto process = std::make_unique<Process>();
      process->number = rank;
      process->size = ranks;
      give_words(*process, words);
      give_input(*process);
      load(program, *process);
      all.push_back(std::move(process));
    }
  } catch (const std::bad_alloc&) {
    refuse_host(program, static_cast<int>(all.size()), ranks, "this computer has no more memory");
  }
  return all;
}

}  // namespace toruscope::mpi

extern "C" int __libc_start_main(int (*program)(int, char**, char**), int count, char** words, void (*begin)(),
                                 void (*end)(), void (*end_of_loader)(), void* top) {
  using namespace toruscope::mpi;
  if (is_looking) {
    found_main = program;
    std::longjmp(back, 1);  // NOLINT(cert-err52-cpp)
  }
  using Start = int(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*);
  const auto real = reinterpret_cast<Start*>(dlsym(RTLD_NEXT, "__libc_start_main"));
  return real(program, count, words, begin, end, end_of_loader, top);
}
