// SPDX-License-Identifier: Apache-2.0
// Plans of networks with switches, and of networks that have no kind.

#include "picture/plans.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numbers>
#include <numeric>
#include <sstream>
#include <string>

namespace toruscope::picture {

namespace {

std::vector<std::vector<Node>> neighbours_of(const NetworkFacts& network) {
  std::vector<std::vector<Node>> neighbours(static_cast<std::size_t>(network.nodes));
  for (const auto& [from, to] : network.links) neighbours[static_cast<std::size_t>(from)].push_back(to);
  return neighbours;
}

/// Links from the nearest of `begin` to each node, or -1; `order`: nodes as met.
std::vector<int> distances(const std::vector<std::vector<Node>>& neighbours, const std::vector<Node>& begin,
                           std::vector<Node>& order) {
  std::vector<int> distance(neighbours.size(), -1);
  order = begin;
  for (const Node node : begin) distance[static_cast<std::size_t>(node)] = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    for (const Node to : neighbours[static_cast<std::size_t>(order[i])])
      if (int& there = distance[static_cast<std::size_t>(to)]; there < 0) {
        there = distance[static_cast<std::size_t>(order[i])] + 1;
        order.push_back(to);
      }
  return distance;
}

/// Plan with PEs at the bottom. In a tree each switch is above the middle of what is below it; in a
/// fat tree those of a level are side by side, all levels as wide. Nothing if some switch is not
/// reached.
std::optional<NetworkPlan> tree_of(const NetworkFacts& network, bool is_fat) {
  const int pes = network.pes;
  const auto neighbours = neighbours_of(network);
  std::vector<Node> leaves(static_cast<std::size_t>(pes));
  std::iota(leaves.begin(), leaves.end(), 0);
  std::vector<Node> order;
  const std::vector<int> level = distances(neighbours, leaves, order);
  if (order.size() < neighbours.size()) return std::nullopt;
  const int depth = std::max(1, *std::max_element(level.begin(), level.end()));
  const double rise = std::max(1.0, .62 * pes / depth);
  NetworkPlan plan{NetworkPlan::Kind::tree, std::vector<Point>(neighbours.size())};
  if (is_fat) std::sort(order.begin(), order.end());
  std::map<int, int> placed;
  for (const Node node : order) {
    const auto i = static_cast<std::size_t>(node);
    double x = node;
    if (is_fat) {
      const auto in_level = static_cast<double>(std::count(level.begin(), level.end(), level[i]));
      x = (placed[level[i]]++ + .5) * pes / in_level - .5;
    } else if (node >= pes) {
      double sum = 0;
      int below = 0;
      for (const Node to : neighbours[i])
        if (level[static_cast<std::size_t>(to)] < level[i]) {
          sum += plan.nodes[static_cast<std::size_t>(to)].x;
          ++below;
        }
      x = sum / std::max(below, 1);
    }
    plan.nodes[i] = {x, -level[i] * rise};
  }
  return plan;
}

/// Numbers of "dragonfly:2x4x2x9": PEs of a router, routers of a group, links, groups.
struct DragonflySizes {
  int pes = 0;
  int routers = 0;
  int links = 0;
  int groups = 0;

