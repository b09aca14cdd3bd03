// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/torus.hpp"

#include "runtime/core/joined.hpp"
#include "runtime/core/shown_text.hpp"
#include "runtime/topology/grid_bisection.hpp"
#include "runtime/topology/ring_offset.hpp"
#include "runtime/topology/sizes.hpp"
#include "runtime/topology/switched_networks.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <fmt/core.h>
#include <utility>

namespace toruscope {

namespace core {

namespace {

/// Writes the legs of `steps` steps through one port whose ring has `before` links ahead of its
/// wrap-around link. Returns where the next one goes.
[[gnu::always_inline]] inline Leg* write_split_at_wrap(Leg* next, Port port, int steps, int before) {
  if (const int plain = std::min(steps, before); plain > 0) *next++ = {port, plain, 0};
  if (steps > before) *next++ = {port, steps - before, 1};
  return next;
}

}  // namespace

Torus::Torus(std::string name, std::vector<int> sides, HalfwayTies ties)
    : name_(std::move(name)), sides_(std::move(sides)), ties_(ties) {
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

inline int Torus::steps_from(int x, int y, int side) const {
  const int shorter = ring_offset(x, y, side);
  const bool has_choice = 2 * shorter == side && side > 2;  // a side of 2 has no negative links
  if (ties_ == HalfwayTies::positive || !has_choice) return shorter;
  const bool is_positive = ties_ == HalfwayTies::balanced ? x % 2 == 0 : x < y;
  return is_positive ? shorter : -shorter;
}

inline Leg* Torus::write_route(Node a, Node b, Leg* next) const {
  for_each_dimension(a, b, [&](const Dimension& d, int x, int y) {
    const int steps = steps_from(x, y, d.side);
    if (steps > 0) next = write_split_at_wrap(next, d.positive, steps, d.side - 1 - x);
    if (steps < 0) next = write_split_at_wrap(next, d.positive + 1, -steps, x);
  });
  return next;
}

void Torus::route(Node a, Node b, Route& legs) const {
  legs.resize(2 * dimensions_.size());
  legs.resize(static_cast<std::size_t>(write_route(a, b, legs.data()) - legs.data()));
}

std::size_t Torus::short_route(Node a, Node b, std::span<Leg, kFew> legs) const {
  if (2 * dimensions_.size() > kFew) return 0;
  return static_cast<std::size_t>(write_route(a, b, legs.data()) - legs.data());
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

namespace {

/// Names of the ways for ties, in the order of HalfwayTies.
const std::vector<std::string> kTies{"positive", "balanced", "away-from-dateline"};

TopologyPtr made(std::string name, std::vector<int> sides, HalfwayTies ties) {
  if (ties != HalfwayTies::positive) name += ":" + kTies[static_cast<std::size_t>(ties)];
  return std::make_shared<core::Torus>(std::move(name), std::move(sides), ties);
}

HalfwayTies ties_of(std::string_view topology, std::string_view rule) {
  if (rule.empty()) return HalfwayTies::positive;
  const auto found = std::find(kTies.begin(), kTies.end(), rule);
  if (found == kTies.end())
    throw ConfigError(fmt::format("{}: ties \"{}\" are not available; available: {}", topology,
                                  core::shown(rule), core::joined(kTies, ", ")));
  return static_cast<HalfwayTies>(found - kTies.begin());
}

}  // namespace

TopologyPtr torus(std::vector<int> sides, HalfwayTies ties) {
  std::string name = "torus:" + core::sizes_to_string(sides);
  core::check_grid("torus", sides);
  return made(std::move(name), std::move(sides), ties);
}

TopologyPtr ring(int p, HalfwayTies ties) {
  core::check_grid("ring", {p});
  return made("ring:" + std::to_string(p), {p}, ties);
}

void torus(TopologyEntry& entry) {
  entry.form = "torus:AxBx...";
  entry.description =
      "rings in each of any number of dimensions; a side of 2 has one link each way; :balanced and "
      ":away-from-dateline: other ties half-way round a ring";
  entry.make = [](std::string_view text) {
    const auto [sizes, rule] = core::split_routing(text);
    return torus(core::parse_sizes("torus", "torus:AxBx...", sizes), ties_of("torus", rule));
  };
}
void ring(TopologyEntry& entry) {
  entry.form = "ring:P";
  entry.description = "a torus of one dimension";
  entry.make = [](std::string_view text) {
    const auto [sizes, rule] = core::split_routing(text);
    return ring(core::parse_size("ring", "ring:P", sizes), ties_of("ring", rule));
  };
}

}  // namespace toruscope
