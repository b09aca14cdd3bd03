// SPDX-License-Identifier: Apache-2.0

#include "mpi/launch/program_file.hpp"

#include "runtime/core/shown_text.hpp"
#include "runtime/files/command_files.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fmt/core.h>
#include <fstream>
#include <iterator>
#include <link.h>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

namespace toruscope::mpi {

namespace fs = std::filesystem;

namespace {

/// Our name for linking (mpi/launch/CMakeLists.txt).
constexpr std::string_view kOwnLibrary = "libmpi_abi.so.0";

/// "libmpi.so.40" and its kin, of whatever MPI.
bool is_mpi_library(std::string_view soname) {
  for (const std::string_view name : {"libmpi", "libpmpi", "libfmpi", "libmpich", "libopen-rte", "libmpifort"})
    if (soname.starts_with(name)) return soname != kOwnLibrary;
  return false;
}

/// Variables of the C library that a program in C, compiled with -fPIE, may have copies of: what
/// they hold is given to each rank (own_data.cpp). Objects of C++ cannot be copied.
bool is_known_copy(std::string_view name) {
  for (const std::string_view known :
       {"stdin", "stdout", "stderr", "environ", "optarg", "optind", "opterr", "optopt"})
    if (name == known) return true;
  return false;
}

}  // namespace

void ProgramFile::refuse(const std::string& why) const {
  throw ConfigError(fmt::format("mpirun: {} {}", core::escaped(path_.string()), why));
}

template <class T>
const T& ProgramFile::at(std::uint64_t offset) const {
  if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) refuse("is damaged: it ends too early");
  return *reinterpret_cast<const T*>(bytes_.data() + offset);
}

const Elf64_Ehdr& ProgramFile::header() const {
  return at<Elf64_Ehdr>(0);
}

Elf64_Addr ProgramFile::start() const {
  return header().e_entry;
}

std::uint64_t ProgramFile::offset_of(Elf64_Addr address) const {
  for (const Elf64_Phdr& load : loads_)
    if (address >= load.p_vaddr && address - load.p_vaddr < load.p_filesz)
      return load.p_offset + (address - load.p_vaddr);
  refuse("is damaged: it names an address that none of its parts has");
}

template <class T>
const T& ProgramFile::loaded(Elf64_Addr address) const {
  return at<T>(offset_of(address));
}

std::string ProgramFile::text(Elf64_Addr address) const {
  const std::uint64_t offset = offset_of(address);
  if (offset > bytes_.size()) refuse("is damaged: it ends too early");
  const auto begin = bytes_.begin() + static_cast<std::ptrdiff_t>(offset);
  return {begin, std::find(begin, bytes_.end(), '\0')};
}

ProgramFile::ProgramFile(fs::path path) : path_(std::move(path)) {
  read();
  check_kind();
  read_segments();
  check_segments();
  read_dynamic();
  check_libraries();
  cut();
}

void ProgramFile::read() {
  std::error_code error;
  if (!fs::exists(path_, error))
    throw ConfigError(fmt::format("mpirun: there is no program {}", core::escaped(path_.string())));
  if (fs::is_directory(path_, error)) refuse("is a folder; give the program's file");
  core::note_input(path_);
  std::ifstream file(path_, std::ios::binary);
  bytes_.assign(std::istreambuf_iterator<char>(file), {});
  if (!file) refuse("cannot be read");
}

void ProgramFile::check_kind() const {
  const std::string_view begin(bytes_.data(), std::min<std::size_t>(bytes_.size(), SELFMAG));
  if (begin.starts_with("#!"))
    refuse("is a script; each rank loads the program itself: give the executable that the script starts");
  if (begin != ELFMAG)
    refuse("is no executable (no ELF file); compile the program with toruscope-mpicc, -mpicxx or -mpifort");
  const Elf64_Ehdr& head = header();
  if (head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_machine != EM_X86_64)
    refuse("is for another kind of processor; compile it on this computer with toruscope-mpicc");
  if (head.e_type == ET_REL) refuse("is an object file; link it with toruscope-mpicc");
  if (head.e_type != ET_DYN && head.e_type != ET_EXEC) refuse("is no executable");
}

