// SPDX-License-Identifier: Apache-2.0
// Islands of a graph file, a line each:
//
//   island leaf1 = 0-3 8       # PEs, or with names: island leaf1 = n0 n1
//   island leaf2 = 4-7 9
//   island pod1 = leaf1 leaf2  # islands of lines before make one of the next level

#pragma once

#include "runtime/topology/islands.hpp"

#include <toruscope/topology.hpp>

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope::core {

struct GraphIslands {
  IslandLevels levels;                          ///< innermost first
  std::vector<std::vector<std::string>> names;  ///< of the islands of each level

  /// Sizes and names, a text for each level: "4 of 16 PEs: leaf1, leaf2, ...".
  [[nodiscard]] std::vector<std::string> texts() const;
};

/// Lines `island ..` by their numbers.
using IslandLines = std::vector<std::pair<int, std::string_view>>;
/// The PEs of a word, "0-3" or a name; none if it is no PE.
using PesOfWord = std::function<std::vector<Node>(std::string_view)>;
/// A PE as the file calls it.
using TextOfPe = std::function<std::string(Node)>;
/// Throws what is wrong with a line.
using RefuseLine = std::function<void(int line, const std::string& why)>;

/// Errors    what `refuse` throws: an island given twice or named as a PE, a member that is none,
///           is in two islands of a level, or in none; islands of several levels in one.
GraphIslands read_islands(const IslandLines& lines, int pes, const PesOfWord& pes_of, const TextOfPe& text_of,
                          const RefuseLine& refuse);

/// The PEs of a number or range "0-3" that counts from `first`; none for other words, and if one
/// is no PE.
std::vector<Node> pes_of_range(std::string_view word, int first, int pes);

}  // namespace toruscope::core
