// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/layered_routes.hpp"

#include <algorithm>
#include <queue>
#include <utility>

namespace toruscope::core {

LayeredRoutes::LayeredRoutes(const Adjacency& network, int pes, int most_layers, GivenRoutes given)
    : network_(network), pes_(static_cast<std::size_t>(pes)), given_(std::move(given)), first_link_{0} {
  for (const auto& neighbours : network) first_link_.push_back(first_link_.back() + neighbours.size());
  distance_.assign(network.size() * pes_, -1);
  next_.assign(network.size() * pes_, -1);
  for (Node to = 0; to < pes; ++to) find_ways(to);
  const auto links_of = [&](std::size_t number, std::vector<Layers::Link>& links) {
    const auto from = static_cast<Node>(number / pes_);
    const auto to = static_cast<Node>(number % pes_);
    walk(from, to, [&](Node at, Port port) { links.push_back(link(at, port)); });
  };
  layers_.emplace(first_link_.back(), pes_ * pes_, most_layers, links_of);
}

LayeredRoutes::Cycle LayeredRoutes::cycle() const {
  Cycle cycle;
  for (const Layers::Link link : layers_->cycle()) {
    const auto after = std::upper_bound(first_link_.begin(), first_link_.end(), link);
    const auto node = static_cast<std::size_t>(after - first_link_.begin()) - 1;
    cycle.emplace_back(static_cast<Node>(node), network_[node][link - first_link_[node]]);
  }
  return cycle;
}

Port LayeredRoutes::port_to(Node node, Node next) const {
  const auto& neighbours = network_[static_cast<std::size_t>(node)];
  return static_cast<Port>(std::lower_bound(neighbours.begin(), neighbours.end(), next) - neighbours.begin());
}

/// Searches breadth first from `to`, backwards.
void LayeredRoutes::find_ways(Node to) {
  std::queue<Node> front;
  distance_[pair(to, to)] = 0;
  for (front.push(to); !front.empty(); front.pop())
    for (const Node node : network_[static_cast<std::size_t>(front.front())])
      if (distance_[pair(node, to)] < 0) {
        distance_[pair(node, to)] = static_cast<std::int16_t>(distance_[pair(front.front(), to)] + 1);
        front.push(node);
      }
  for (std::size_t node = 0; node < network_.size(); ++node) {
    if (distance_[pair(static_cast<Node>(node), to)] <= 0) continue;
    const auto& neighbours = network_[node];
    const int left = distance_[pair(static_cast<Node>(node), to)] - 1;
    const auto nearer = std::find_if(neighbours.begin(), neighbours.end(),
                                     [&](Node next) { return distance_[pair(next, to)] == left; });
    next_[pair(static_cast<Node>(node), to)] = static_cast<std::int16_t>(nearer - neighbours.begin());
  }
}

}  // namespace toruscope::core
