// SPDX-License-Identifier: Apache-2.0

#include "picture/network_plan.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numbers>
#include <numeric>
#include <sstream>

namespace toruscope::picture {

namespace {

std::vector<Point> circle(int count) {
  std::vector<Point> nodes;
  for (int i = 0; i < count; ++i) {
    const double angle = -std::numbers::pi / 2 + 2 * std::numbers::pi * i / count;
    nodes.push_back({std::cos(angle), std::sin(angle)});
  }
  return nodes;
}

NetworkPlan ring_plan(int count) {
  NetworkPlan plan{NetworkPlan::Kind::circle, circle(count)};
  for (Node i = 0; i < count; ++i) {
    plan.expect(i, (i + 1) % count, {.is_arc = true});
    plan.expect((i + 1) % count, i, {.is_arc = true});
  }
  return plan;
}

NetworkPlan::Kind grid_kind(std::size_t dimensions) {
  return dimensions <= 2   ? NetworkPlan::Kind::grid
         : dimensions == 3 ? NetworkPlan::Kind::planes
                           : NetworkPlan::Kind::flat;
}

/// Shape of the link that closes a ring of dimension k.
LinkWay closing_link(NetworkPlan::Kind kind, std::size_t k, Point way) {
  if (kind == NetworkPlan::Kind::flat) return {.is_bow = true};
  const double length = std::hypot(way.x, way.y);
  double part = std::min(.58, .75 / std::max(.5, length));
  if (kind == NetworkPlan::Kind::planes) part = k == 0 ? .5 / length : .42 / std::max(.6, length);
  return {.stub = Point{way.x * part, way.y * part}};
}

LinkWay reversed(LinkWay how) {
  if (how.stub) how.stub = Point{-how.stub->x, -how.stub->y};
  return how;
}

NetworkPlan grid_plan(const std::vector<int>& sides, int count, bool wraps) {
  const std::vector<Point> ways = directions_of(sides);
  const std::size_t d = sides.size();
  std::vector<int> stride(d, 1);
  for (std::size_t k = d - 1; k-- > 0;) stride[k] = stride[k + 1] * sides[k + 1];
  NetworkPlan plan{grid_kind(d), {}};
  for (Node i = 0; i < count; ++i) {
    Point at;
    for (std::size_t k = 0; k < d; ++k) {
      at.x += i / stride[k] % sides[k] * ways[k].x;
      at.y += i / stride[k] % sides[k] * ways[k].y;
    }
    plan.nodes.push_back(at);
    for (std::size_t k = 0; k < d; ++k) {
      const int place = i / stride[k] % sides[k];
      const bool is_inside = place + 1 < sides[k];
      if (!is_inside && (!wraps || sides[k] <= 2)) continue;
      const Node next = is_inside ? i + stride[k] : i - place * stride[k];
      const LinkWay how = is_inside ? LinkWay{.is_bow = plan.kind == NetworkPlan::Kind::flat && k + 2 < d}
                                    : closing_link(plan.kind, k, ways[k]);
      plan.expect(i, next, how);
      plan.expect(next, i, reversed(how));
    }
  }
  return plan;
}

/// Plan of a HyperX. All nodes of a line are linked: those that are not neighbours by bows, both
/// directions on the same side, the longer the higher.
NetworkPlan hyperx_plan(const NetworkLinks& links, const std::vector<int>& sides, int count) {
  constexpr double kRise = .14;
  NetworkPlan plan = grid_plan(sides, count, false);
  if (plan.kind == NetworkPlan::Kind::grid) plan.kind = NetworkPlan::Kind::hyperx;
  for (const auto& [from, to] : links)
    plan.expect(from, to, {.is_bow = true, .rise = from < to ? kRise : -kRise});
  return plan;
}

/// Directions of a hypercube's bits. Each two bits are a smaller, turned level.
std::vector<Point> bit_directions(std::size_t d) {
  if (d == 3) return {{1, 0}, {0, 1}, {.42, -.34}};
  if (d <= 2) return {{1, 0}, {0, 1}};
  std::vector<Point> ways(d);
  double scale = 1;
  double turn = 0;
  for (std::size_t k = d; k > 0; k -= std::min<std::size_t>(k, 2)) {
    const Point way{std::cos(turn) * scale, std::sin(turn) * scale};
    ways[k - 1] = {-way.y, way.x};
    if (k > 1) ways[k - 2] = way;
    turn += .488;
    scale *= d <= 4 ? .37 : .40;
  }
  return ways;
}

NetworkPlan hypercube_plan(int count) {
  const auto d = static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(count)));
  const std::vector<Point> ways = bit_directions(d);
  NetworkPlan plan{NetworkPlan::Kind::hypercube, {}};
  for (Node i = 0; i < count; ++i) {
    Point at;
    for (std::size_t k = 0; k < d; ++k)
      if ((i >> k & 1) != 0) {
        at.x += ways[k].x;
        at.y += ways[k].y;
      }
    plan.nodes.push_back(at);
    for (std::size_t k = 0; k < d; ++k) plan.expect(i, i ^ (1 << k));
  }
  return plan;
}

