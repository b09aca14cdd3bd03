// SPDX-License-Identifier: Apache-2.0
// Descriptions beyond sizes: a routing, "8x8x8:ecmp", and files of graphs, in hierarchies, too.

#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace toruscope::core {

/// A description with changed names of its graph files, "graph:FILE", in hierarchies, too.
std::string with_graph_files(std::string_view topology, const std::function<std::string(std::string)>& change);

/// A text of sizes, and the part behind its colon.
struct SizesAndRouting {
  std::string_view sizes;
  std::string_view routing;  ///< empty if nothing stands there
};
SizesAndRouting split_routing(std::string_view text);

}  // namespace toruscope::core
