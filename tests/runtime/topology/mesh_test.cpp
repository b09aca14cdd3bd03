// SPDX-License-Identifier: Apache-2.0
// Meshes, and the hypercube, which is one whose sides are all 2.

#include <toruscope/topology.hpp>

#include <gmock/gmock.h>

namespace toruscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Route mesh_route(const TopologyPtr& topology, Node a, Node b) {
  Route legs;
  topology->route(a, b, legs);
  return legs;
}

TEST(Mesh, EndsAtItsBorders) {
  const auto t = mesh(4, 1, 3);

  EXPECT_EQ(t->nodes(), 12);
  EXPECT_EQ(t->ports(), 4) << "none for the side of 1";
  EXPECT_EQ(t->neighbour(0, 0), 3) << "+0";
  EXPECT_EQ(t->neighbour(0, 1), kNoNode) << "-0";
  EXPECT_EQ(t->neighbour(2, 2), kNoNode) << "+2";
  EXPECT_EQ(t->neighbour(2, 3), 1) << "-2";
  EXPECT_EQ(t->port_name(2, 3), "-2");
  EXPECT_EQ(t->opposite(2, 3), 2);
}

TEST(Mesh, RoutesInDimensionOrderAndNeverAroundTheEnd) {
  const auto t = mesh(4, 6);

  EXPECT_THAT(mesh_route(t, 0, 3 * 6 + 5), ElementsAre(Leg{0, 3, 0}, Leg{2, 5, 0}));
  EXPECT_THAT(mesh_route(t, 3 * 6 + 5, 6), ElementsAre(Leg{1, 2, 0}, Leg{3, 5, 0}));
  EXPECT_THAT(mesh_route(t, 7, 7), IsEmpty());
  EXPECT_EQ(t->distance(0, 23), 8);
}

TEST(Mesh, KnowsDiameterAndBisectionInClosedForm) {
  EXPECT_EQ(mesh(4, 6)->diameter(), 8);
  EXPECT_EQ(mesh(4, 6)->bisection(), 8) << "4 rows, 1 link of each, 2 directions";
  EXPECT_EQ(line(9)->diameter(), 8);
  EXPECT_EQ(line(9)->bisection(), 2);
  EXPECT_EQ(mesh(1, 1)->bisection(), 0);
}

TEST(Mesh, IsATorusOnlyIfNoSideIsLongerThan2) {
  EXPECT_TRUE(mesh(2, 1, 2)->is_torus());
  EXPECT_FALSE(mesh(2, 3)->is_torus());
  EXPECT_TRUE(mesh(2, 3)->is_mesh());
  EXPECT_TRUE(torus(2, 3)->is_mesh());
  EXPECT_FALSE(complete(4)->is_mesh());
  EXPECT_EQ(line(4)->name(), "line:4");
}

TEST(Hypercube, LinksNodesThatDifferInABit) {
  const auto t = hypercube(4);

  EXPECT_EQ(t->nodes(), 16);
  EXPECT_EQ(t->ports(), 4);
  EXPECT_EQ(t->neighbour(5, 1), 7);
  EXPECT_EQ(t->port_name(5, 1), "bit 1");
  EXPECT_TRUE(t->is_torus());
  EXPECT_THAT(t->sides(), ElementsAre(2, 2, 2, 2));
  EXPECT_EQ(t->bisection(), 16) << "8 links, 2 directions";
}

TEST(Hypercube, CorrectsTheLowestBitFirst) {
  EXPECT_THAT(mesh_route(hypercube(4), 0b0011, 0b1010), ElementsAre(Leg{0, 1, 0}, Leg{3, 1, 0}));
  EXPECT_EQ(hypercube(4)->distance(0b0011, 0b1010), 2);
  EXPECT_EQ(hypercube(24)->diameter(), 24);
}

TEST(Hypercube, OfNoDimensionIsOneNode) {
  EXPECT_EQ(hypercube(0)->nodes(), 1);
  EXPECT_EQ(hypercube(0)->ports(), 0);
  EXPECT_EQ(hypercube(0)->bisection(), 0);
  EXPECT_THAT(hypercube(0)->sides(), ElementsAre(1));
}

}  // namespace
}  // namespace toruscope
