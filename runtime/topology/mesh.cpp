// SPDX-License-Identifier: Apache-2.0
// A mesh of any number of dimensions, or a linear array, with dimension-ordered routes.
//
//   ports       for each dimension longer than 1: "+", then "-". mesh:4x1x3 has ports +0 -0 +2 -2.
//               A node at a border has no link through the port that would cross it.
//
// Invariants  Along every route channel_order strictly increases: dimensions come in order, and in
//             each the links of a direction in the order of passing. One virtual channel is enough.

#include "runtime/topology/grid_bisection.hpp"
#include "runtime/topology/sizes.hpp"

#include <toruscope/topology.hpp>

#include <algorithm>
#include <cstdlib>
#include <fmt/core.h>
#include <utility>

namespace toruscope {

namespace {

class Mesh final : public Topology {
 public:
  /// Precondition: every side is at least 1 and their product fits an int.
  Mesh(std::string name, std::vector<int> sides) : name_(std::move(name)), sides_(std::move(sides)) {
    std::uint32_t order = 0;
    for (std::size_t i = 0; i < sides_.size(); ++i) {
      if (sides_[i] > 1) dimensions_.push_back({static_cast<int>(i), sides_[i], 0, order});
      order += static_cast<std::uint32_t>(sides_[i]);
    }
    for (auto d = dimensions_.rbegin(); d != dimensions_.rend(); ++d) {
      d->stride = nodes_;
      nodes_ *= d->side;
    }
    cut_ = core::grid_bisection(sides_, false).links;
  }

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int nodes() const override { return nodes_; }
  [[nodiscard]] int ports() const override { return 2 * static_cast<int>(dimensions_.size()); }
  [[nodiscard]] int dimensions() const override { return static_cast<int>(sides_.size()); }
  [[nodiscard]] int dimension_of(Port port) const override { return along(port).number; }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    const Dimension& d = along(port);
    const int x = coordinate(node, d);
    if (is_positive(port)) return x + 1 < d.side ? node + d.stride : kNoNode;
    return x > 0 ? node - d.stride : kNoNode;
  }
  [[nodiscard]] Port opposite(Node /*node*/, Port port) const override { return port ^ 1; }
  [[nodiscard]] int distance(Node a, Node b) const override {
    int steps = 0;
    for (const Dimension& d : dimensions_) steps += std::abs(coordinate(b, d) - coordinate(a, d));
    return steps;
  }
  [[nodiscard]] int diameter() const override { return distance(0, nodes_ - 1); }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    for (Port port = 0; port < ports(); port += 2) {
      const Dimension& d = along(port);
      const int offset = coordinate(b, d) - coordinate(a, d);
      if (offset != 0) legs.push_back({offset > 0 ? port : port + 1, std::abs(offset), 0});
    }
  }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int /*channel*/) const override {
    const Dimension& d = along(port);
    const int x = coordinate(node, d);
    return d.first_order + static_cast<std::uint32_t>(is_positive(port) ? x : d.side - 1 - x);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  /// True if all sides are at most 2: a side of 2 is a ring of 2.
  [[nodiscard]] bool is_torus() const override {
    return std::all_of(sides_.begin(), sides_.end(), [](int side) { return side <= 2; });
  }
  [[nodiscard]] bool is_mesh() const override { return true; }
  [[nodiscard]] bool is_dimension_ordered() const override { return true; }
  [[nodiscard]] bool is_routed_by_destination() const override { return true; }
  [[nodiscard]] int virtual_channels() const override { return 1; }
  [[nodiscard]] bool is_acyclic() const override { return true; }
  [[nodiscard]] int bisection() const override { return cut_; }
  [[nodiscard]] bool has_least_bisection() const override { return true; }
  [[nodiscard]] std::string port_name(Node /*node*/, Port port) const override {
    return fmt::format("{}{}", is_positive(port) ? '+' : '-', along(port).number);
  }

 private:
  struct Dimension {
    int number;
    int side;
    int stride;                 ///< nodes between neighbours: the product of the later sides
    std::uint32_t first_order;  ///< the least channel_order of this dimension
  };

  static int coordinate(Node node, const Dimension& d) { return node / d.stride % d.side; }
  static bool is_positive(Port port) { return port % 2 == 0; }
  [[nodiscard]] const Dimension& along(Port port) const {
    return dimensions_[static_cast<std::size_t>(port / 2)];
  }

  std::string name_;
  std::vector<int> sides_;
  int nodes_ = 1;
  std::vector<Dimension> dimensions_;  // those longer than 1
  int cut_ = 0;
};

}  // namespace

TopologyPtr mesh(std::vector<int> sides) {
  std::string name = "mesh:" + core::sizes_to_string(sides);
  core::check_grid("mesh", sides);
  return std::make_shared<Mesh>(std::move(name), std::move(sides));
}

TopologyPtr line(int p) {
  core::check_grid("line", {p});
  return std::make_shared<Mesh>("line:" + std::to_string(p), std::vector<int>{p});
}

void mesh(TopologyEntry& entry) {
  entry.form = "mesh:AxBx...";
  entry.description = "a grid of any number of dimensions that do not close to rings";
  entry.make = [](std::string_view sizes) { return mesh(core::parse_sizes("mesh", "mesh:AxBx...", sizes)); };
}
void line(TopologyEntry& entry) {
  entry.form = "line:P";
  entry.description = "a mesh of one dimension: a linear array";
  entry.make = [](std::string_view sizes) { return line(core::parse_size("line", "line:P", sizes)); };
}

}  // namespace toruscope
