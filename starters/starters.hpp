// SPDX-License-Identifier: Apache-2.0
// What `toruscope new` writes: the files of a small project, ready to build, with an algorithm of
// some operation.
//
// The texts are files of this folder, which the build takes in: project/ has those of every
// project, algorithms/ one for each operation, which the tests compile and verify as they are.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::starters {

struct ProjectFile {
  std::string name;
  std::string purpose;  ///< one line, for the listing
  std::string text;
};

/// What a project of an operation has.
struct ProjectKind {
  std::string operation;    ///< "allreduce"
  std::string entry;        ///< its type in the catalogue: "Allreduce"
  std::string algorithm;    ///< name of the algorithm, its function and its files: "pass_around"
  std::string description;  ///< what the function is, a sentence
  std::string options;      ///< words for `verify` in the project's tests
};

/// All kinds; the first is made if none is asked for.
const std::vector<ProjectKind>& project_kinds();
/// Errors    ConfigError if there is no such operation, with the nearest one.
const ProjectKind& project_kind(std::string_view operation);

std::vector<ProjectFile> project_files(const std::string& project, const ProjectKind& kind);

/// The text of a file of project/ or algorithms/: "scan.cpp".
std::string_view text_of(std::string_view file);

}  // namespace toruscope::starters
