// SPDX-License-Identifier: Apache-2.0
// What the names of files and folders tell: a lab, a student.

#pragma once

#include "labs/support/lab.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::labs {

/// What a name tells of a lab: "01-anna", "lab1", "vera_lab01", "Lab 4 ben" and "ring-broadcast-anna" name one.
struct NamedLab {
  const Lab* lab = nullptr;  ///< null: none that there is
  std::string why{};   ///< then: "names no lab", "names lab 99, and there is none", "names two labs, 1 and 2"
  std::string rest{};  ///< of the name, without the lab: "anna"
  [[nodiscard]] bool names_a_number() const { return lab != nullptr || why != kNone; }
  static constexpr std::string_view kNone = "names no lab";
};
NamedLab lab_in_name(const std::vector<Lab>& labs, std::string_view name);

/// By the file's name, else that of the nearest folder that names one.
NamedLab lab_in_path(const std::vector<Lab>& labs, const std::filesystem::path& file);

/// Who handed it in: what is left of the file's name without the lab, or else the nearest folder that names no
/// lab; empty if neither tells.
std::string student_in_path(const std::vector<Lab>& labs, const std::filesystem::path& file);

/// What C++ compilers take for C++: .cpp .cc .cxx .c++ .C
bool is_source(const std::filesystem::path& file);

}  // namespace toruscope::labs
