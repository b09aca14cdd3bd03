// SPDX-License-Identifier: Apache-2.0
// Slurm's topologies of trees and blocks, which say who is near, and not how many cables there are:
//
//   SwitchName=leaf1 Nodes=n[01-16]          topology.conf, names of keys in any case
//   SwitchName=top Switches=leaf[1-2]
//   SwitchName=leaf1 Level=0 LinkSpeed=1 Nodes=n[01-16]     scontrol show topology
//   BlockName=b1 Nodes=n[01-18]
//   RingName=r1 Nodes=n[01-08]        whose cables are known
//
// So do clouds' topologies of instances.

#pragma once

#include "formats/fabric.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace toruscope::formats {

struct SlurmSwitch {
  std::string name;
  bool is_block = false;
  std::vector<std::string> hosts, switches;
  int line = 0;         ///< 0: of a form without lines
  std::string above{};  ///< of a cloud: the switch above it
  int levels = 0;       ///< of a cloud: switches from here down to an instance
};

/// A ring or torus, whose hosts are neighbours in their order, the first side fastest.
struct SlurmGrid {
  std::string name;
  std::vector<std::int64_t> sides{};
  std::vector<std::string> hosts{};
  int line = 0;
};

struct SlurmTopology {
  std::string file;
  std::string source = "Slurm";
  std::vector<SlurmSwitch> switches;
  std::vector<SlurmGrid> grids{};
  std::vector<std::string> order{};  ///< of a cloud: hosts as they stand
  std::vector<std::string> remarks;
  std::set<std::string> ignored{};  ///< keys that were passed over
  std::size_t names = 0;            ///< of hosts and switches, with repeats

  /// Counts names of a list, and says whether there are too many in all.
  [[nodiscard]] bool is_full(std::size_t more) { return (names += more) > kMostNames; }
  static constexpr std::size_t kMostNames = std::size_t{1} << 20U;
};

/// Errors    ConfigError with file and line for what is no statement of a topology.
void read_slurm_topology(const std::string& file, std::string_view text, SlurmTopology& topology);

/// Instances and the network nodes above them, of AWS. Several files are pages of one answer.
/// Errors    ConfigError with file and line for what is no JSON, with the instance for the rest.
void read_instance_topology(const std::string& file, std::string_view text, SlurmTopology& topology);

/// The network of the one ring or torus, or that in which each switch has `uplinks` cables to each
/// one above it, each host one.
/// Errors    ConfigError without `uplinks` for trees and blocks, with them for a ring or torus; for
///           several of these, and for switches that are not there.
Fabric fabric_of(const SlurmTopology& topology, std::optional<int> uplinks);

}  // namespace toruscope::formats
