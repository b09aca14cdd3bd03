// SPDX-License-Identifier: Apache-2.0

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>
#include <set>

namespace toruscope {
namespace {

using ::testing::ElementsAre;
using ::testing::ThrowsMessage;

TEST(Complete, LinksEveryNodeWithEveryOther) {
  const auto t = complete(5);
  std::set<Node> reached;
  for (Port port = 0; port < t->ports(); ++port) reached.insert(t->neighbour(3, port));

  EXPECT_THAT(reached, ElementsAre(0, 1, 2, 4));
}

TEST(Complete, RoutesOverOneLink) {
  const auto t = complete(5);
  Route legs;

  t->route(3, 1, legs);

  EXPECT_THAT(legs, ElementsAre(Leg{2, 1, 0}));
  EXPECT_EQ(t->neighbour(3, 2), 1);
  EXPECT_EQ(t->port_name(3, 2), "to 1");
}

TEST(Complete, DescribesItself) {
  EXPECT_EQ(complete(5)->name(), "complete:5");
  EXPECT_FALSE(complete(5)->is_torus());
  EXPECT_THAT(complete(5)->sides(), ElementsAre(5));
  EXPECT_EQ(complete(5)->diameter(), 1);
  EXPECT_EQ(complete(5)->bisection(), 12) << "2 x 3 links, 2 directions";
  EXPECT_EQ(complete(6)->bisection(), 18);
}

TEST(Complete, OfOneNodeHasNoLinks) {
  EXPECT_EQ(complete(1)->ports(), 0);
  EXPECT_EQ(complete(1)->diameter(), 0);
  EXPECT_EQ(complete(1)->bisection(), 0);
}

TEST(Complete, RefusesImpossibleSizes) {
  EXPECT_EQ(complete(16384)->nodes(), 16384);
  EXPECT_THAT([] { complete(0); }, ThrowsMessage<ConfigError>("complete: at least 1 node is needed, got 0"));
  EXPECT_THAT([] { complete(100'000); },
              ThrowsMessage<ConfigError>(
                  "complete: at most 16,384 nodes, got 100,000: they would need 9,999,900,000 links"));
}

}  // namespace
}  // namespace toruscope
