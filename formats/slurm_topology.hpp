// SPDX-License-Identifier: Apache-2.0
// Slurm's topologies of trees and blocks, which say who is near, and not how many cables there are:
//
//   SwitchName=leaf1 Nodes=n[01-16]          topology.conf, names of keys in any case
//   SwitchName=top Switches=leaf[1-2]
//   SwitchName=leaf1 Level=0 LinkSpeed=1 Nodes=n[01-16]     scontrol show topology
//   BlockName=b1 Nodes=n[01-18]

#pragma once

#include "formats/fabric.hpp"

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
  int line = 0;
};

struct SlurmTopology {
  std::string file;
  std::vector<SlurmSwitch> switches;
  std::vector<std::string> remarks;
  std::set<std::string> ignored{};  ///< keys that were passed over
};

/// Errors    ConfigError with file and line for what is no statement of a topology.
void read_slurm_topology(const std::string& file, std::string_view text, SlurmTopology& topology);

/// The network in which each switch has `uplinks` cables to each one above it, each host one.
/// Errors    ConfigError without `uplinks`, for switches that are not there.
Fabric fabric_of(const SlurmTopology& topology, std::optional<int> uplinks);

}  // namespace toruscope::formats
