// SPDX-License-Identifier: Apache-2.0
// Descriptions of networks that are more than sizes: a routing behind them, "8x8x8:ecmp", and the
// files of graphs, also in networks of networks.

#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace toruscope::core {

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
