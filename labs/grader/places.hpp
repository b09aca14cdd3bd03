// SPDX-License-Identifier: Apache-2.0
// Places that grading needs: of an installation, in a build, and in the source tree.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toruscope::labs {

struct Places {
  std::filesystem::path above{};                     ///< folder of an installation or build
  std::filesystem::path runner{};                    ///< program in which submissions run
  std::filesystem::path headers{};                   ///< have toruscope/toruscope.hpp
  std::filesystem::path mpi_headers{};               ///< have mpi.h
  std::filesystem::path labs{};                      ///< folders of the labs
  std::filesystem::path compiler{};                  ///< c++, or the one asked for
  std::vector<std::filesystem::path> of_compiler{};  ///< needed besides the system's files
  /// Files that compiler and runner may read.
  [[nodiscard]] std::vector<std::filesystem::path> readable() const;
};

/// All places but the compiler. `runner`: the program of your own labs; empty: that of the
/// installed labs.
/// Errors    ConfigError that names what is missing.
Places find_places(const std::string& runner);

/// `name`: a name or path; empty: c++, g++ or clang++, whichever is found first.
/// Errors    ConfigError that names what is missing.
void find_compiler(Places& places, const std::string& name);

}  // namespace toruscope::labs
