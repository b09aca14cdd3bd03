// SPDX-License-Identifier: Apache-2.0
// Layers of routes, one virtual channel each: each route in turn gets the first layer in which its
// dependencies, from each link to the next one, close no cycle.
//
// Invariants  The dependencies of a layer are acyclic; `order` is topological, layer after layer.
// Source      Skeie, Lysne, Theiss, "Layered Shortest Path (LASH) Routing in Irregular System Area
//             Networks", IPDPS 2002; Dally, Seitz, IEEE Trans. Computers 36(5), 1987, theorem 1:
//             acyclic means free of deadlock.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace toruscope::core {

class Layers {
 public:
  using Link = std::size_t;
  /// Appends the links of route number `route`, 0 .. routes-1, to the list.
  using LinksOf = std::function<void(std::size_t route, std::vector<Link>& links)>;

  /// Routes over links 0 .. links-1. If `most_layers` do not suffice `cycle()` shows why.
  Layers(std::size_t links, std::size_t routes, int most_layers, const LinksOf& links_of);

  [[nodiscard]] int layers() const { return layers_; }
  [[nodiscard]] int layer(std::size_t route) const { return layer_[route]; }
  /// The place of a link's virtual channel in the order.
  [[nodiscard]] std::uint32_t order(Link link, int layer) const {
    return order_[static_cast<std::size_t>(layer) * links_ + link];
  }
  /// Consecutive links of a remaining cyclic dependency; empty if every route has a layer.
  [[nodiscard]] const std::vector<Link>& cycle() const { return cycle_; }

 private:
  class Dependencies;

  void append_order(const std::vector<std::vector<Link>>& after);

  std::size_t links_;
  std::vector<std::int8_t> layer_;
  std::vector<std::uint32_t> order_;
  int layers_ = 0;
  std::vector<Link> cycle_;
};

}  // namespace toruscope::core
