// SPDX-License-Identifier: Apache-2.0

#include "runtime/topology/channel_graph.hpp"

#include "tests/support/one_way_ring.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope {
namespace {

using core::ChannelGraph;
using test::OneWayRing;

/// What a topology is refused with; empty if it is not.
std::string refusal(const Topology& topology) {
  try {
    core::check_routes(topology, core::channel_graph(topology));
  } catch (const ConfigError& error) {
    return error.what();
  }
  return {};
}

TEST(ChannelGraphs, CountWhatRoutesPass) {
  const ChannelGraph line = core::channel_graph(*toruscope::line(4));

  EXPECT_EQ(line.channels, 6);      // three links, each way
  EXPECT_EQ(line.dependencies, 4);  // two in a row, each way
  EXPECT_TRUE(line.cycle.empty());
  EXPECT_TRUE(line.out_of_order.empty());
}

TEST(ChannelGraphs, ShowTheCyclicDependencyOfRoutes) {
  const ChannelGraph graph = core::channel_graph(OneWayRing(3, false, true));

  ASSERT_EQ(graph.cycle.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(graph.cycle[i].to, graph.cycle[(i + 1) % 3].from);
  EXPECT_THAT(refusal(OneWayRing(3, false, true)),
              testing::StartsWith("one-way ring: its routes have a cyclic dependency: "));
}

TEST(ChannelGraphs, ADatelineBreaksTheCycle) {
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
