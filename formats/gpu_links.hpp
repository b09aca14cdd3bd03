// SPDX-License-Identifier: Apache-2.0
// The network inside a computer: GPUs with direct links to each other, or to a switch.
//
//   nvidia-smi topo -m, or NCCL's topology -> GpuLinks -> Fabric
//
// A message is shared out over all links of two GPUs, so that these are one cable, as fast as all
// together; so are the links from a GPU to the switches, which are one switch. That is also how
// NCCL adds them up.

#pragma once

#include "formats/fabric.hpp"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace toruscope::formats {

struct GpuLinks {
  std::string file;
  std::string link = "NVLink";                ///< what a link is called
  std::vector<std::string> gpus;              ///< names, in the order of ranks
  std::map<std::pair<int, int>, int> direct;  ///< number of links of two GPUs, the lower one first
  std::vector<int> to_switch;                 ///< links of each GPU to the switch; empty: none
  double gigabits = 0;                        ///< per second and link, each way; 0: not known
  std::vector<std::string> remarks;           ///< what was read, and what was ignored
};

/// Errors    ConfigError if there is no link, and for GPUs that no links join to the others.
Fabric fabric_of(const GpuLinks& links);

/// What nvidia-smi topo -m prints: a row for each GPU, with cells as NV12.
/// Links that are equally many for all pairs lead to a switch, but for two GPUs, or if
/// `are_direct`.
/// Errors    ConfigError with file and line for what is no row of such a table, for cells that
///           differ in the two directions, and for another table of nvidia-smi.
GpuLinks read_nvidia_smi(const std::string& file, std::string_view text, bool are_direct);

/// NCCL's and RCCL's topology, as NCCL_TOPO_DUMP_FILE has it: nvlink and xgmi elements of GPUs.
/// Errors    ConfigError with file and line, also for a topology without links between GPUs.
GpuLinks read_nccl_topology(const std::string& file, std::string_view text);

}  // namespace toruscope::formats
