// SPDX-License-Identifier: Apache-2.0
// A real network as an importer found it, and the graph file that is written of it.
//
//   files of other programs -> readers (network_files.hpp) -> Fabric -> graph file

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace toruscope::formats {

struct FabricNode {
  std::string name;  ///< unique
  bool is_pe = false;
};

struct FabricCable {
  int a = 0, b = 0;              ///< nodes
  double gigabits = 0;           ///< per second, each way; 0: not known
  std::int64_t picoseconds = 0;  ///< of latency; 0: not known
  double slow = 1;               ///< so many times slower than others; 1: as fast
  bool is_free = false;          ///< costs nothing
};

/// PEs, or islands before it in the fabric's list.
struct FabricIsland {
  std::string name;  ///< a switch's, which no PE has
  std::vector<int> pes;
  std::vector<std::string> islands{};
};

/// PEs first, in the order of their ranks.
struct Fabric {
  std::vector<FabricNode> nodes;
  std::vector<FabricCable> cables;
  /// The cable on which a node sends to each PE, -1 if it has none; no tables: none are known.
  std::vector<std::vector<int>> tables;
  /// Nodes of routes from PE to PE, beside which tables say the others.
  std::vector<std::vector<int>> routes;
  std::vector<FabricIsland> islands;
  bool pes_forward = false;          ///< messages of other PEs
  int channels = 0;                  ///< virtual channels that routes may have; 0: enough
  std::vector<std::string> remarks;  ///< what was understood, and what was ignored
};

/// Makes an island of the PEs of each switch, or of each set of switches that share no PE with
/// another set. None if they do, which is a remark, nor if that says nothing of who is near.
void add_leaf_islands(Fabric& fabric);
/// Makes islands of islands, level by level, of those below one switch, while each has one above.
void add_upper_islands(Fabric& fabric, const std::map<std::string, std::set<std::string>>& above);

/// The text of a graph file, read back and found sound.
/// Errors    ConfigError for what a graph file cannot be.
std::string graph_text(const Fabric& fabric);

/// True if `a` comes before `b` when numbers in names count as numbers: h2 before h10.
bool is_before(const std::string& a, const std::string& b);

/// "a, b, c, ... (12 in all)": the first of many names.
std::string some_of(const std::vector<std::string>& names);

}  // namespace toruscope::formats
