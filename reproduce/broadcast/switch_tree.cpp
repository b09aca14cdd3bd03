// SPDX-License-Identifier: Apache-2.0
// The children of place h of a heap are 2h and 2h + 1; the root is place 1, leaf v is place p + v.

#include "reproduce/broadcast/switch_tree.hpp"

#include "runtime/core/check.hpp"

#include <bit>
#include <fmt/format.h>

namespace toruscope::reproduction {

namespace {

constexpr Port kUp = 0;

class SwitchTree final : public Topology {
 public:
  explicit SwitchTree(int d) : d_(d), p_(1 << d), sides_{2 * p_ - 1} {}

  [[nodiscard]] std::string name() const override { return fmt::format("tree of {} leaves", p_); }
  [[nodiscard]] int nodes() const override { return 2 * p_ - 1; }
  [[nodiscard]] int ports() const override { return 3; }
  [[nodiscard]] Node neighbour(Node node, Port port) const override {
    const int place = heap(node);
    if (port == kUp) return place == 1 ? node : node_at(place / 2);
    return place >= p_ ? node : node_at(2 * place + port - 1);
  }
  [[nodiscard]] Port opposite(Node node, Port port) const override {
    return port == kUp ? 1 + heap(node) % 2 : kUp;
  }
  [[nodiscard]] int distance(Node a, Node b) const override {
    const int common = depth(lowest_common(heap(a), heap(b)));
    return depth(heap(a)) + depth(heap(b)) - 2 * common;
  }
  [[nodiscard]] int diameter() const override { return 2 * d_; }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    const int common = lowest_common(heap(a), heap(b));
    if (const int up = depth(heap(a)) - depth(common); up > 0) legs.push_back({kUp, up, 0});
    for (int down = depth(heap(b)) - depth(common); down > 0; --down)
      legs.push_back({1 + (heap(b) >> (down - 1)) % 2, 1, 0});
  }
  [[nodiscard]] std::uint32_t channel_order(Node node, Port port, int /*channel*/) const override {
    const int below = depth(heap(node));
    return static_cast<std::uint32_t>(port == kUp ? d_ - below : d_ + below);
  }
  [[nodiscard]] const std::vector<int>& sides() const override { return sides_; }
  [[nodiscard]] bool is_torus() const override { return false; }
  [[nodiscard]] int bisection() const override { return 2; }
  [[nodiscard]] std::string port_name(Node /*node*/, Port port) const override {
    return port == kUp ? "up" : port == 1 ? "left" : "right";
  }

 private:
  [[nodiscard]] int heap(Node node) const { return node < p_ ? p_ + node : node - p_ + 1; }
  [[nodiscard]] Node node_at(int place) const { return place >= p_ ? place - p_ : place + p_ - 1; }
  static int depth(int place) { return static_cast<int>(std::bit_width(static_cast<unsigned>(place))) - 1; }
  static int lowest_common(int a, int b) {
    while (depth(a) > depth(b)) a /= 2;
    while (depth(b) > depth(a)) b /= 2;
    while (a != b) {
      a /= 2;
      b /= 2;
    }
    return a;
  }

  int d_;
  int p_;
  std::vector<int> sides_;
};

}  // namespace

TopologyPtr switch_tree(int d) {
  TORUSCOPE_CHECK(d >= 1 && d <= 12, "d", d);
  return std::make_shared<SwitchTree>(d);
}

}  // namespace toruscope::reproduction
