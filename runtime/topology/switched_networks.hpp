// SPDX-License-Identifier: Apache-2.0
// Readers of the sizes and the routing of networks of switches, "8x8x8:ecmp", and of networks in
// networks.

#pragma once

#include <toruscope/topology.hpp>

#include <functional>
#include <string>
#include <string_view>

namespace toruscope::core {

/// "LxSxH" or "K", with ":ecmp" behind it for routes by a hash. Errors, as of the next: ConfigError
/// with the form.
TopologyPtr parse_fat_tree(std::string_view text);
/// "PxAxH" or "PxAxHxG", with ":valiant" behind it.
TopologyPtr parse_dragonfly(std::string_view text);

/// "INNER/OUTER", networks as parse_topology() reads them; the outer one may be of several levels:
/// "complete:4/ring:2/ring:3".
TopologyPtr parse_hierarchy(std::string_view text);

/// The description of a topology with the names of its graph files changed: "graph:FILE", as levels
/// of a hierarchy, too.
std::string with_graph_files(std::string_view topology, const std::function<std::string(std::string)>& change);

/// A text of sizes, and what stands behind its colon.
struct SizesAndRouting {
  std::string_view sizes;
  std::string_view routing;  ///< empty if nothing stands there
};
SizesAndRouting split_routing(std::string_view text);

}  // namespace toruscope::core
