// SPDX-License-Identifier: Apache-2.0
// A topology of a test's own, with and without what keeps its routes acyclic.

#pragma once

#include <toruscope/topology.hpp>

#include <string>
#include <vector>

namespace toruscope::test {

/// A ring whose routes all go upwards on one channel, or on channel 1 from the link that closes it
/// on.
class OneWayRing : public Topology {
 public:
  OneWayRing(int p, bool has_dateline, bool has_order)
      : sides_{p}, dateline_(has_dateline), order_(has_order) {}

  std::string name() const override { return "one-way ring"; }
  int nodes() const override { return sides_[0]; }
  int ports() const override { return 2; }
  Node neighbour(Node v, Port port) const override { return (v + (port == 0 ? 1 : nodes() - 1)) % nodes(); }
  Port opposite(Node, Port port) const override { return 1 - port; }
  int distance(Node a, Node b) const override { return (b - a + nodes()) % nodes(); }
  int diameter() const override { return nodes() - 1; }
  void route(Node a, Node b, Route& legs) const override {
    legs.clear();
    if (b > a || !dateline_) {
      if (a != b) legs.push_back({0, distance(a, b), 0});
      return;
    }
    if (a == b) return;
    if (a + 1 < nodes()) legs.push_back({0, nodes() - 1 - a, 0});
    legs.push_back({0, b + 1, 1});
  }
  std::uint32_t channel_order(Node v, Port, int channel) const override {
    if (!order_) return 7;
    const int place = channel == 1 ? nodes() + (v + 1) % nodes() : v;
    return static_cast<std::uint32_t>(place);
  }
  const std::vector<int>& sides() const override { return sides_; }
  bool is_torus() const override { return false; }
  int bisection() const override { return 4; }
  std::string port_name(Node, Port port) const override { return port == 0 ? "+" : "-"; }

 private:
  std::vector<int> sides_;
  bool dateline_;
  bool order_;
};

}  // namespace toruscope::test
