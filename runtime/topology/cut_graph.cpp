// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/cut_graph.hpp"

#include <algorithm>
#include <utility>

namespace toruscope::core {

CutGraph::CutGraph(const Topology& network) : pes_(network.pes()) {
  std::vector<std::pair<Node, Node>> ends;
  for (Node node = 0; node < network.nodes(); ++node)
    for (Port port = 0; port < network.ports(); ++port) {
      const Node next = network.neighbour(node, port);
      if (next == kNoNode) continue;
      ends.emplace_back(node, next);
      ends.emplace_back(next, node);
    }
  std::sort(ends.begin(), ends.end());
  auto end = ends.begin();
  for (Node node = 0; node < network.nodes(); ++node) {
    first_.push_back(edges_.size());
    for (; end != ends.end() && end->first == node; ++end) {
      const bool is_known = edges_.size() > first_.back() && edges_.back().to == end->second;
      if (!is_known) edges_.push_back({end->second, 0});
      ++edges_.back().links;
    }
  }
  first_.push_back(edges_.size());
}

int links_across(const CutGraph& graph, const Halves& sides) {
  int links = 0;
  for (Node node = 0; node < graph.nodes(); ++node)
    for (const auto& [to, of_edge] : graph.edges(node))
      if (node < to && sides[static_cast<std::size_t>(node)] != sides[static_cast<std::size_t>(to)])
        links += of_edge;
  return links;
}

}  // namespace toruscope::core
