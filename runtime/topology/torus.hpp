// SPDX-License-Identifier: Apache-2.0
// A torus of any number of dimensions: rings in each, dimension-ordered routes, datelines.
//
//   ports       for each dimension: "+", then "-". A side of 2 has only "+" (both ways are the same
//               link), a side of 1 none. torus:4x2x1x3 has ports +0 -0 +1 +3 -3.
//   dateline    in each direction of a ring of n nodes the wrap-around link leaves n-1 ("+") or 0
//               ("-"). A header is on virtual channel 0 up to that link and on 1 from it on:
//
//                 +:   0 --0--> 1 --0--> 2 --0--> 3 --1--> 0 --1--> 1 --1--> 2
//
// Invariants  Along every route channel_order strictly increases: dimensions in order; within a
//             ring and direction channel 0 of the links before the wrap, then the wrap, then
//             channel 1 behind it, and no route passes the wrap twice.
// Source      Dally, Seitz, IEEE Trans. Computers 36(5), 1987, sections 3 and 4.

#pragma once

#include "runtime/core/divisor.hpp"
#include "runtime/topology/bisection.hpp"
#include "runtime/topology/short_routes.hpp"

#include <toruscope/topology.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace toruscope::core {

class Torus final : public Topology, public ShortRoutes {
 public:
  /// Precondition: every side is at least 1 and their product fits an int.
  Torus(std::string name, std::vector<int> sides, HalfwayTies ties);

  [[nodiscard]] std::string name() const override { return name_; }
  [[nodiscard]] int nodes() const override { return nodes_; }
  [[nodiscard]] int dimensions() const override { return static_cast<int>(sides().size()); }
  [[nodiscard]] int dimension_of(Port port) const override { return direction(port).dimension; }
  [[nodiscard]] int ports() const override { return static_cast<int>(ports_.size()); }
  [[nodiscard]] Node neighbour(Node node, Port port) const override;
  [[nodiscard]] Port opposite(Node node, Port port) const override;
  [[nodiscard]] int distance(Node a, Node b) const override;
  [[nodiscard]] int diameter() const override;
  void route(Node a, Node b, Route& legs) const override;
  [[nodiscard]] std::size_t short_route(Node a, Node b, std::span<Leg, kFew> legs) const override;
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int virtual_channel) const override;
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  [[nodiscard]] bool is_torus() const override { return true; }
  [[nodiscard]] bool is_altered() const override { return ties_ != HalfwayTies::positive; }
  [[nodiscard]] bool is_dimension_ordered() const override { return true; }
  [[nodiscard]] bool is_routed_by_destination() const override { return true; }
  [[nodiscard]] bool is_acyclic() const override { return true; }
  [[nodiscard]] int bisection() const override { return bisection_.links; }
  [[nodiscard]] bool has_least_bisection() const override { return bisection_.is_least; }
  [[nodiscard]] std::string port_name(Node node, Port port) const override;

 private:
  struct Direction {
    int dimension;
    bool is_positive;
    Port opposite;
    std::uint32_t first_order;  ///< the least channel_order of this dimension
  };
  struct Dimension {
    int side;
    int stride;     ///< nodes between neighbours: the product of the later sides
    Port positive;  ///< the port "+"; none if the side is 1
    Divisor by_side{side};
    Divisor by_stride{stride};
  };

  /// Writes the legs of a route, at most two for each dimension. Returns where the next would go.
  Leg* write_route(Node a, Node b, Leg* next) const;
  /// ring_offset, with ties by the rule.
  [[nodiscard]] int steps_from(int x, int y, int side) const;
  /// Calls use(d, x, y) for each dimension with the coordinates of both nodes: one division for
  /// each, for the first coordinate is what the first stride goes into a node, and so on.
  template <class Use>
  [[gnu::always_inline]] void for_each_dimension(Node a, Node b, Use&& use) const {
    for (const Dimension& d : dimensions_) {
      const int x = d.by_stride.quotient(a);
      const int y = d.by_stride.quotient(b);
      a -= x * d.stride;
      b -= y * d.stride;
      use(d, x, y);
    }
  }
  static int coordinate(Node node, const Dimension& d) {
    return d.by_side.remainder(d.by_stride.quotient(node));
  }
  [[nodiscard]] const Direction& direction(Port port) const { return ports_[static_cast<std::size_t>(port)]; }
  [[nodiscard]] const Dimension& along(Port port) const {
    return dimensions_[static_cast<std::size_t>(direction(port).dimension)];
  }

  std::string name_;
  std::vector<int> sides_;
  int nodes_ = 1;
  std::vector<Dimension> dimensions_;
  std::vector<Direction> ports_;
  BisectionWidth bisection_;
  HalfwayTies ties_;
};

}  // namespace toruscope::core
