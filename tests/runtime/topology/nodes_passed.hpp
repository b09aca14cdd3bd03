// SPDX-License-Identifier: Apache-2.0
// The nodes of a route, as a test compares them.

#pragma once

#include <toruscope/topology.hpp>

#include <vector>

namespace toruscope::test {

inline std::vector<Node> nodes_passed(const TopologyPtr& network, Node a, Node b) {
  Route legs;
  network->route(a, b, legs);
  std::vector<Node> nodes{a};
  for (const Leg& leg : legs)
    for (int step = 0; step < leg.steps; ++step) nodes.push_back(network->neighbour(nodes.back(), leg.port));
  return nodes;
}

}  // namespace toruscope::test