  explicit DragonflySizes(const std::string& name) {
    std::istringstream text(name.substr(name.find(':') + 1));
    char by = 'x';
    text >> pes >> by >> routers >> by >> links >> by >> groups;
  }
  [[nodiscard]] bool are_of(const NetworkFacts& network) const {
    const std::int64_t switches = std::int64_t{network.nodes} - network.pes;
    return pes > 0 && routers > 0 && groups > 0 && std::int64_t{groups} * routers == switches &&
           switches * pes == network.pes;
  }
};

struct FarPair {
  std::size_t a, b;
  int distance;
};

}  // namespace

std::optional<NetworkPlan> tree_plan(const NetworkFacts& network) {
  return tree_of(network, false);
}

std::optional<NetworkPlan> fat_tree_plan(const NetworkFacts& network) {
  return tree_of(network, true);
}

/// Plan with groups on a circle; in each its routers on a small circle, and their PEs around them.
std::optional<NetworkPlan> dragonfly_plan(const NetworkFacts& network) {
  const DragonflySizes sizes(network.name);
  if (!sizes.are_of(network)) return std::nullopt;
  const int around = sizes.pes * sizes.routers;
  const double groups = sizes.groups;
  constexpr double kRoom = 1.3;
  constexpr double kInner = .5;
  const double middle = sizes.groups > 1 ? kRoom / std::sin(std::numbers::pi / groups) : 0;
  const auto on = [&](int group, double turn, double radius) {
    const double a = -std::numbers::pi / 2 + 2 * std::numbers::pi * group / groups;
    const double b = a + 2 * std::numbers::pi * turn;
    return Point{middle * std::cos(a) + radius * std::cos(b), middle * std::sin(a) + radius * std::sin(b)};
  };
  NetworkPlan plan{NetworkPlan::Kind::graph, {}};
  for (int i = 0; i < network.pes; ++i)
    plan.nodes.push_back(on(i / around, (i % around - (sizes.pes - 1) / 2.0) / around, 1));
  for (int i = 0; i < network.nodes - network.pes; ++i)
    plan.nodes.push_back(on(i / sizes.routers, static_cast<double>(i % sizes.routers) / sizes.routers, kInner));
  return plan;
}

/// Plan with distances on paper like those in the network (stress, by stochastic gradient descent:
/// Zheng, Pawar, Goodman, "Graph Drawing by Stochastic Gradient Descent", 2018).
NetworkPlan graph_plan(const NetworkFacts& network) {
  constexpr int kMostNodes = 4096;  // of more, all pairs are too many
  const int count = network.nodes;
  if (count > kMostNodes) return {NetworkPlan::Kind::graph, circle(count)};
  const auto neighbours = neighbours_of(network);
  std::vector<FarPair> pairs;
  int far = 1;
  for (Node i = 0; i < count; ++i) {
    std::vector<Node> order;
    const std::vector<int> distance = distances(neighbours, {i}, order);
    for (const Node to : order)
      if (to > i) {
        pairs.push_back({static_cast<std::size_t>(i), static_cast<std::size_t>(to),
                         distance[static_cast<std::size_t>(to)]});
        far = std::max(far, pairs.back().distance);
      }
  }
  NetworkPlan plan{NetworkPlan::Kind::graph, circle(count)};
  for (Point& node : plan.nodes) {
    node.x *= far / 2.0;
    node.y *= far / 2.0;
  }
  std::uint64_t seed = 1;
  const auto random_below = [&seed](std::size_t limit) {
    seed = seed * 48271 % 2147483647;
    return static_cast<std::size_t>(static_cast<double>(seed) / 2147483647.0 * static_cast<double>(limit));
  };
  const int turns = pairs.size() > 200'000 ? 12 : 40;
  for (int turn = 0; turn < turns; ++turn) {
    const double rate = far * far * std::exp(-turn / (turns - 1.0) * std::log(far * far / .1));
    for (std::size_t k = pairs.size(); k-- > 1;) std::swap(pairs[k], pairs[random_below(k + 1)]);
    for (const auto& [i, j, distance] : pairs) {
      Point& a = plan.nodes[i];
      Point& b = plan.nodes[j];
      const double dx = a.x - b.x;
      const double dy = a.y - b.y;
      const double length = std::max(std::hypot(dx, dy), 1e-6);
      const double move = std::min(1.0, rate / (distance * distance)) * (length - distance) / 2 / length;
      a.x -= dx * move;
      a.y -= dy * move;
      b.x += dx * move;
      b.y += dy * move;
    }
  }
  return plan;
}

}  // namespace toruscope::picture