void ProgramFile::read_segments() {
  const Elf64_Ehdr& head = header();
  bool has_tls = false;
  for (unsigned i = 0; i < head.e_phnum; ++i) {
    const auto& part = at<Elf64_Phdr>(head.e_phoff + std::uint64_t{i} * sizeof(Elf64_Phdr));
    if (part.p_type == PT_LOAD) loads_.push_back(part);
    if (part.p_type == PT_DYNAMIC || part.p_type == PT_INTERP || part.p_type == PT_GNU_RELRO ||
        part.p_type == PT_GNU_EH_FRAME)
      loaded_parts_.push_back(part);
    if (part.p_type == PT_INTERP) has_interpreter_ = true;
    if (part.p_type == PT_TLS) has_tls = true;
    if (part.p_type != PT_DYNAMIC) continue;
    dynamic_ = part.p_offset;
    dynamic_entries_ = part.p_filesz / sizeof(Elf64_Dyn);
  }
  if (!has_interpreter_ && (head.e_type == ET_EXEC || head.e_entry != 0))
    refuse("is statically linked, so its MPI calls go nowhere; link it without -static, with toruscope-mpicc");
  if (!has_interpreter_) refuse("is a shared library and no program");
  if (head.e_type == ET_EXEC)
    refuse(
        "is not position-independent, so it can be loaded once only; compile and link it with toruscope-mpicc, "
        "or "
        "with -fPIC and -pie");
  if (dynamic_entries_ == 0) refuse("is damaged: it has no dynamic section");
  if (has_tls)
    refuse(
        "has thread_local variables (or OpenMP's threadprivate), which ranks in one process cannot have; make "
        "them static: a rank has one thread, and its own copy of each static variable");
}

// Checks that the system's loader does not make, or reports as a lack of memory.
void ProgramFile::check_segments() const {
  constexpr Elf64_Addr kPage = 4096;
  constexpr Elf64_Addr kEnd = Elf64_Addr{1} << 47;  // of a process
  Elf64_Addr end = 0;
  for (const Elf64_Phdr& load : loads_) {
    const bool is_placed = load.p_vaddr >= end && load.p_vaddr < kEnd && load.p_memsz < kEnd - load.p_vaddr &&
                           (load.p_vaddr - load.p_offset) % kPage == 0;
    const bool is_there = load.p_filesz <= load.p_memsz && load.p_filesz <= bytes_.size() &&
                          load.p_offset <= bytes_.size() - load.p_filesz;
    if (!is_placed || !is_there) refuse("is damaged: its parts do not fit together");
    end = load.p_vaddr + load.p_memsz;
  }
  for (const Elf64_Phdr& part : loaded_parts_) check_loaded(part.p_vaddr, part.p_memsz);
}

void ProgramFile::check_loaded(Elf64_Addr address, std::uint64_t size) const {
  // A part that is made read-only (RELRO) may reach to the end of its page.
  constexpr std::uint64_t kPage = 4096;
  for (const Elf64_Phdr& load : loads_) {
    const std::uint64_t room = (load.p_memsz + load.p_vaddr % kPage + kPage - 1) / kPage * kPage;
    if (address >= load.p_vaddr && address - load.p_vaddr < room && size <= room - (address - load.p_vaddr))
      return;
  }
  refuse("is damaged: it names an address that none of its parts has");
}

void ProgramFile::read_dynamic() {
  Elf64_Addr names = 0, symbols = 0, tables[2] = {0, 0};
  std::uint64_t sizes[2] = {0, 0}, relatives = 0;
  std::set<Elf64_Sxword> given;
  std::vector<std::uint64_t> needed;
  for (std::size_t i = 0; i < dynamic_entries_; ++i) {
    const std::uint64_t offset = dynamic_ + i * sizeof(Elf64_Dyn);
    const auto& entry = at<Elf64_Dyn>(offset);
    const std::uint64_t value = entry.d_un.d_val;
    given.insert(entry.d_tag);
    switch (entry.d_tag) {
      case DT_NULL:
        i = dynamic_entries_;
        break;
      case DT_NEEDED:
        needed.push_back(value);
        break;
      case DT_STRTAB:
        names = value;
        break;
      case DT_SYMTAB:
        symbols = value;
        break;
      case DT_RELA:
        tables[0] = value;
        break;
      case DT_RELASZ:
        sizes[0] = value;
        break;
      case DT_JMPREL:
        tables[1] = value;
        break;
      case DT_PLTRELSZ:
        sizes[1] = value;
        break;
      case DT_RELACOUNT:
        relatives = value;
        break;
      case DT_RELAENT:
      case DT_SYMENT:  // equal sizes
        static_assert(sizeof(Elf64_Rela) == sizeof(Elf64_Sym));
        if (value != sizeof(Elf64_Rela)) refuse("is damaged: a table of it has entries of a wrong size");
        break;
      case DT_PLTREL:
        if (value != DT_RELA) refuse("is damaged: it has a table of a wrong kind");
        break;
      case DT_FINI_ARRAY:
        endings_ = value;
        break;
      case DT_FINI_ARRAYSZ:
        count_of_endings_ = value / sizeof(Elf64_Addr);
        break;
      case DT_FLAGS_1:
        if ((value & DF_1_PIE) != 0) {
          const std::uint64_t without = value & ~std::uint64_t{DF_1_PIE};
          std::memcpy(bytes_.data() + offset + offsetof(Elf64_Dyn, d_un), &without, sizeof without);
        }
        break;
      default:
        break;
    }
  }
  using Pair = std::pair<Elf64_Sxword, Elf64_Sxword>;  // of one goes with the other
  for (const auto& [table, of_it] :
       {Pair{DT_RELA, DT_RELASZ}, Pair{DT_RELA, DT_RELAENT}, Pair{DT_JMPREL, DT_PLTRELSZ},
        Pair{DT_JMPREL, DT_PLTREL}, Pair{DT_SYMTAB, DT_STRTAB}, Pair{DT_INIT_ARRAY, DT_INIT_ARRAYSZ},
        Pair{DT_FINI_ARRAY, DT_FINI_ARRAYSZ}})
    if (given.contains(table) != given.contains(of_it)) refuse("is damaged: it has one half of a table");
  if (!given.contains(DT_SYMTAB)) refuse("is damaged: it has no names");
  if (count_of_endings_ > 0) check_loaded(endings_, count_of_endings_ * sizeof(Elf64_Addr));
  for (const std::uint64_t name : needed) libraries_.push_back(text(names + name));
  for (std::uint64_t i = 0; i < relatives; ++i)
    if (ELF64_R_TYPE(loaded<Elf64_Rela>(tables[0] + i * sizeof(Elf64_Rela)).r_info) != R_X86_64_RELATIVE)
      refuse("is damaged: its relocations are not in the order that it says");
  for (int table = 0; table < 2; ++table) read_references(tables[table], sizes[table], symbols, names);
}

