// SPDX-License-Identifier: Apache-2.0
// Networks in YAML, by the library yaml-cpp; without it all of them are refused.

#pragma once

#include "formats/fabric.hpp"
#include "formats/slurm_topology.hpp"

#include <string>
#include <string_view>

namespace toruscope::formats {

bool has_yaml();

/// Slurm's topology.yaml: its default topology, of trees, blocks, rings or 3D tori.
/// Errors    ConfigError with file and line; of several topologies none is the default one.
void read_slurm_yaml(const std::string& file, std::string_view text, SlurmTopology& topology);

/// The network of ASTRA-sim's analytical models.
/// Errors    ConfigError with file and line.
Fabric read_astra_network(const std::string& file, std::string_view text);

}  // namespace toruscope::formats
