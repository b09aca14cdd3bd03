// SPDX-License-Identifier: Apache-2.0
// Readers of the sizes and the routing of networks of switches: "8x8x8:ecmp".

#pragma once

#include <toruscope/topology.hpp>

#include <string_view>

namespace toruscope::core {

/// "LxSxH" or "K", with ":ecmp" behind it for routes by a hash. Errors, as of the next: ConfigError with the form.
TopologyPtr parse_fat_tree(std::string_view text);
/// "PxAxH" or "PxAxHxG", with ":valiant" behind it.
TopologyPtr parse_dragonfly(std::string_view text);

/// A text of sizes, and what stands behind its colon.
struct SizesAndRouting {
  std::string_view sizes;
  std::string_view routing;  ///< empty if nothing stands there
};
SizesAndRouting split_routing(std::string_view text);

}  // namespace toruscope::core
