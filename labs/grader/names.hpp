// SPDX-License-Identifier: Apache-2.0
// Information in the names of files and folders: a lab, a student.

#pragma once

#include "labs/support/lab.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::labs {

/// Lab in a name: "01-anna", "lab1", "vera_lab01", "Lab 4 ben" and "ring-broadcast-anna" have one.
struct NamedLab {
  const Lab* lab = nullptr;  ///< null: none that exists
  /// Reason if null: "names no lab", "names lab 99, and there is none", "names two labs, 1 and 2".
  std::string why{};
  std::string rest{};  ///< the name without the lab: "anna"
  [[nodiscard]] bool names_a_number() const { return lab != nullptr || why != kNone; }
  static constexpr std::string_view kNone = "names no lab";
};
NamedLab lab_in_name(const std::vector<Lab>& labs, std::string_view name);

/// Lab by the file's name, else by the nearest folder that names one.
NamedLab lab_in_path(const std::vector<Lab>& labs, const std::filesystem::path& file);

/// Student: the file's name without the lab, else the nearest folder that names no lab, or empty.
std::string student_in_path(const std::vector<Lab>& labs, const std::filesystem::path& file);

/// True for the suffixes of C++: .cpp .cc .cxx .c++ .C
bool is_source(const std::filesystem::path& file);
/// The name ends as C's: a solution for MPI.
bool is_mpi_source(const std::filesystem::path& file);

}  // namespace toruscope::labs
