// SPDX-License-Identifier: Apache-2.0
// The executable of an MPI program: what its file says of itself, and why it cannot be loaded once
// for each rank.
//
// Source      System V ABI, AMD64 supplement; the generic ABI's chapters on object files and
//             dynamic linking.

#pragma once

#include <cstddef>
#include <cstdint>
#include <elf.h>
#include <filesystem>
#include <string>
#include <vector>

namespace toruscope::mpi {

class ProgramFile {
 public:
  /// Errors    ConfigError for what cannot be loaded once for each rank, with what to do.
  explicit ProgramFile(std::filesystem::path path);

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// What a copy for a rank has: the file without what is not loaded, and without the mark of an
  /// executable, which can be loaded once only.
  [[nodiscard]] const std::vector<char>& copy() const { return bytes_; }
  [[nodiscard]] Elf64_Addr start() const;
  /// A place that the loader fills with the address of a name.
  struct Reference {
    std::string name;
    Elf64_Addr place = 0;
    Elf64_Sxword addend = 0;
    bool is_address = false;  ///< of data or of a function, as data
    bool is_copy = false;     ///< the place is the program's copy of a library's variable
    bool is_defined = false;  ///< by the program
  };
  [[nodiscard]] const std::vector<Reference>& references() const { return references_; }
  /// Libraries that it names, by their sonames.
  [[nodiscard]] const std::vector<std::string>& libraries() const { return libraries_; }
  /// Address and size of its list of functions to call at the end.
  [[nodiscard]] Elf64_Addr endings() const { return endings_; }
  [[nodiscard]] std::size_t count_of_endings() const { return count_of_endings_; }

 private:
  template <class T>
  [[nodiscard]] const T& at(std::uint64_t offset) const;
  template <class T>
  [[nodiscard]] const T& loaded(Elf64_Addr address) const;
  [[nodiscard]] std::string text(Elf64_Addr address) const;
  [[nodiscard]] const Elf64_Ehdr& header() const;
  [[nodiscard]] std::uint64_t offset_of(Elf64_Addr address) const;
  [[noreturn]] void refuse(const std::string& why) const;

  void read();
  void check_kind() const;
  void read_segments();
  void check_segments() const;
  void check_loaded(Elf64_Addr address, std::uint64_t size) const;
  void read_dynamic();
  void read_references(Elf64_Addr table, std::size_t bytes, Elf64_Addr symbols, Elf64_Addr names);
  void check_libraries() const;
  void cut();

  std::filesystem::path path_;
  std::vector<char> bytes_;
  std::vector<Elf64_Phdr> loads_;
  std::vector<Elf64_Phdr> loaded_parts_;  ///< those that lie within a load
  std::uint64_t dynamic_ = 0;             ///< its offset
  std::size_t dynamic_entries_ = 0;
  bool has_interpreter_ = false;
  std::vector<Reference> references_;
  std::vector<std::string> libraries_;
  Elf64_Addr endings_ = 0;
  std::size_t count_of_endings_ = 0;
};

/// The program that `word` names: a path, else a file of this folder, else one of PATH.
std::filesystem::path find_program(const std::string& word);

/// MPI functions that the program names and this one lacks, in the order of the alphabet.
std::vector<std::string> missing_functions(const ProgramFile& program);

}  // namespace toruscope::mpi
