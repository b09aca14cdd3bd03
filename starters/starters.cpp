// SPDX-License-Identifier: Apache-2.0

#include "starters/starters.hpp"

#include "collectives/operations.hpp"
#include "runtime/core/joined.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <utility>

namespace toruscope::starters {

namespace {

/// The text with @project@, @operation@ and the like as the project has them.
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
  std::string text(text_of(kind.operation + ".cpp"));
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
      {"gatherv", "Gatherv", "in_turn", "Every PE sends its block to the root, which takes them in rank order.",
       ""},
      {"scatter", "Scatter", "in_turn", "The root sends each PE its block, in rank order.", ""},
      {"scatterv", "Scatterv", "in_turn", "The root sends each PE its block, in rank order.", ""},
      {"allgatherv", "Allgatherv", "pass_around", "Every block goes once around the ranks.", ""},
      {"reduce_scatterv", "ReduceScatterv", "rotation",
       "In round t every PE exchanges with the PEs that are t ranks away. For operators that commute.", ""},
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
  throw ConfigError(fmt::format("new: there is no project of {}; there are projects of {}", known,
                                core::joined(kinds, ", ", &ProjectKind::operation)));
}

std::vector<ProjectFile> project_files(const std::string& project, const ProjectKind& kind) {
  const auto file = [&](const std::string& name, const std::string& purpose, std::string_view text) {
    return ProjectFile{name, purpose, filled_in(text, project, kind)};
  };
  return {
      file("CMakeLists.txt", "finds the installed package; the tests", text_of("CMakeLists.txt.in")),
      file(kind.algorithm + ".hpp", "an algorithm of your own: " + kind.operation, text_of("algorithm.hpp.in")),
      file(kind.algorithm + ".cpp", "what it does, and its formula", source_of(kind)),
      file("main.cpp", "adds it to the table; a program for `run`", text_of("main.cpp.in")),
      file("README.md", "how to build and what to change", text_of("README.md.in"))};
}

}  // namespace toruscope::starters
