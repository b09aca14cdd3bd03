// SPDX-License-Identifier: Apache-2.0
// Where grading finds what it needs: beside the program in an installation, in the folders of a build, and in the source tree.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace toruscope::labs {

struct Places {
  std::filesystem::path runner;                      ///< the program in which submissions run
  std::filesystem::path headers;                     ///< that has toruscope/toruscope.hpp
  std::filesystem::path labs;                        ///< the folders of the labs
  std::filesystem::path compiler;                    ///< c++, or what was asked for
  std::vector<std::filesystem::path> of_compiler{};  ///< what it needs besides the system's files
  [[nodiscard]] std::vector<std::filesystem::path> readable() const;  ///< by compiler and runner
};

/// `compiler`: a name or path; empty: c++, g++ or clang++, whichever is found first.
/// Errors    ConfigError that names what is missing.
Places find_places(const std::string& compiler);

}  // namespace toruscope::labs