void ProgramFile::read_references(Elf64_Addr table, std::size_t size, Elf64_Addr symbols, Elf64_Addr names) {
  for (std::size_t done = 0; done + sizeof(Elf64_Rela) <= size; done += sizeof(Elf64_Rela)) {
    const auto& entry = loaded<Elf64_Rela>(table + done);
    const std::uint64_t index = ELF64_R_SYM(entry.r_info);
    if (index == 0) continue;
    const auto& symbol = loaded<Elf64_Sym>(symbols + index * sizeof(Elf64_Sym));
    const std::string name = text(names + symbol.st_name);
    const std::uint64_t type = ELF64_R_TYPE(entry.r_info);
    const bool is_copy = type == R_X86_64_COPY;
    if (is_copy && !is_known_copy(name))
      refuse(
          fmt::format("was not compiled with -fPIC (it has a copy of `{}` of a library); compile it with "
                      "toruscope-mpicc, or with -fPIC as the last option",
                      name));
    references_.push_back({.name = name,
                           .place = entry.r_offset,
                           .addend = entry.r_addend,
                           .is_address = type == R_X86_64_GLOB_DAT || type == R_X86_64_64,
                           .is_copy = is_copy,
                           .is_defined = symbol.st_shndx != SHN_UNDEF});
  }
}

void ProgramFile::check_libraries() const {
  for (const std::string& library : libraries_)
    if (is_mpi_library(library))
      refuse(
          fmt::format("is linked with another MPI ({}); compile and link it with toruscope-mpicc, -mpicxx or "
                      "-mpifort",
                      library));
}

// What debuggers need is not loaded, and often most of the file.
void ProgramFile::cut() {
  std::uint64_t end = header().e_phoff + header().e_phnum * sizeof(Elf64_Phdr);
  for (const Elf64_Phdr& load : loads_) end = std::max(end, load.p_offset + load.p_filesz);
  if (end < bytes_.size()) bytes_.resize(end);
  auto& head = *reinterpret_cast<Elf64_Ehdr*>(bytes_.data());
  head.e_shoff = 0;
  head.e_shnum = 0;
  head.e_shstrndx = 0;
}

fs::path find_program(const std::string& word) {
  std::error_code error;
  if (word.find('/') != std::string::npos || fs::exists(word, error)) return word;
  const char* const all = std::getenv("PATH");
  std::istringstream folders(all == nullptr ? "/usr/bin:/bin" : all);
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && fs::is_regular_file(fs::path(folder) / word, error)) return fs::path(folder) / word;
  return word;
}

std::vector<std::string> missing_functions(const ProgramFile& program) {
  const auto is_of_mpi = [](const std::string& name) {
    return name.starts_with("MPI_") || name.starts_with("PMPI_") || name.starts_with("mpi_") ||
           name.starts_with("pmpi_") || name.starts_with("MPIX_");
  };
  // Of this program, not of the library that has all names for linking.
  void* const own = dlopen(nullptr, RTLD_LAZY);
  struct link_map* self = nullptr;
  dlinfo(own, RTLD_DI_LINKMAP, &self);
  const auto has = [&](const std::string& name) {
    void* const address = dlsym(own, name.c_str());
    Dl_info info{};
    struct link_map* map = nullptr;
    void* found = nullptr;
    if (address == nullptr || dladdr1(address, &info, &found, RTLD_DL_LINKMAP) == 0) return false;
    map = static_cast<struct link_map*>(found);
    return map == self;
  };
  std::set<std::string> missing;
  for (const ProgramFile::Reference& reference : program.references())
    if (!reference.is_defined && is_of_mpi(reference.name) && !has(reference.name))
      missing.insert(reference.name);
  return {missing.begin(), missing.end()};
}

}  // namespace toruscope::mpi
