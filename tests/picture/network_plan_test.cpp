// SPDX-License-Identifier: Apache-2.0
// Plans of networks, also of those that have the name of a kind and not its numbers.

#include "picture/network_plan.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::picture {
namespace {

TEST(NetworkPlan, HasAPlaceForEachNodeAndAWayForEachLink) {
  for (const TopologyEntry& entry : topologies()) {
    if (entry.name == std::string("graph") || entry.name == std::string("hier")) continue;
    int count = 0;
    for (const char* sizes : {"8", "4x4", "2x3x4", "2x2x3x3", "3", "4x2x4", "2x4x2"}) {
      TopologyPtr network;
      try {
        network = parse_topology(std::string(entry.name) + ":" + sizes);
      } catch (const ConfigError&) {  // sizes of another kind
        continue;
      }
      ++count;
      const NetworkPlan plan = plan_of(facts_of(*network));
      EXPECT_EQ(plan.nodes.size(), static_cast<std::size_t>(network->nodes())) << network->name();
      EXPECT_EQ(plan.links.size(), links_of(*network).size()) << network->name();
    }
    EXPECT_GT(count, 0) << entry.name;
  }
}

TEST(NetworkPlan, HasItsOwnKindOfDrawing) {
  const auto kind = [](const char* name) { return to_string(plan_of(facts_of(*parse_topology(name))).kind); };
  EXPECT_EQ(kind("ring:5"), "circle");
  EXPECT_EQ(kind("torus:5"), "circle");
  EXPECT_EQ(kind("line:5"), "grid");
  EXPECT_EQ(kind("torus:3x4"), "grid");
  EXPECT_EQ(kind("mesh:2x3x4"), "planes");
  EXPECT_EQ(kind("torus:2x2x2x3"), "flat");
  EXPECT_EQ(kind("hyperx:3x4"), "hyperx");
  EXPECT_EQ(kind("hypercube:4"), "hypercube");
  EXPECT_EQ(kind("fattree:4"), "tree");
  EXPECT_EQ(kind("dragonfly:2x4x2"), "graph");
  EXPECT_EQ(kind("complete:5"), "complete");
}

TEST(NetworkPlan, LeavesTheGridWhereARingIsClosed) {
  const NetworkPlan plan = plan_of(facts_of(*torus(3, 4)));
  EXPECT_EQ(std::count_if(plan.links.begin(), plan.links.end(),
                          [](const PlannedLink& link) { return link.way.stub.has_value(); }),
            2 * (3 + 4));
  EXPECT_EQ(plan.expected.at({0, 3}).stub, (Point{-.58, 0}));
  EXPECT_EQ(plan.expected.at({3, 0}).stub, (Point{.58, 0}));
}

TEST(NetworkPlan, ShadesEachPlaneFromItsFirstNodeToItsLast) {
  const NetworkPlan plan = plan_of(facts_of(*mesh(2, 3, 4)));
  ASSERT_EQ(plan.fields.size(), 2U);
  EXPECT_EQ(plan.fields[1].first, 12);
  EXPECT_EQ(plan.fields[1].last, 23);
  EXPECT_LT(plan.fields[0].corners[0].x, plan.nodes[0].x);
  EXPECT_GT(plan.fields[0].corners[2].x, plan.nodes[11].x);
}

TEST(NetworkPlan, EndsWithTheLinksThatFailed) {
  const NetworkPlan plan = plan_of(facts_of(*with_failed_links(torus(4, 4), parse_links("0-1"))));
  ASSERT_EQ(plan.links.size(), 64U);
  EXPECT_TRUE(std::all_of(plan.links.begin(), plan.links.end() - 2,
                          [](const PlannedLink& link) { return !link.has_failed; }));
  EXPECT_EQ(plan.links[62].from, 0);
  EXPECT_EQ(plan.links[62].to, 1);
  EXPECT_EQ(plan.links[63].from, 1);
  EXPECT_TRUE(plan.links[62].has_failed && plan.links[63].has_failed);
}

TEST(NetworkPlan, SaysOfNoLinkThatItFailedWhereOnlyUsedOnesAreKnown) {
  NetworkFacts facts = facts_of(*with_failed_links(torus(4, 4), parse_links("0-1")));
  facts.links = {{0, 4}, {4, 8}};
  facts.has_all_links = false;
  const NetworkPlan plan = plan_of(facts);
  ASSERT_EQ(plan.links.size(), 2U);
  EXPECT_EQ(plan.links[1].from, 4);
  EXPECT_EQ(plan.links[1].to, 8);
  EXPECT_FALSE(plan.links[0].has_failed || plan.links[1].has_failed);
}

TEST(NetworkPlan, IsThatOfAGraphWhereNoKnownLinkLeadsToASwitch) {
  for (const char* kind : {"tree", "fattree"}) {
    NetworkFacts facts{.kind = kind, .nodes = 4, .pes = 2, .links = {{0, 2}, {1, 2}, {2, 0}, {2, 1}}};
    EXPECT_EQ(plan_of(facts).kind, NetworkPlan::Kind::graph) << kind;
    facts.links.insert(facts.links.end(), {{2, 3}, {3, 2}});
    EXPECT_EQ(plan_of(facts).kind, NetworkPlan::Kind::tree) << kind;
  }
}

TEST(NetworkPlan, IsThatOfAGraphWhereTheNumbersAreNotThoseOfTheKind) {
  const NetworkLinks links{{0, 1}, {1, 0}, {1, 2}, {2, 1}};
  for (const NetworkFacts& facts : {NetworkFacts{.kind = "torus", .name = "torus:mine"},
                                    {.kind = "torus", .sides = {2, 2}},
                                    {.kind = "mesh", .sides = {1 << 30, 1 << 30, 1 << 30}},
                                    {.kind = "hyperx", .sides = {4, 4}},
                                    {.kind = "hypercube"},
                                    {.kind = "dragonfly", .name = "dragonfly:0x0x0x0"},
                                    {.kind = "dragonfly", .name = "dragonfly"},
                                    {.kind = "cube"}}) {
    NetworkFacts network = facts;
    network.nodes = network.pes = 3;
    network.links = links;
    const NetworkPlan plan = plan_of(network);
    EXPECT_EQ(plan.kind, NetworkPlan::Kind::graph) << network.kind;
    EXPECT_EQ(plan.nodes.size(), 3U) << network.kind;
    EXPECT_EQ(plan.links.size(), links.size()) << network.kind;
  }
}

}  // namespace
}  // namespace toruscope::picture
