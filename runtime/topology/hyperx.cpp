// SPDX-License-Identifier: Apache-2.0
// The HyperX: a grid in which all nodes of each line are linked with each other.
//
//   ports       for each dimension: to the next node of the line, the next but one, ..
//   routes      one link in each dimension in which the coordinates differ, dimension 0 first.
//
// Invariants  Along every route channel_order, the dimension, strictly increases.
// Source      Ahn, Binkert, Davis, McLaren, Schreiber, "HyperX: topology, routing, and packaging of
//             efficient large-scale networks", SC 2009; sides of 2: hypercube; one side: complete.

#include "runtime/topology/sizes.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <cstddef>
#include <fmt/core.h>
#include <utility>

namespace toruscope {

namespace {

class HyperX final : public Topology {
 public:
  explicit HyperX(std::vector<int> sides) : sides_(std::move(sides)), strides_(sides_.size(), 1) {
    for (std::size_t d = sides_.size() - 1; d > 0; --d) strides_[d - 1] = strides_[d] * sides_[d];
    for (std::size_t d = 0; d < sides_.size(); ++d)
      for (int step = 1; step < sides_[d]; ++step) links_.push_back({d, step});
    count_cut();
  }

  [[nodiscard]] std::string name() const override { return "hyperx:" + core::sizes_to_string(sides_); }
  [[nodiscard]] int nodes() const override { return strides_[0] * sides_[0]; }
  [[nodiscard]] int ports() const override { return static_cast<int>(links_.size()); }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    const auto [d, step] = links_[static_cast<std::size_t>(port)];
    const int at = coordinate(node, d);
    return node + ((at + step) % sides_[d] - at) * strides_[d];
  }
  [[nodiscard]] Port opposite(Node /*node*/, Port port) const override {
    const auto [d, step] = links_[static_cast<std::size_t>(port)];
    return port - step + (sides_[d] - step);
  }
  [[nodiscard]] int distance(Node a, Node b) const override {
    int links = 0;
    for (std::size_t d = 0; d < sides_.size(); ++d) links += coordinate(a, d) != coordinate(b, d) ? 1 : 0;
    return links;
  }
  [[nodiscard]] int diameter() const override { return distance(0, nodes() - 1); }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    Port first = 0;  // of the dimension
    for (std::size_t d = 0; d < sides_.size(); first += sides_[d] - 1, ++d) {
      const int step = (coordinate(b, d) - coordinate(a, d) + sides_[d]) % sides_[d];
      if (step != 0) legs.push_back({first + step - 1, 1, 0});
    }
  }
  [[nodiscard]] std::uint32_t channel_order(Node /*node*/, Port port, int /*channel*/) const override {
    return static_cast<std::uint32_t>(links_[static_cast<std::size_t>(port)].dimension);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  /// False: messages on a line go straight, not around a ring.
  [[nodiscard]] bool is_torus() const override { return false; }
  [[nodiscard]] bool is_acyclic() const override { return true; }
  [[nodiscard]] int virtual_channels() const override { return 1; }
  [[nodiscard]] int dimensions() const override { return static_cast<int>(sides_.size()); }
  [[nodiscard]] int dimension_of(Port port) const override {
    return static_cast<int>(links_[static_cast<std::size_t>(port)].dimension);
  }
  [[nodiscard]] int bisection() const override { return cut_; }
  /// Known across an even shortest side, whose links an all-to-all loads most, and all alike.
  [[nodiscard]] bool has_least_bisection() const override { return shortest() % 2 == 0; }
  [[nodiscard]] std::string port_name(Node /*node*/, Port port) const override {
    const auto [d, step] = links_[static_cast<std::size_t>(port)];
    return fmt::format("+{} in dimension {}", step, d);
  }

 private:
  /// The link behind a port: `step` steps along a dimension.
  struct Link {
    std::size_t dimension;
    int step;
  };

  [[nodiscard]] int coordinate(Node node, std::size_t d) const { return node / strides_[d] % sides_[d]; }
  /// The shortest side that has links; 0 if none has.
  [[nodiscard]] int shortest() const {
    int least = 0;
    for (const int side : sides_)
      if (side > 1 && (least == 0 || side < least)) least = side;
    return least;
  }
  /// Counts across the shortest side, if even; else between the first, larger half and the others.
  void count_cut() {
    if (shortest() % 2 == 0) {
      cut_ = nodes() / 2 * shortest();
      return;
    }
    const int half = (nodes() + 1) / 2;
    for (Node node = 0; node < half; ++node)
      for (Port port = 0; port < ports(); ++port)
        if (neighbour(node, port) >= half) cut_ += 2;
  }

  std::vector<int> sides_;
  std::vector<int> strides_;  // for a step along each dimension
  std::vector<Link> links_;   // by port
  int cut_ = 0;
};

}  // namespace

TopologyPtr hyperx(std::vector<int> sides) {
  core::check_grid("hyperx", sides);
  std::int64_t links = 0;
  for (const int side : sides) links += side - 1;
  for (const int side : sides) links = links * side;
  if (links > core::kMaxNodes)
    throw ConfigError(fmt::format("hyperx: {} has {} directed links; at most {} are possible",
                                  core::sizes_to_string(sides), links, core::kMaxNodes));
  return std::make_shared<HyperX>(std::move(sides));
}

void hyperx(TopologyEntry& entry) {
  entry.form = "hyperx:AxBx...";
  entry.description = "a grid in which all nodes of a line are linked with each other";
  entry.make = [](std::string_view sizes) {
    return hyperx(core::parse_sizes("hyperx", "hyperx:AxBx...", sizes));
  };
}

}  // namespace toruscope
