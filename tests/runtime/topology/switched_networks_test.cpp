// SPDX-License-Identifier: Apache-2.0
// Fat trees, dragonflies and HyperX: nodes and routes worked out by hand, and what routing by
// destination is for.

#include "tests/runtime/topology/nodes_passed.hpp"

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/topology.hpp>

#include <algorithm>
#include <gmock/gmock.h>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

using test::nodes_passed;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

/// The most messages on a directed link when each PE sends to the one `distance` further on.
int most_on_a_link_in_a_shift(const TopologyPtr& network, int distance) {
  std::map<std::pair<Node, Node>, int> messages;
  int most = 0;
  for (Node pe = 0; pe < network->pes(); ++pe) {
    const auto nodes = nodes_passed(network, pe, (pe + distance) % network->pes());
    for (std::size_t i = 1; i < nodes.size(); ++i) most = std::max(most, ++messages[{nodes[i - 1], nodes[i]}]);
  }
  return most;
}

// The picture in runtime/topology/fat_tree.cpp.
TEST(FatTree, LinksEachLeafWithEachSpine) {
  const auto t = fat_tree(2, 2, 3);

  EXPECT_EQ(t->pes(), 6);
  EXPECT_EQ(t->nodes(), 10);
  EXPECT_EQ(t->neighbour(4, 0), 7) << "a PE and its leaf";
  EXPECT_EQ(t->neighbour(4, 1), kNoNode);
  EXPECT_EQ(t->neighbour(6, 0), 8);
  EXPECT_EQ(t->neighbour(6, 1), 9);
  EXPECT_EQ(t->neighbour(6, 2), 0) << "behind the links up, those down";
  EXPECT_EQ(t->neighbour(9, 1), 7);
  EXPECT_EQ(t->opposite(9, 1), 1);
  EXPECT_EQ(t->port_name(7, 3), "down 1");
}

TEST(FatTree, RoutesByDestination) {
  const auto t = fat_tree(2, 2, 3);

  EXPECT_THAT(nodes_passed(t, 0, 2), ElementsAre(0, 6, 2));
  EXPECT_THAT(nodes_passed(t, 0, 3), ElementsAre(0, 6, 9, 7, 3)) << "3 mod 2 = 1";
  EXPECT_THAT(nodes_passed(t, 1, 4), ElementsAre(1, 6, 8, 7, 4)) << "4 mod 2 = 0";
  EXPECT_THAT(nodes_passed(t, 5, 5), ElementsAre(5));
}

// Pods of 2 x 2 switches: PEs 0 .. 15, edge switches 16 .. 23, aggregation 24 .. 31, core 32 .. 35.
TEST(FatTree, OfFourPortSwitchesIsTheKAryOne) {
  const auto t = fat_tree(4);

  EXPECT_EQ(t->pes(), 16);
  EXPECT_EQ(t->nodes(), 16 + 8 + 8 + 4);
  EXPECT_EQ(t->diameter(), 6);
  EXPECT_EQ(t->bisection(), 16) << "8 wires";
  EXPECT_THAT(nodes_passed(t, 0, 3), ElementsAre(0, 16, 25, 17, 3))
      << "3 mod 2 = 1: the second aggregation switch";
  EXPECT_THAT(nodes_passed(t, 0, 15), ElementsAre(0, 16, 25, 35, 31, 23, 15)) << "15 / 2 mod 2 = 1";
}

TEST(FatTree, OfFullBisectionCarriesEveryShiftWithoutSharedLinks) {
  for (const auto& t : {fat_tree(4, 4, 4), fat_tree(4), fat_tree(6)})
    for (int distance = 1; distance < t->pes(); ++distance)
      EXPECT_EQ(most_on_a_link_in_a_shift(t, distance), 1) << t->name() << " by " << distance;
  EXPECT_GT(most_on_a_link_in_a_shift(fat_tree(4, 4, 4, FatTreeRouting::ecmp), 4), 1)
      << "a hash knows no pattern";
}

TEST(FatTree, UsesAllSpinesByAHash) {
  const auto t = fat_tree(2, 4, 8, FatTreeRouting::ecmp);
  std::set<Node> spines;
  for (Node b = 8; b < 16; ++b) spines.insert(nodes_passed(t, 0, b)[2]);

  EXPECT_GE(spines.size(), 3U);
  EXPECT_EQ(nodes_passed(t, 0, 9), nodes_passed(fat_tree(2, 4, 8, FatTreeRouting::ecmp), 0, 9));
}

TEST(FatTree, RefusesWhatCannotBe) {
  EXPECT_THAT([] { fat_tree(5); }, ThrowsMessage<ConfigError>(HasSubstr("even number of ports")));
  EXPECT_THAT([] { fat_tree(4, 0, 4); },
              ThrowsMessage<ConfigError>("fattree: at least 1 spine is needed, got 0"));
  EXPECT_THAT([] { parse_topology("fattree:4x4"); },
              ThrowsMessage<ConfigError>(
                  "fattree: one size or three are needed, got 2; write fattree:LxSxH or fattree:K"));
  EXPECT_THAT(
      [] { parse_topology("fattree:4:random"); },
      ThrowsMessage<ConfigError>("fattree: routing \"random\" is not available; available: dmodk, ecmp"));
  EXPECT_THAT([] { fat_tree(8192, 8192, 8192); },
              ThrowsMessage<ConfigError>(HasSubstr("at most 16,777,216 nodes")));
}

