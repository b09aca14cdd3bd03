// SPDX-License-Identifier: Apache-2.0

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>

namespace toruscope {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

Route route_around(const TopologyPtr& topology, Node a, Node b) {
  Route legs;
  topology->route(a, b, legs);
  return legs;
}
template <class Call>
std::string failure_refusal(Call&& call) {
  return test::message_of<ConfigError>(call);
}

TEST(FailedLinks, AreReadFromAList) {
  EXPECT_THAT(parse_links("3-4"), ElementsAre(Pair(3, 4)));
  EXPECT_THAT(parse_links("3-4,12-0"), ElementsAre(Pair(3, 4), Pair(12, 0)));
  for (const char* text : {"", "3", "3-", "3-4,", "a-b", "3-4;5-6", "3>4"})
    EXPECT_EQ(failure_refusal([&] { parse_links(text); }),
              "fail: \"" + std::string(text) + "\" names no links; write the nodes at their ends, as 3-4,0-12");
}

// 0 1 2
// 3 4 5    without 0-1: from 0 to 1 by 3 and 4, to 2 by 3, 4 and 5 or over 1
TEST(FailedLinks, AreGoneAroundByAShortestWayOnAChannelOfItsOwn) {
  const TopologyPtr whole = mesh(2, 3);
  const TopologyPtr t = with_failed_links(whole, {{0, 1}});

  EXPECT_EQ(t->name(), "mesh:2x3 without 0-1");
  EXPECT_THAT(route_around(t, 0, 1), ElementsAre(Leg{0, 1, 1}, Leg{2, 1, 1}, Leg{1, 1, 1})) << "+0 +1 -0";
  EXPECT_EQ(t->distance(0, 1), 3);
  EXPECT_TRUE(t->is_detour(0, 1));
  EXPECT_TRUE(t->is_detour(2, 0));
  EXPECT_EQ(route_around(t, 4, 2), route_around(whole, 4, 2)) << "never passed 0-1";
  EXPECT_FALSE(t->is_detour(4, 5));
  EXPECT_EQ(t->neighbour(0, 2), kNoNode);
  EXPECT_EQ(t->neighbour(1, 3), kNoNode);
  EXPECT_EQ(t->note(), "8 of 30 routes go around failed links");
  EXPECT_TRUE(t->is_altered());
  EXPECT_FALSE(t->is_embedded());
}

TEST(FailedLinks, MustBeThereAndLeaveAWay) {
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(mesh(2, 3), {{0, 4}});
            }),
            "fail: mesh:2x3 has no link 0-4; from node 0 there are links to 1, 3");
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(mesh(2, 3), {{0, 1}, {1, 0}});
            }),
            "fail: the link 1-0 is named twice; it can fail once");
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(mesh(2, 3), {{0, 7}});
            }),
            "fail: mesh:2x3 has no link 0-7; from node 0 there are links to 1, 3");
  EXPECT_EQ(failure_refusal([] { with_failed_links(ring(1), parse_links("0-1")); }),
            "fail: ring:1 has no link 0-1; from node 0 there are none");
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(mesh(2, 3), {{7, 0}});
            }),
            "fail: mesh:2x3 has no link 7-0; its nodes are 0 to 5");
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(line(3), {{1, 2}});
            }),
            "fail: line:3 without 1-2: there is no way left from PE 2 to PE 0; keep a link between them");
  EXPECT_EQ(failure_refusal([] {
              with_failed_links(torus(64, 64), {{0, 1}});
            }),
            "fail: at most 1,024 nodes may have failed links, torus:64x64 has 4,096");
}

}  // namespace
}  // namespace toruscope
