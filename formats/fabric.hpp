// SPDX-License-Identifier: Apache-2.0
// A real network as an importer found it, and the graph file that is written of it.
//
//   files of other programs -> readers (network_files.hpp) -> Fabric -> graph file

#pragma once

#include <cstdint>
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
};

/// PEs first, in the order of their ranks.
struct Fabric {
  std::vector<FabricNode> nodes;
  std::vector<FabricCable> cables;
  /// The cable on which a node sends to each PE, -1 if it has none; no tables: none are known.
  std::vector<std::vector<int>> tables;
  bool pes_forward = false;          ///< messages of other PEs
  int channels = 0;                  ///< virtual channels that routes may have; 0: enough
  std::vector<std::string> remarks;  ///< what was understood, and what was ignored
};

/// The text of a graph file, read back and found sound.
/// Errors    ConfigError for what a graph file cannot be.
std::string graph_text(const Fabric& fabric);

/// True if `a` comes before `b` when numbers in names count as numbers: h2 before h10.
bool is_before(const std::string& a, const std::string& b);

/// "a, b, c, ... (12 in all)": the first of many names.
std::string some_of(const std::vector<std::string>& names);

}  // namespace toruscope::formats