// 2 PEs a router, 2 routers a group, 1 link each: groups 0, 1, 2; PEs 0 .. 11, routers 12 .. 17.
// Link 0 of group 0, at router 0, leads to group 1, link 1, at router 1, to group 2.
TEST(Dragonfly, RoutesOverTheLinkBetweenTheGroups) {
  const auto t = parse_topology("dragonfly:2x2x1");

  EXPECT_EQ(t->name(), "dragonfly:2x2x1x3");
  EXPECT_EQ(t->pes(), 12);
  EXPECT_THAT(nodes_passed(t, 0, 1), ElementsAre(0, 12, 1));
  EXPECT_THAT(nodes_passed(t, 0, 2), ElementsAre(0, 12, 13, 2));
  EXPECT_THAT(nodes_passed(t, 2, 4), ElementsAre(2, 13, 12, 15, 14, 4))
      << "group 1 has the link at its router 1";
  EXPECT_THAT(nodes_passed(t, 2, 9), ElementsAre(2, 13, 16, 9));
}

TEST(Dragonfly, OfValiantGoesByAThirdGroup) {
  const DragonflySizes sizes{.pes = 1, .routers = 4, .links = 2, .groups = 9};
  const auto t = dragonfly(sizes, DragonflyRouting::valiant);
  const auto group = [&](Node node) { return (node < t->pes() ? node : node - t->pes()) / sizes.routers; };

  std::set<int> third;
  for (Node a = 0; a < sizes.routers; ++a)
    for (Node b = sizes.routers; b < 2 * sizes.routers; ++b) {
      std::set<int> groups;
      for (const Node node : nodes_passed(t, a, b)) groups.insert(group(node));
      EXPECT_EQ(groups.size(), 3U) << a << " -> " << b;
      for (const int g : groups)
        if (g > 1) third.insert(g);
    }
  EXPECT_GE(third.size(), 5U) << "16 pairs choose among 7 groups";
  EXPECT_THAT(nodes_passed(t, 0, 3), ElementsAre(0, 36, 39, 3)) << "within a group there is no third one";
}

TEST(Dragonfly, RefusesWhatCannotBe) {
  EXPECT_THAT([] { parse_topology("dragonfly:2x2x1x4"); },
              ThrowsMessage<ConfigError>(HasSubstr("reach 3 groups in all")));
  EXPECT_THAT([] { parse_topology("dragonfly:2x2"); },
              ThrowsMessage<ConfigError>(HasSubstr("three sizes or four")));
  EXPECT_THAT([] { parse_topology("dragonfly:0x2x1"); }, ThrowsMessage<ConfigError>(HasSubstr("at least 1")));
  EXPECT_THAT([] { parse_topology("dragonfly:2x2x1:adaptive"); },
              ThrowsMessage<ConfigError>(HasSubstr("available: minimal, valiant")));
}

TEST(HyperX, TakesALinkInEachDimensionThatDiffers) {
  const auto t = hyperx({3, 4});

  EXPECT_EQ(t->ports(), 2 + 3);
  EXPECT_EQ(t->diameter(), 2);
  EXPECT_THAT(nodes_passed(t, 0, 11), ElementsAre(0, 8, 11));
  EXPECT_THAT(nodes_passed(t, 5, 6), ElementsAre(5, 6));
  EXPECT_EQ(t->dimension_of(1), 0);
  EXPECT_EQ(t->dimension_of(2), 1);
  EXPECT_EQ(t->port_name(0, 4), "+3 in dimension 1");
}

// A PE has the links of its own node, however many its switch has.
TEST(PortsOfAllLinks, AreThoseOfThePes) {
  const auto k = [](const TopologyPtr& network) { return ports_on(*network, all_ports).k; };
  EXPECT_EQ(k(fat_tree(4, 4, 4)), 1);
  EXPECT_EQ(k(fat_tree(4)), 1);
  EXPECT_EQ(k(dragonfly({2, 4, 2, 9})), 1);
  EXPECT_EQ(k(hierarchy(complete(4), fat_tree(2, 2, 2))), 3 + 1);
  EXPECT_EQ(k(hierarchy(fat_tree(2, 2, 2), ring(4))), 1 + 2);
  EXPECT_EQ(k(with_failed_links(fat_tree(2, 2, 2), {{4, 6}})), 1);
  EXPECT_EQ(k(embed(ring(4), fat_tree(2, 2, 2), "blocked")), 1);
  EXPECT_EQ(k(torus(4, 4)), 4);
  EXPECT_EQ(k(mesh(3, 3)), 4);
}

}  // namespace
}  // namespace toruscope
