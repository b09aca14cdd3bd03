// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/channel_graph.hpp"

#include "tests/cli/in_process.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <memory>

namespace toruscope {
namespace {

using detail::ChannelGraph;

/// A ring whose routes all go upwards on one channel, or on channel 1 from the link that closes it on.
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

/// What a topology is refused with; empty if it is not.
std::string refusal(const Topology& topology) {
  try {
    detail::check_routes(topology, detail::channel_graph(topology));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return {};
}

TEST(ChannelGraphs, CountWhatRoutesPass) {
  const ChannelGraph line = detail::channel_graph(*toruscope::line(4));

  EXPECT_EQ(line.channels, 6);      // three wires, each way
  EXPECT_EQ(line.dependencies, 4);  // two in a row, each way
  EXPECT_TRUE(line.cycle.empty());
  EXPECT_TRUE(line.out_of_order.empty());
}

TEST(ChannelGraphs, ShowTheCircleInWhichRoutesWait) {
  const ChannelGraph graph = detail::channel_graph(OneWayRing(3, false, true));

  ASSERT_EQ(graph.cycle.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(graph.cycle[i].to, graph.cycle[(i + 1) % 3].from);
  EXPECT_THAT(refusal(OneWayRing(3, false, true)),
              testing::StartsWith("one-way ring: its routes may wait for each other in a circle: "));
}

TEST(ChannelGraphs, OfAnOwnTopologyAreCheckedBeforeTheRun) {
  Tables tables;
  tables.topologies.push_back({"loop", "loop:N", "one channel", [](std::string_view sizes) -> TopologyPtr {
                                 return std::make_shared<OneWayRing>(4, sizes == "dateline", true);
                               }});

  const Outcome refused = call({"verify", "barrier", "--topology", "loop:4"}, {}, tables);
  const Outcome allowed = call({"verify", "barrier", "--topology", "loop:dateline", "--quiet"}, {}, tables);

  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err,
              testing::HasSubstr("--topology loop:4: one-way ring: its routes may wait for each other in"));
  EXPECT_EQ(allowed.code, 0) << allowed.err;
}

TEST(ChannelGraphs, ADatelineBreaksTheCircle) {
  EXPECT_EQ(refusal(OneWayRing(5, true, true)), "");
}

TEST(ChannelGraphs, AnOrderThatIsNoneIsRefused) {
  EXPECT_EQ(refusal(OneWayRing(3, true, false)),
            "one-way ring: channel_order does not increase from 0 -> 1 (channel 0), 1 -> 2 (channel 0), which "
            "follow each "
            "other on a route");
}

TEST(ChannelGraphs, RoutesThatEndElsewhereAreRefused) {
  class Astray : public OneWayRing {
   public:
    Astray() : OneWayRing(4, true, true) {}
    void route(Node a, Node b, Route& legs) const override {
      OneWayRing::route(a, b, legs);
      if (a == 1 && b == 3) legs = {{0, 1, 0}};
      if (a == 2 && b == 3) legs = {{2, 1, 0}};
    }
  };

  EXPECT_EQ(refusal(Astray()), "one-way ring: the route from 1 to 3 ends at node 2");
}

}  // namespace
}  // namespace toruscope
