// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/layered_routes.hpp"

#include "runtime/core/check.hpp"
#include "runtime/topology/topological_order.hpp"

#include <algorithm>
#include <queue>
#include <utility>

namespace toruscope::core {

/// Which link is followed by which, in the routes of one layer.
struct LayeredRoutes::Dependencies {
  explicit Dependencies(std::size_t links) : after(links), before(links, links), forbidden(links) {}

  /// Adds that the links of a route follow each other, unless that closed a cycle. Then i > 0: link i may not follow the one
  /// before it.
  std::size_t add(const std::vector<LinkNumber>& route) {
    std::vector<LinkNumber> added;
    for (std::size_t i = 1; i < route.size(); ++i) {
      const LinkNumber a = route[i - 1];
      if (contains(after[a], route[i])) continue;
      if (contains(forbidden[a], route[i]) || leads(route[i], a)) {
        if (added.empty()) forbidden[a].push_back(route[i]);  // it stays so, whatever comes
        for (const LinkNumber link : added) after[link].pop_back();
        return i;
      }
      after[a].push_back(route[i]);
      added.push_back(a);
    }
    return 0;
  }

  /// Whether a way of dependencies leads from one link to another. The way back then stands in `before`.
  bool leads(LinkNumber from, LinkNumber to) {
    const std::size_t none = after.size();
    std::fill(before.begin(), before.end(), none);
    std::queue<LinkNumber> front;
    before[from] = from;
    for (front.push(from); !front.empty() && before[to] == none; front.pop())
      for (const LinkNumber next : after[front.front()])
        if (before[next] == none) {
          before[next] = front.front();
          front.push(next);
        }
    return before[to] != none;
  }

  static bool contains(const std::vector<LinkNumber>& links, LinkNumber link) {
    return std::find(links.begin(), links.end(), link) != links.end();
  }

  std::vector<std::vector<LinkNumber>> after;
  std::vector<LinkNumber> before;
  std::vector<std::vector<LinkNumber>> forbidden;
};

namespace {

std::vector<std::pair<Node, Node>> all_pairs(int pes) {
  std::vector<std::pair<Node, Node>> pairs;
  for (Node from = 0; from < pes; ++from)
    for (Node to = 0; to < pes; ++to)
      if (from != to) pairs.emplace_back(from, to);
  return pairs;
}

}  // namespace

LayeredRoutes::LayeredRoutes(const Adjacency& network, int pes, int most_layers, GivenRoutes given)
    : LayeredRoutes(network, pes, all_pairs(pes), most_layers, std::move(given)) {}

LayeredRoutes::LayeredRoutes(const Adjacency& network, int pes, std::vector<std::pair<Node, Node>> routes,
                             int most_layers, GivenRoutes given)
    : network_(network), given_(std::move(given)), first_link_{0} {
  for (const auto& neighbours : network) first_link_.push_back(first_link_.back() + neighbours.size());
  const std::size_t pairs = network.size() * static_cast<std::size_t>(pes);
  distance_.assign(pairs, -1);
  next_.assign(pairs, -1);
  layer_.assign(pairs, 0);
  for (Node to = 0; to < pes; ++to) find_ways(to);

  do {
    Dependencies dependencies(links());
    std::vector<std::pair<Node, Node>> left;
    for (const auto& [from, to] : routes) {
      if (dependencies.add(links_of(from, to)) == 0)
        layer_[pair(from, to)] = static_cast<std::int8_t>(layers_);
      else
        left.emplace_back(from, to);
    }
    append_order(dependencies);
    routes = std::move(left);
    ++layers_;
    if (layers_ == most_layers && !routes.empty())
      find_cycle(routes.front().first, routes.front().second, dependencies);
  } while (!routes.empty() && layers_ < most_layers);
}

std::vector<LayeredRoutes::LinkNumber> LayeredRoutes::links_of(Node from, Node to) const {
  std::vector<LinkNumber> route;
  walk(from, to, [&](Node at, Port port) { route.push_back(link(at, port)); });
  return route;
}

Port LayeredRoutes::port_to(Node node, Node next) const {
  const auto& neighbours = network_[static_cast<std::size_t>(node)];
  return static_cast<Port>(std::lower_bound(neighbours.begin(), neighbours.end(), next) - neighbours.begin());
}

void LayeredRoutes::append_order(const Dependencies& dependencies) {
  const std::vector<LinkNumber> order = topological_order(dependencies.after);
  TORUSCOPE_CHECK(order.size() == links(), "links in order", order.size(), "links", links());
  const std::size_t base = order_.size();
  order_.resize(base + links());
  for (std::size_t i = 0; i < order.size(); ++i) order_[base + order[i]] = static_cast<std::uint32_t>(base + i);
}

/// The cycle that the route from one PE to another would close.
void LayeredRoutes::find_cycle(Node from, Node to, Dependencies& dependencies) {
  const std::vector<LinkNumber> route = links_of(from, to);
  const std::size_t i = dependencies.add(route);
  for (std::size_t j = 1; j < i; ++j) dependencies.after[route[j - 1]].push_back(route[j]);
  dependencies.leads(route[i], route[i - 1]);
  for (LinkNumber at = route[i - 1];; at = dependencies.before[at]) {
    const auto after = std::upper_bound(first_link_.begin(), first_link_.end(), at);
    const auto node = static_cast<std::size_t>(after - first_link_.begin()) - 1;
    cycle_.emplace_back(static_cast<Node>(node), network_[node][at - first_link_[node]]);
    if (at == route[i]) break;
  }
  std::reverse(cycle_.begin(), cycle_.end());
}

/// Breadth first from `to`, backwards.
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
