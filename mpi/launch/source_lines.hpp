// SPDX-License-Identifier: Apache-2.0
// Source lines of a program, by addresses of its file: those that addr2line (binutils) finds where
// the program was compiled with -g.
//
// Threads     Several may ask at once.

#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>

namespace toruscope::mpi {

class SourceLines {
 public:
  explicit SourceLines(std::filesystem::path program) : program_(std::move(program)) {}

  /// "heat.c:41"; empty if it is not known.
  [[nodiscard]] std::string of(std::uintptr_t address) const;

 private:
  const std::filesystem::path program_;
  mutable std::mutex lock_;
  mutable std::map<std::uintptr_t, std::string> known_;
};

}  // namespace toruscope::mpi
