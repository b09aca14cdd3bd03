// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/torus.hpp"

#include "runtime/topology/grid_bisection.hpp"
#include "runtime/topology/ring_offset.hpp"
#include "runtime/topology/sizes.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope {

namespace core {

namespace {

/// Appends `steps` steps by a port whose ring has `before` links up to its wrap-around link.
void append_split_at_wrap(Route& legs, Port port, int steps, int before) {
  if (const int plain = std::min(steps, before); plain > 0) legs.push_back({port, plain, 0});
  if (steps > before) legs.push_back({port, steps - before, 1});
}

}  // namespace

Torus::Torus(std::string name, std::vector<int> sides) : name_(std::move(name)), sides_(std::move(sides)) {
  for (const int side : sides_) nodes_ *= side;
  int stride = nodes_;
  std::uint32_t order = 0;
  for (const int side : sides_) {
    const auto number = static_cast<int>(dimensions_.size());
    const Port first = ports();
    stride /= side;
    dimensions_.push_back({.side = side, .stride = stride, .positive = first});
    if (side >= 2) ports_.push_back({number, true, side == 2 ? first : first + 1, order});
    if (side >= 3) ports_.push_back({number, false, first, order});
    order += 2 * static_cast<std::uint32_t>(side);
  }
  bisection_ = grid_bisection(sides_, true);
}

Node Torus::neighbour(Node node, Port port) const {
  const Dimension& d = along(port);
  const int x = coordinate(node, d);
  if (direction(port).is_positive) return x + 1 < d.side ? node + d.stride : node - x * d.stride;
  return x > 0 ? node - d.stride : node + (d.side - 1) * d.stride;
}

Port Torus::opposite(Node /*node*/, Port port) const {
  return direction(port).opposite;
}

int Torus::distance(Node a, Node b) const {
  int steps = 0;
  for_each_dimension(
      a, b, [&](const Dimension& d, int x, int y) { steps += static_cast<int>(ring_distance(x, y, d.side)); });
  return steps;
}

int Torus::diameter() const {
  int steps = 0;
  for (const int side : sides_) steps += side / 2;
  return steps;
}

void Torus::route(Node a, Node b, Route& legs) const {
  legs.clear();
  for_each_dimension(a, b, [&](const Dimension& d, int x, int y) {
    const int offset = ring_offset(x, y, d.side);
    if (offset > 0) append_split_at_wrap(legs, d.positive, offset, d.side - 1 - x);
    if (offset < 0) append_split_at_wrap(legs, d.positive + 1, -offset, x);
  });
}

std::uint32_t Torus::channel_order(Node node, Port port, int virtual_channel) const {
  const Dimension& d = along(port);
  const int x = coordinate(node, d);
  const int before = direction(port).is_positive ? x : d.side - 1 - x;  // links since the last wrap
  const int wrap = d.side - 1;
  const int place = virtual_channel == 0 || before == wrap ? before : d.side + before;
  return direction(port).first_order + static_cast<std::uint32_t>(place);
}

std::string Torus::port_name(Node /*node*/, Port port) const {
  return fmt::format("{}{}", direction(port).is_positive ? '+' : '-', direction(port).dimension);
}

}  // namespace core

TopologyPtr torus(std::vector<int> sides) {
  std::string name = "torus:" + core::sizes_to_string(sides);
  core::check_grid("torus", sides);
  return std::make_shared<core::Torus>(std::move(name), std::move(sides));
}

TopologyPtr ring(int p) {
  core::check_grid("ring", {p});
  return std::make_shared<core::Torus>("ring:" + std::to_string(p), std::vector<int>{p});
}

void torus(TopologyEntry& entry) {
  entry.form = "torus:AxBx...";
  entry.description = "rings in each of any number of dimensions; a side of 2 has one link each way";
  entry.make = [](std::string_view sizes) { return torus(core::parse_sizes("torus", "torus:AxBx...", sizes)); };
}
void ring(TopologyEntry& entry) {
  entry.form = "ring:P";
  entry.description = "a torus of one dimension";
  entry.make = [](std::string_view sizes) { return ring(core::parse_size("ring", "ring:P", sizes)); };
}

}  // namespace toruscope
