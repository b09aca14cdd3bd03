// SPDX-License-Identifier: Apache-2.0

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>

namespace toruscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

Route tree_route(const TopologyPtr& topology, Node a, Node b) {
  Route legs;
  topology->route(a, b, legs);
  return legs;
}

constexpr Port kUp = 0, kLeft = 1, kRight = 2;

// The picture in runtime/topology/tree.cpp.
TEST(Tree, HangsFiveLeavesBelowFourSwitches) {
  const auto t = tree(5);

  EXPECT_EQ(t->pes(), 5);
  EXPECT_EQ(t->nodes(), 9);
  EXPECT_EQ(t->neighbour(5, kUp), kNoNode) << "the root";
  EXPECT_EQ(t->neighbour(5, kLeft), 6);
  EXPECT_EQ(t->neighbour(5, kRight), 8);
  EXPECT_EQ(t->neighbour(6, kLeft), 7);
  EXPECT_EQ(t->neighbour(6, kRight), 2);
  EXPECT_EQ(t->neighbour(7, kLeft), 0);
  EXPECT_EQ(t->neighbour(8, kRight), 4);
  EXPECT_EQ(t->neighbour(4, kLeft), kNoNode) << "a leaf";
  EXPECT_EQ(t->opposite(6, kUp), kLeft);
  EXPECT_EQ(t->opposite(8, kUp), kRight);
  EXPECT_EQ(t->port_name(8, kRight), "right");
}

TEST(Tree, RoutesUpToTheLowestCommonSwitchAndDown) {
  const auto t = tree(5);

  EXPECT_THAT(tree_route(t, 0, 1), ElementsAre(Leg{kUp, 1, 0}, Leg{kRight, 1, 0}));
  EXPECT_THAT(tree_route(t, 0, 4), ElementsAre(Leg{kUp, 3, 0}, Leg{kRight, 2, 0}));
  EXPECT_THAT(tree_route(t, 4, 0), ElementsAre(Leg{kUp, 2, 0}, Leg{kLeft, 3, 0}));
  EXPECT_THAT(tree_route(t, 3, 2), ElementsAre(Leg{kUp, 2, 0}, Leg{kLeft, 1, 0}, Leg{kRight, 1, 0}));
  EXPECT_THAT(tree_route(t, 2, 2), IsEmpty());
}

TEST(Tree, KnowsDiameterAndBisectionInClosedForm) {
  EXPECT_EQ(tree(8)->diameter(), 6);
  EXPECT_EQ(tree(5)->diameter(), 5) << "3 links up, 2 down";
  EXPECT_EQ(tree(8)->bisection(), 2) << "the link below the root";
  EXPECT_EQ(tree(2)->diameter(), 2);
}

TEST(Tree, OfOneLeafHasNoSwitch) {
  EXPECT_EQ(tree(1)->nodes(), 1);
  EXPECT_EQ(tree(1)->ports(), 0);
  EXPECT_EQ(tree(1)->diameter(), 0);
  EXPECT_EQ(tree(1)->bisection(), 0);
}

TEST(Tree, RefusesImpossibleSizes) {
  EXPECT_EQ(tree(8192)->distance(0, 8191), 26);
  EXPECT_THAT([] { tree(10'000'000); },
              ThrowsMessage<ConfigError>("tree: at most 8,388,608 leaves, got 10,000,000"));
}

}  // namespace
}  // namespace toruscope
