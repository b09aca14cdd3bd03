// SPDX-License-Identifier: Apache-2.0
// The texts; @project@ in them is the project's.

#include "cli/new_project_files.hpp"

#include <string_view>

namespace toruscope::detail {

namespace {

constexpr std::string_view kCMake = R"text(cmake_minimum_required(VERSION 3.16)
project(@project@ LANGUAGES CXX)

find_package(toruscope 0.1 REQUIRED)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_executable(@project@ main.cpp chain.cpp)
target_link_libraries(@project@ PRIVATE toruscope::toruscope)

enable_testing()
foreach(topology ring:1 ring:7 torus:3x5 complete:6)
  add_test(NAME chain_on_${topology} COMMAND @project@ verify broadcast --algorithm chain --topology ${topology})
endforeach()
add_test(NAME program COMMAND @project@ run --topology ring:7)
)text";

constexpr std::string_view kHeader = R"text(// The broadcast of this project.

#pragma once

#include <toruscope/catalogue.hpp>

/// From PE to PE along the ranks, beginning at the root. Every PE but the last sends once.
toruscope::Broadcast chain();
)text";

constexpr std::string_view kSource = R"text(#include "chain.hpp"

using namespace toruscope;

namespace {

/// What every PE does. v is the rank as seen from the root, which is 0.
void run_chain(Communicator& comm, Rank root, std::span<std::byte> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  if (v > 0) comm.recv((comm.rank() - 1 + p) % p, data);
  if (v < p - 1) comm.send((comm.rank() + 1) % p, data);
}

/// The time by formula, or nothing where the formula does not hold: `verify` compares it with the run.
std::optional<Prediction> chain_time(const Case& c) {
  const Costs& k = c.costs;
  const bool are_neighbours = c.is_complete || (c.is_torus && c.sides.size() == 1);
  const bool has_other_costs = k.tr != Ticks{} || k.tm != Ticks{} || k.latency != Ticks{} || k.gap != Ticks{};
  if (!are_neighbours || has_other_costs || c.parameters.injection != Injection::direct) return std::nullopt;
  const std::int64_t steps = c.p - 1;
  const std::int64_t bytes = steps * static_cast<std::int64_t>(c.bytes);
  return Prediction{steps, bytes, steps, steps * (k.ts + k.th) + bytes * k.tw};
}

}  // namespace

Broadcast chain() {
  Broadcast entry;
  entry.name = "chain";
  entry.summary = "from PE to PE along the ranks";
  entry.restrictions = "none";
  entry.formula = "(p-1) (ts + th + m tw) where consecutive ranks are neighbours";
  entry.source = "@project@";
  entry.predicted = chain_time;
  entry.run = run_chain;
  return entry;
}
)text";

constexpr std::string_view kMain =
    R"text(// Toruscope's command line with the algorithms of this project in its tables.
//
//   build/@project@ verify broadcast --algorithm chain --topology ring:16
//   build/@project@ compare broadcast --topology torus:4x4
//   build/@project@ run --topology ring:8

)text"
    R"text(#include "chain.hpp"

#include <toruscope/toruscope.hpp>

#include <string>
#include <vector>

namespace {

/// What `run` without the name of an application does, on every PE.
void program(toruscope::Communicator& comm) {
  std::vector<int> value{comm.rank() == 0 ? 42 : 0};
  toruscope::broadcast(comm, 0, value);
  if (comm.rank() == comm.size() - 1) comm.print("got " + std::to_string(value[0]));
}

}  // namespace

int main(int argc, char** argv) {
  toruscope::Tables tables;
  tables.algorithms.add(chain());
  return toruscope::main(argc, argv, program, tables);
}
)text";

constexpr std::string_view kReadme = R"text(# @project@

A program of its own with Toruscope's command line, to which it adds a broadcast, `chain`.

```
cmake -B build        # with -DCMAKE_PREFIX_PATH=..., if Toruscope is installed where CMake does not look
cmake --build build
ctest --test-dir build
build/@project@ compare broadcast --topology torus:4x4
```

* `chain.cpp` has the algorithm (`run_chain`), its formula (`chain_time`) and its entry of the table. Change it and run
  `build/@project@ verify broadcast --algorithm chain`: the data, the formula and the lower bound are checked.
* `main.cpp` adds the entry, and has the program that `build/@project@ run` runs.
* A further collective is a file like `chain.cpp`, a line in `main.cpp` and one in `CMakeLists.txt`.
)text";

std::string filled_in(std::string_view text, const std::string& project) {
  constexpr std::string_view kMark = "@project@";
  std::string filled;
  for (std::size_t at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark)) {
    filled += std::string(text.substr(0, at)) + project;
    text.remove_prefix(at + kMark.size());
  }
  return filled + std::string(text);
}

}  // namespace

std::vector<ProjectFile> project_files(const std::string& project) {
  return {{"CMakeLists.txt", "finds the installed package; the tests", filled_in(kCMake, project)},
          {"chain.hpp", "a broadcast of your own", filled_in(kHeader, project)},
          {"chain.cpp", "its algorithm and its formula", filled_in(kSource, project)},
          {"main.cpp", "adds it to the table; a program for `run`", filled_in(kMain, project)},
          {"README.md", "how to build and what to change", filled_in(kReadme, project)}};
}

}  // namespace toruscope::detail
