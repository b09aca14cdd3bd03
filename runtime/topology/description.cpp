// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/description.hpp"

#include "runtime/core/joined.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <cstdint>
#include <fmt/core.h>

namespace toruscope::core {

namespace {

/// Product of the sides, at most `most` + 1; -1 if there is none, or one is below 1.
std::int64_t grid_size(const std::vector<int>& sides, std::int64_t most) {
  if (sides.empty()) return -1;
  std::int64_t size = 1;
  for (const int side : sides) {
    if (side < 1) return -1;
    size = std::min(size * side, most + 1);
  }
  return size;
}

}  // namespace

void check_description(const Topology& topology) {
  const int pes = topology.pes();
  const auto refuse_if = [&](bool is_wrong, const std::string& found) {
    if (is_wrong) throw ConfigError(fmt::format("{}: {}", topology.name(), found));
  };
  refuse_if(pes < 1, fmt::format("pes() is {}; a machine needs at least 1 PE", pes));
  refuse_if(
      topology.nodes() < pes,
      fmt::format("nodes() is {}, fewer than its {} PEs, which are its first nodes", topology.nodes(), pes));
  refuse_if(topology.ports() < 0, fmt::format("ports() is {}; a node has 0 links or more", topology.ports()));
  refuse_if(topology.virtual_channels() < 1,
            fmt::format("virtual_channels() is {}; routes need at least 1", topology.virtual_channels()));
  const std::vector<int>& sides = topology.sides();
  refuse_if(
      grid_size(sides, pes) != pes,
      fmt::format("sides() is {{{}}}, which is no grid of its {} PEs; their product must be {}, and each at "
                  "least 1 ({{{}}} where there is no grid)",
                  core::joined(sides, ", "), pes, pes, pes));
}

}  // namespace toruscope::core
