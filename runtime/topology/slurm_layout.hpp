// SPDX-License-Identifier: Apache-2.0
// Places of ranks as Slurm's srun lays tasks out over nodes: --embed slurm:block, slurm:cyclic,
// slurm:plane=2, and behind a colon the processors that each node gave: slurm:cyclic:4,2,1.
//
// A node is an innermost island of the network. Without numbers each gives all its PEs.
//
// Source    srun(1) of Slurm, --distribution; checked with Slurm 22.05 on seven tasks.

#pragma once

#include <toruscope/topology.hpp>

#include <string_view>
#include <vector>

namespace toruscope::core {

constexpr bool is_slurm_layout(std::string_view rule) {
  return rule.starts_with("slurm:");
}

/// The node of each rank from 0 to ranks - 1; `given`: processors of each node.
///   cyclic     one rank to each node with a free processor in turn
///   plane=N    N ranks, or as many as are free
///   block      as many ranks for each node as by cyclic, one node after the other
/// Errors    ConfigError for another layout, and for more ranks than processors.
std::vector<int> slurm_nodes(std::string_view layout, int ranks, const std::vector<int>& given);

/// The PE of each rank from 0 to ranks - 1; `rule` begins with "slurm:".
/// Errors    ConfigError, also for a network without islands, and nodes that give more processors
///           than they have.
std::vector<Node> slurm_places(std::string_view rule, int ranks, const Topology& network);

}  // namespace toruscope::core
