// SPDX-License-Identifier: Apache-2.0
// A balanced binary tree of switches whose leaves are the PEs.
//
//   tree:5            5             nodes 0 .. p-1 are the leaves, the switches follow in preorder,
//                   /   \.          the root first; n leaves are cut behind their first ceil(n/2)
//                 6       8
//                / \     / \.       ports: 0 up, 1 left, 2 right; the root has no link up, a leaf
//               7   2   3   4       none down
//              / \.
//             0   1
//
// Invariants  Along every route channel_order strictly increases: links up, the lowest first, then
//             links down, the highest first.
// Source      Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, 4.1.4;
//             here with any number of leaves.

#include "runtime/core/decimal.hpp"
#include "runtime/topology/sizes.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace toruscope {

namespace {

constexpr int kMostLeaves = 1 << 23;
constexpr Port kUp = 0;
constexpr Port kLeft = 1;
constexpr Port kRight = 2;

class Tree final : public Topology {
 public:
  explicit Tree(int p) : p_(p), next_switch_(p), sides_{p}, places_(static_cast<std::size_t>(2 * p - 1)) {
    build(0, p, kNoNode, 0);
    for (Node leaf = 0; leaf < p; ++leaf) {
      int& deepest = deepest_[leaf < (p + 1) / 2 ? 0 : 1];
      deepest = std::max(deepest, place(leaf).depth);
    }
  }

  [[nodiscard]] std::string name() const override { return "tree:" + std::to_string(p_); }
  [[nodiscard]] int nodes() const override { return 2 * p_ - 1; }
  [[nodiscard]] int pes() const override { return p_; }
  [[nodiscard]] int ports() const override { return p_ == 1 ? 0 : 3; }
  [[nodiscard]] Node neighbour(Node node, Port port) const override { return place(node).next[index(port)]; }
  [[nodiscard]] Port opposite(Node node, Port port) const override {
    return port == kUp ? (place(place(node).next[kUp]).next[kLeft] == node ? kLeft : kRight) : kUp;
  }
  [[nodiscard]] int distance(Node a, Node b) const override {
    return place(a).depth + place(b).depth - 2 * place(lowest_common(a, b)).depth;
  }
  [[nodiscard]] int diameter() const override { return deepest_[0] + deepest_[1]; }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    const Node common = lowest_common(a, b);
    if (const int up = place(a).depth - place(common).depth; up > 0) legs.push_back({kUp, up, 0});
    const std::size_t first_down = legs.size();
    for (Node at = b; at != common; at = place(at).next[kUp]) {
      const Port port = opposite(at, kUp);
      if (legs.size() > first_down && legs.back().port == port)
        ++legs.back().steps;
      else
        legs.push_back({port, 1, 0});
    }
    std::reverse(legs.begin() + static_cast<std::ptrdiff_t>(first_down), legs.end());
  }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int /*channel*/) const override {
    const int depth = place(node).depth;
    return static_cast<std::uint32_t>(port == kUp ? deepest_[0] - depth : deepest_[0] + depth);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  [[nodiscard]] bool is_torus() const override { return false; }
  [[nodiscard]] int virtual_channels() const override { return 1; }
  [[nodiscard]] bool is_acyclic() const override { return true; }
  [[nodiscard]] int bisection() const override { return p_ == 1 ? 0 : 2; }
  [[nodiscard]] bool has_least_bisection() const override { return true; }
  [[nodiscard]] std::string port_name(Node /*node*/, Port port) const override {
    return port == kUp ? "up" : port == kLeft ? "left" : "right";
  }

 private:
  struct Place {
    std::array<Node, 3> next{kNoNode, kNoNode, kNoNode};  // by port
    int depth = 0;
  };

  static std::size_t index(int number) { return static_cast<std::size_t>(number); }
  [[nodiscard]] const Place& place(Node node) const { return places_[index(node)]; }

  /// The node over leaves [lo, hi), below `up`.
  Node build(int lo, int hi, Node up, int depth) {
    const int cut = lo + (hi - lo + 1) / 2;
    const Node node = hi - lo == 1 ? lo : next_switch_++;
    Place& here = places_[index(node)];
    here.depth = depth;
    here.next[kUp] = up;
    if (hi - lo > 1) {
      here.next[kLeft] = build(lo, cut, node, depth + 1);
      here.next[kRight] = build(cut, hi, node, depth + 1);
    }
    return node;
  }
  [[nodiscard]] Node lowest_common(Node a, Node b) const {
    while (a != b) {
      Node& lower = place(a).depth >= place(b).depth ? a : b;
      lower = place(lower).next[kUp];
    }
    return a;
  }

  int p_;
  Node next_switch_;  // while the tree is built
  std::vector<int> sides_;
  std::vector<Place> places_;
  std::array<int, 2> deepest_{};  // leaf on either side of the root
};

}  // namespace

TopologyPtr tree(int p) {
  if (p < 1) throw ConfigError(fmt::format("tree: at least 1 leaf is needed, got {}", p));
  if (p > kMostLeaves)
    throw ConfigError(
        fmt::format("tree: at most {} leaves, got {}", core::grouped(kMostLeaves), core::grouped(p)));
  return std::make_shared<Tree>(p);
}

void tree(TopologyEntry& entry) {
  entry.form = "tree:P";
  entry.description = "a balanced binary tree of switches whose leaves are the PEs";
  entry.make = [](std::string_view sizes) { return tree(core::parse_size("tree", "tree:P", sizes)); };
}

}  // namespace toruscope
