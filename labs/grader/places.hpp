// SPDX-License-Identifier: Apache-2.0
// Where grading finds what it needs: beside the program in an installation, in the folders of a build, and in the source tree.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toruscope::labs {

struct Places {
  std::filesystem::path above{};                     ///< the folder of the installation, or of the build
  std::filesystem::path runner{};                    ///< the program in which submissions run
  std::filesystem::path headers{};                   ///< that has toruscope/toruscope.hpp
  std::filesystem::path labs{};                      ///< the folders of the labs
  std::filesystem::path compiler{};                  ///< c++, or what was asked for
  std::vector<std::filesystem::path> of_compiler{};  ///< what it needs besides the system's files
  [[nodiscard]] std::vector<std::filesystem::path> readable() const;  ///< by compiler and runner
};

/// All but the compiler. `runner`: the program of labs of one's own; empty: that of the labs that are installed.
/// Errors    ConfigError that names what is missing.
Places find_places(const std::string& runner);

/// `name`: a name or path; empty: c++, g++ or clang++, whichever is found first.
/// Errors    ConfigError that names what is missing.
void find_compiler(Places& places, const std::string& name);

}  // namespace toruscope::labs
