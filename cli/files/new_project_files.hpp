// SPDX-License-Identifier: Apache-2.0
// What `toruscope new` writes: the files of a small project, ready to build, with an algorithm of some operation.
//
// The algorithms are the files of cli/projects/, one per operation, which the build takes in as texts
// (projects/sources.cpp.in): they are real code, and the tests compile and verify them as they are.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::cli {

struct ProjectFile {
  std::string name;
  std::string purpose;  ///< one line, for the listing
  std::string text;
};

/// What a project of an operation has.
struct ProjectKind {
  std::string operation;    ///< "allreduce"
  std::string entry;        ///< its type in the catalogue: "Allreduce"
  std::string algorithm;    ///< of the algorithm, its function and its files: "pass_around"
  std::string description;  ///< what the function is, a sentence
  std::string options;      ///< of `verify` in the project's tests
};

/// The first is the one that is made if none is asked for.
const std::vector<ProjectKind>& project_kinds();
/// Errors    ConfigError if there is no such operation, with the nearest one.
const ProjectKind& project_kind(std::string_view operation);

std::vector<ProjectFile> project_files(const std::string& project, const ProjectKind& kind);

/// The file of cli/projects/.
std::string_view project_source(const ProjectKind& kind);

}  // namespace toruscope::cli
