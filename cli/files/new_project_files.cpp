// SPDX-License-Identifier: Apache-2.0
// The texts; @project@, @operation@ and the like in them are those of the project.

#include "cli/files/new_project_files.hpp"

#include "collectives/operations.hpp"
#include "runtime/core/joined.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <utility>

namespace toruscope::cli {

namespace {

constexpr std::string_view kCMake = R"text(cmake_minimum_required(VERSION 3.16)
project(@project@ LANGUAGES CXX)

find_package(toruscope 0.2 REQUIRED)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_executable(@project@ main.cpp @algorithm@.cpp)
target_link_libraries(@project@ PRIVATE toruscope::toruscope)

enable_testing()
foreach(topology ring:1 ring:7 torus:3x5 complete:6)
  add_test(NAME @algorithm@_on_${topology}
    COMMAND @project@ verify @operation@ --algorithm @algorithm@@options@ --topology ${topology})
endforeach()
add_test(NAME program COMMAND @project@ run --topology ring:7)
)text";

constexpr std::string_view kHeader = R"text(// The @operation@ of this project.

#pragma once

#include <toruscope/catalogue.hpp>

/// @description@
toruscope::@entry@ @algorithm@();
)text";

constexpr std::string_view kMain =
    R"text(// Toruscope's command line with the algorithms of this project in its tables.
//
//   build/@project@ verify @operation@ --algorithm @algorithm@ --topology ring:16
//   build/@project@ compare @operation@ --topology torus:4x4
//   build/@project@ run --topology ring:8

)text"
    R"text(#include "@algorithm@.hpp"

#include <toruscope/toruscope.hpp>

#include <string>

namespace {

/// What `run` without the name of an application does, on every PE.
void program(toruscope::Communicator& comm) {
  int value = comm.rank() == 0 ? 42 : 0;
  toruscope::broadcast(comm, 0, value);
  if (comm.rank() == comm.size() - 1) comm.print("got " + std::to_string(value));
}

}  // namespace

int main(int argc, char** argv) {
  toruscope::Tables tables;
  tables.algorithms.add(@algorithm@());
  return toruscope::main(argc, argv, program, tables);
}
)text";

constexpr std::string_view kReadme = R"text(# @project@

A program of its own with Toruscope's command line, to which it adds an algorithm of @operation@, `@algorithm@`.

```
cmake -B build        # with -DCMAKE_PREFIX_PATH=..., if Toruscope is installed where CMake does not look
cmake --build build
ctest --test-dir build
build/@project@ compare @operation@ --topology torus:4x4
```

* `@algorithm@.cpp` has the algorithm (`run_@algorithm@`), its formula (`@algorithm@_time`) and its entry of the table. Change it
  and run `build/@project@ verify @operation@ --algorithm @algorithm@`: the data, the formula and the lower bound are checked.
* `main.cpp` adds the entry, and has the program that `build/@project@ run` runs.
* A further collective is a file like `@algorithm@.cpp`, a line in `main.cpp` and one in `CMakeLists.txt`.
)text";

std::string filled_in(std::string_view text, const std::string& project, const ProjectKind& kind) {
  const std::array<std::pair<std::string_view, const std::string*>, 6> values{
      {{"@project@", &project},
       {"@operation@", &kind.operation},
       {"@entry@", &kind.entry},
       {"@algorithm@", &kind.algorithm},
       {"@description@", &kind.description},
       {"@options@", &kind.options}}};
  std::string filled(text);
  for (const auto& [mark, value] : values)
    for (std::size_t at = filled.find(mark); at != std::string::npos;
         at = filled.find(mark, at + value->size()))
      filled.replace(at, mark.size(), *value);
  return filled;
}

/// The project's file includes its header; the licence of the text is its owner's affair.
std::string source_of(const ProjectKind& kind) {
  std::string text(project_source(kind));
  text.erase(0, text.find('\n') + 1);
  constexpr std::string_view kCatalogue = "#include <toruscope/catalogue.hpp>\n";  // by the header
  text.erase(text.find(kCatalogue), kCatalogue.size());
  return "#include \"" + kind.algorithm + ".hpp\"\n" + text;
}

}  // namespace

const std::vector<ProjectKind>& project_kinds() {
  static const std::vector<ProjectKind> kinds{
      {"broadcast", "Broadcast", "chain",
       "From PE to PE along the ranks, beginning at the root. Every PE but the last sends once.", ""},
      {"reduce", "Reduce", "relay",
       "From the last PE down to PE 0 along the ranks, then to the root. Keeps rank order.",
       " --operator affine"},
      {"allreduce", "Allreduce", "pass_around",
       "Blocks go around the ranks: first their sums, then copies of these. For operators that commute.", ""},
      {"reduce_scatter", "ReduceScatter", "pass_around",
       "The sum of every block goes once around the ranks. For operators that commute.", ""},
      {"allgather", "Allgather", "pass_around", "Every block goes once around the ranks.", ""},
      {"scan", "Scan", "relay", "The combination of all values so far goes from PE to PE along the ranks.",
       " --operator affine"},
      {"exscan", "Exscan", "relay", "The combination of all values so far goes from PE to PE along the ranks.",
       " --operator affine"},
      {"alltoall", "Alltoall", "rotation", "In round t every PE exchanges with the PEs that are t ranks away.",
       ""},
      {"alltoallv", "Alltoallv", "rotation",
       "In round t every PE exchanges with the PEs that are t ranks away.", ""},
      {"gather", "Gather", "in_turn", "Every PE sends its block to the root, which takes them in rank order.",
       ""},
      {"scatter", "Scatter", "in_turn", "The root sends each PE its block, in rank order.", ""},
      {"shift", "Shift", "step_by_step", "From rank to rank, the shorter way around.", ""},
      {"barrier", "Barrier", "round_trip", "A message without data goes along the ranks and back.", ""}};
  return kinds;
}

const ProjectKind& project_kind(std::string_view operation) {
  const std::string& known = collectives::operation(operation).name;
  const auto& kinds = project_kinds();
  const auto kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const ProjectKind& k) { return k.operation == known; });
  if (kind != kinds.end()) return *kind;
  std::vector<std::string> names;
  names.reserve(kinds.size());
  for (const ProjectKind& k : kinds) names.push_back(k.operation);
  throw ConfigError(fmt::format("new: there is no project of {}; there are projects of {}", known,
                                core::joined(names, ", ")));
}

std::vector<ProjectFile> project_files(const std::string& project, const ProjectKind& kind) {
  const auto file = [&](const std::string& name, const char* purpose, std::string_view text) {
    return ProjectFile{name, purpose, filled_in(text, project, kind)};
  };
  return {file("CMakeLists.txt", "finds the installed package; the tests", kCMake),
          file(kind.algorithm + ".hpp", ("an algorithm of your own: " + kind.operation).c_str(), kHeader),
          file(kind.algorithm + ".cpp", "what it does, and its formula", source_of(kind)),
          file("main.cpp", "adds it to the table; a program for `run`", kMain),
          file("README.md", "how to build and what to change", kReadme)};
}

}  // namespace toruscope::cli
