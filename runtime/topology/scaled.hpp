// SPDX-License-Identifier: Apache-2.0
// Topologies of one kind and other numbers of PEs, for questions of scale.

#pragma once

#include <toruscope/topology.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace toruscope::core {

/// Names a topology of the kind of `like`, which has `pes` PEs, with p PEs: torus:4x4 of torus:8x8
/// for 16. What has p PEs already stays as it is.
/// Errors    ConfigError saying which p there are, or that its kind is not scaled.
std::string topology_of_size(const std::string& like, int pes, int p,
                             const std::vector<TopologyEntry>& table = topologies());

/// Errors    Always: ConfigError.
[[noreturn]] void refuse_scale(std::string_view topology, int p, std::string_view why);

}  // namespace toruscope::core
