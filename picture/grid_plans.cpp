// SPDX-License-Identifier: Apache-2.0
// Plans of rings, complete networks, grids and hypercubes.

#include "picture/plans.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <string>

namespace toruscope::picture {

namespace {

/// The sides multiply to the number of nodes.
bool has_sides(const NetworkFacts& network) {
  std::int64_t nodes = network.sides.empty() ? 0 : 1;
  for (const int side : network.sides)
    if (nodes <= network.nodes) nodes *= side;
  return nodes == network.nodes;
}

NetworkPlan::Kind grid_kind(std::size_t dimensions) {
  return dimensions <= 2   ? NetworkPlan::Kind::grid
         : dimensions == 3 ? NetworkPlan::Kind::planes
                           : NetworkPlan::Kind::flat;
}

/// The direction of each dimension of a grid on paper: the last to the right, the one before down.
/// Three dimensions are planes one above the other, sheared by less than a row so that links
/// between planes pass between nodes; more are grids of grids.
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

/// Shape of a link of dimension k of d to the next node.
LinkWay inner_link(NetworkPlan::Kind kind, std::size_t k, std::size_t d) {
  return {.is_bow = kind == NetworkPlan::Kind::flat && k + 2 < d,
          .is_between_planes = kind == NetworkPlan::Kind::planes && k == 0};
}

/// Shape of the link that closes a ring of dimension k.
LinkWay closing_link(NetworkPlan::Kind kind, std::size_t k, Point way) {
  if (kind == NetworkPlan::Kind::flat) return {.is_bow = true};
  const double length = std::hypot(way.x, way.y);
  double part = std::min(.58, .75 / std::max(.5, length));
  if (kind == NetworkPlan::Kind::planes) part = k == 0 ? .5 / length : .42 / std::max(.6, length);
  return {.stub = Point{way.x * part, way.y * part},
          .is_between_planes = kind == NetworkPlan::Kind::planes && k == 0};
}

LinkWay reversed(LinkWay how) {
  if (how.stub) how.stub = Point{-how.stub->x, -how.stub->y};
  return how;
}

/// Fields behind the planes, from corner to corner and half a step further.
std::vector<PlannedField> fields_of(const NetworkPlan& plan, const std::vector<int>& sides,
                                    const std::vector<Point>& ways) {
  const auto further = [&](Node node, double across, double along) {
    const Point from = plan.nodes[static_cast<std::size_t>(node)];
    return Point{from.x + .5 * (across * ways[2].x + along * ways[1].x),
                 from.y + .5 * (across * ways[2].y + along * ways[1].y)};
  };
  const int nodes = sides[1] * sides[2];
  std::vector<PlannedField> fields;
  for (Node first = 0; first < sides[0] * nodes; first += nodes) {
    const Node last = first + nodes - 1;
    fields.push_back({{further(first, -1, -1), further(first + sides[2] - 1, 1, -1), further(last, 1, 1),
                       further(last + 1 - sides[2], -1, 1)},
                      first,
                      last});
  }
  return fields;
}

std::optional<NetworkPlan> grid_plan(const NetworkFacts& network, bool wraps) {
  if (!has_sides(network)) return std::nullopt;
  const std::vector<int>& sides = network.sides;
  const std::vector<Point> ways = directions_of(sides);
  const std::size_t d = sides.size();
  std::vector<int> stride(d, 1);
  for (std::size_t k = d - 1; k-- > 0;) stride[k] = stride[k + 1] * sides[k + 1];
  NetworkPlan plan{grid_kind(d), {}};
  for (Node i = 0; i < network.nodes; ++i) {
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
      const LinkWay how = is_inside ? inner_link(plan.kind, k, d) : closing_link(plan.kind, k, ways[k]);
      plan.expect(i, next, how);
      plan.expect(next, i, reversed(how));
    }
  }
  if (plan.kind == NetworkPlan::Kind::planes) plan.fields = fields_of(plan, sides, ways);
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

}  // namespace

std::vector<Point> circle(int count) {
  std::vector<Point> nodes;
  for (int i = 0; i < count; ++i) {
    const double angle = -std::numbers::pi / 2 + 2 * std::numbers::pi * i / count;
    nodes.push_back({std::cos(angle), std::sin(angle)});
  }
  return nodes;
}

NetworkPlan ring_plan(const NetworkFacts& network) {
  const int count = network.nodes;
  NetworkPlan plan{NetworkPlan::Kind::circle, circle(count)};
  for (Node i = 0; i < count; ++i) {
    plan.expect(i, (i + 1) % count, {.is_arc = true});
    plan.expect((i + 1) % count, i, {.is_arc = true});
  }
  return plan;
}

NetworkPlan complete_plan(const NetworkFacts& network) {
  return {NetworkPlan::Kind::complete, circle(network.nodes)};
}

std::optional<NetworkPlan> torus_plan(const NetworkFacts& network) {
  const bool is_ring = network.sides.size() == 1 && has_sides(network);
  return is_ring ? ring_plan(network) : grid_plan(network, true);
}

std::optional<NetworkPlan> mesh_plan(const NetworkFacts& network) {
  return grid_plan(network, false);
}

/// Plan of a HyperX. All nodes of a line are linked: those that are not neighbours by bows, both
/// directions on the same side, the longer the higher.
std::optional<NetworkPlan> hyperx_plan(const NetworkFacts& network) {
  constexpr double kRise = .14;
  std::optional<NetworkPlan> plan = grid_plan(network, false);
  if (!plan) return plan;
  if (plan->kind == NetworkPlan::Kind::grid) plan->kind = NetworkPlan::Kind::hyperx;
  for (const auto& [from, to] : network.links)
    plan->expect(from, to, {.is_bow = true, .rise = from < to ? kRise : -kRise});
  return plan;
}

std::optional<NetworkPlan> hypercube_plan(const NetworkFacts& network) {
  const int count = network.nodes;
  if (!std::has_single_bit(static_cast<unsigned>(count))) return std::nullopt;
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

}  // namespace toruscope::picture