std::vector<std::vector<Node>> neighbours_of(const NetworkLinks& links, int count) {
  std::vector<std::vector<Node>> neighbours(static_cast<std::size_t>(count));
  for (const auto& [from, to] : links) neighbours[static_cast<std::size_t>(from)].push_back(to);
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
/// fat tree those of a level are side by side, all levels as wide.
NetworkPlan tree_plan(const NetworkLinks& links, int count, int pes, bool is_fat) {
  const auto neighbours = neighbours_of(links, count);
  std::vector<Node> leaves(static_cast<std::size_t>(pes));
  std::iota(leaves.begin(), leaves.end(), 0);
  std::vector<Node> order;
  const std::vector<int> level = distances(neighbours, leaves, order);
  const int depth = std::max(1, *std::max_element(level.begin(), level.end()));
  const double rise = std::max(1.0, .62 * pes / depth);
  NetworkPlan plan{NetworkPlan::Kind::tree, std::vector<Point>(static_cast<std::size_t>(count))};
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

/// Plan with groups on a circle; in each its routers on a small circle, and their PEs around them.
NetworkPlan dragonfly_plan(const std::string& name, int count, int pes) {
  std::istringstream text(name.substr(name.find(':') + 1));
  std::array<int, 4> sizes{1, 1, 1, 1};  // PEs, routers, links, groups
  char by = 'x';
  text >> sizes[0] >> by >> sizes[1] >> by >> sizes[2] >> by >> sizes[3];
  const int around = sizes[0] * sizes[1];
  const double groups = sizes[3];
  constexpr double kRoom = 1.3;
  constexpr double kInner = .5;
  const double middle = sizes[3] > 1 ? kRoom / std::sin(std::numbers::pi / groups) : 0;
  const auto on = [&](int group, double turn, double radius) {
    const double a = -std::numbers::pi / 2 + 2 * std::numbers::pi * group / groups;
    const double b = a + 2 * std::numbers::pi * turn;
    return Point{middle * std::cos(a) + radius * std::cos(b), middle * std::sin(a) + radius * std::sin(b)};
  };
  NetworkPlan plan{NetworkPlan::Kind::graph, {}};
  for (int i = 0; i < pes; ++i)
    plan.nodes.push_back(on(i / around, (i % around - (sizes[0] - 1) / 2.0) / around, 1));
  for (int i = 0; i < count - pes; ++i)
    plan.nodes.push_back(on(i / sizes[1], static_cast<double>(i % sizes[1]) / sizes[1], kInner));
  return plan;
}

struct FarPair {
  std::size_t a, b;
  int distance;
};

/// Plan with distances on paper like those in the network (stress, by stochastic gradient descent:
/// Zheng, Pawar, Goodman, "Graph Drawing by Stochastic Gradient Descent", 2018).
NetworkPlan graph_plan(const NetworkLinks& links, int count) {
  const auto neighbours = neighbours_of(links, count);
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

}  // namespace

std::string kind_of(const Topology& network) {
  const std::string name = network.name();
  return network.is_embedded() ? "graph" : name.substr(0, name.find(':'));
}

NetworkLinks links_of(const Topology& network) {
  NetworkLinks links;
  for (Node node = 0; node < network.nodes(); ++node)
    for (Port port = 0; port < network.ports(); ++port)
      if (const Node to = network.neighbour(node, port); to != kNoNode) links.emplace_back(node, to);
  std::sort(links.begin(), links.end());
  links.erase(std::unique(links.begin(), links.end()), links.end());
  return links;
}

std::vector<Point> directions_of(const std::vector<int>& sides) {
  const std::size_t d = sides.size();
  if (d == 1) return {{1, 0}};
  if (d == 2) return {{0, 1}, {1, 0}};
  if (d == 3) {
    const double tall = .42 * sides[1] + .15 * sides[2];
    return {{0, std::max(1.25, tall + .12)}, {-std::min(.45, 1.0 / sides[1]), .42}, {1, .15}};
  }
  std::vector<Point> ways(d);
  std::array<double, 2> extent{1, 1};
  for (std::size_t k = d, axis = 0; k-- > 0; axis = 1 - axis) {
    ways[k] = axis == 0 ? Point{extent[0], 0} : Point{0, extent[1]};
    extent[axis] *= sides[k] * 1.22;
  }
  return ways;
}

NetworkPlan plan_of(const Topology& network, const NetworkLinks& links) {
  const std::string kind = kind_of(network);
  const std::vector<int>& sides = network.sides();
  if (kind == "ring" || (kind == "torus" && sides.size() == 1)) return ring_plan(network.nodes());
  if (kind == "torus" || kind == "mesh" || kind == "line")
    return grid_plan(sides, network.nodes(), kind == "torus");
  if (kind == "hypercube") return hypercube_plan(network.nodes());
  if (kind == "hyperx") return hyperx_plan(links, sides, network.nodes());
  if (kind == "tree" || kind == "fattree")
    return tree_plan(links, network.nodes(), network.pes(), kind == "fattree");
  if (kind == "dragonfly") return dragonfly_plan(network.name(), network.nodes(), network.pes());
  if (kind == "complete") return {NetworkPlan::Kind::complete, circle(network.nodes())};
  return graph_plan(links, network.nodes());
}

}  // namespace toruscope::picture
