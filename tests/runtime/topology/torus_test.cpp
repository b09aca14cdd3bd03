// SPDX-License-Identifier: Apache-2.0

#include <toruscope/error.hpp>
#include <toruscope/machine.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>

namespace toruscope {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::ThrowsMessage;

Route route(const TopologyPtr& topology, Node a, Node b) {
  Route legs;
  topology->route(a, b, legs);
  return legs;
}

TEST(Torus, NumbersNodesRowMajorWithTheLastDimensionFastest) {
  const auto t = torus(3, 4, 5);

  EXPECT_EQ(t->nodes(), 60);
  EXPECT_EQ(t->neighbour(0, 0), 20) << "+0";
  EXPECT_EQ(t->neighbour(0, 1), 40) << "-0";
  EXPECT_EQ(t->neighbour(0, 2), 5) << "+1";
  EXPECT_EQ(t->neighbour(0, 3), 15) << "-1";
  EXPECT_EQ(t->neighbour(0, 4), 1) << "+2";
  EXPECT_EQ(t->neighbour(0, 5), 4) << "-2";
  EXPECT_EQ(t->neighbour(59, 4), 55) << "+2 wraps";
}

TEST(Torus, HasNoPortForASideOf1AndOneForASideOf2) {
  const auto t = torus(4, 2, 1, 3);
  std::vector<std::string> names;
  for (Port port = 0; port < t->ports(); ++port) names.push_back(t->port_name(0, port));

  EXPECT_THAT(names, ElementsAre("+0", "-0", "+1", "+3", "-3"));
  EXPECT_EQ(t->opposite(0, 0), 1);
  EXPECT_EQ(t->opposite(0, 2), 2) << "both directions of a side of 2 are one link";
}

TEST(Torus, RoutesInDimensionOrder) {
  const auto t = torus(5, 5);

  EXPECT_THAT(route(t, 0, 2 * 5 + 1), ElementsAre(Leg{0, 2, 0}, Leg{2, 1, 0}));
  EXPECT_THAT(route(t, 2 * 5 + 2, 1 * 5 + 0), ElementsAre(Leg{1, 1, 0}, Leg{3, 2, 0}));
  EXPECT_THAT(route(t, 7, 7), IsEmpty());
}

TEST(Torus, ChangesToVirtualChannel1AtTheWrapAroundLink) {
  const auto t = torus(7);

  EXPECT_THAT(route(t, 5, 1), ElementsAre(Leg{0, 1, 0}, Leg{0, 2, 1})) << "5 -0-> 6 -1-> 0 -1-> 1";
  EXPECT_THAT(route(t, 6, 1), ElementsAre(Leg{0, 2, 1})) << "6 -1-> 0 -1-> 1";
  EXPECT_THAT(route(t, 4, 6), ElementsAre(Leg{0, 2, 0}));
  EXPECT_THAT(route(t, 1, 5), ElementsAre(Leg{1, 1, 0}, Leg{1, 2, 1})) << "1 -0-> 0 -1-> 6 -1-> 5";
  EXPECT_THAT(route(t, 0, 5), ElementsAre(Leg{1, 2, 1}));
  EXPECT_THAT(route(torus(2), 1, 0), ElementsAre(Leg{0, 1, 1}));
}

TEST(Torus, SendsTiesInThePositiveDirection) {
  const auto t = torus(4, 6);

  EXPECT_THAT(route(t, 0, 2 * 6 + 3), ElementsAre(Leg{0, 2, 0}, Leg{2, 3, 0}));
  EXPECT_THAT(route(t, 2 * 6, 0), ElementsAre(Leg{0, 1, 0}, Leg{0, 1, 1}));
}

TEST(Torus, SendsTiesEvenlyBothWaysByTheParityOfTheirRing) {
  const auto t = torus({4, 6}, HalfwayTies::balanced);
  EXPECT_EQ(t->name(), "torus:4x6:balanced");
  EXPECT_THAT(route(t, 0, 2 * 6 + 3), ElementsAre(Leg{0, 2, 0}, Leg{2, 3, 0}));
  EXPECT_THAT(route(t, 1 * 6 + 1, 3 * 6 + 4),
              ElementsAre(Leg{1, 1, 0}, Leg{1, 1, 1}, Leg{3, 1, 0}, Leg{3, 2, 1}));
  EXPECT_THAT(route(t, 6, 2 * 6), ElementsAre(Leg{0, 1, 0})) << "no tie";

  std::vector<int> load(2, 0);
  for (Node a = 0; a < 8; ++a)
    ++load[static_cast<std::size_t>(route(ring(8, HalfwayTies::balanced), a, (a + 4) % 8)[0].port)];
  EXPECT_THAT(load, ElementsAre(4, 4));
}

TEST(Torus, KeepsTiesAwayFromTheDateline) {
  const auto t = ring(6, HalfwayTies::away_from_dateline);
  for (Node a = 0; a < 6; ++a)
    for (const Leg& leg : route(t, a, (a + 3) % 6)) EXPECT_EQ(leg, (Leg{a < 3 ? 0 : 1, 3, 0}));
  EXPECT_THAT(route(torus({2, 4}, HalfwayTies::away_from_dateline), 4, 0), ElementsAre(Leg{0, 1, 1}))
      << "a side of 2 has one link";
}

TEST(Torus, OfOtherTiesIsRefusedByName) {
  EXPECT_THAT([] { parse_topology("torus:4x4:down"); },
              ThrowsMessage<ConfigError>(
                  "torus: ties \"down\" are not available; available: positive, balanced, away-from-dateline"));
  EXPECT_EQ(parse_topology("ring:4:positive")->name(), "ring:4");
}

TEST(Torus, OfOtherTiesTakesTheSameTimeByBothNetworks) {
  const auto time = [](NetworkEngine engine) {
    Execution execution;
    execution.network = engine;
    const Parameters costs{.ts = Ticks{3}, .tw = Ticks{1}, .th = Ticks{2}, .tick = Time{}};
    const Report report =
        Machine(torus({4, 6}, HalfwayTies::balanced), costs, execution).run([](Communicator& comm) {
          std::vector<char> data(50);
          for (int shift = 1; shift < comm.size(); ++shift)
            comm.sendrecv((comm.rank() + shift) % comm.size(), data,
                          (comm.rank() + comm.size() - shift) % comm.size(), data);
        });
    std::vector<std::pair<std::int64_t, Ticks>> links;
    for (const LinkReport& link : report.links) links.emplace_back(link.bytes, link.wait);
    return std::pair(report.finish.time, links);
  };
  EXPECT_EQ(time(NetworkEngine::hop), time(NetworkEngine::ring));
}

TEST(Torus, ReusesTheMemoryOfTheRoute) {
  const auto t = torus(8, 8);
  Route legs;
  legs.reserve(8);
  const Leg* memory = legs.data();

  t->route(0, 63, legs);

  EXPECT_EQ(legs.data(), memory);
}

TEST(Torus, OrdersTheChannelsOfARingFromOneWrapToTheNext) {
  const auto t = torus(4);
  const auto order = [&](Node node, int channel) { return t->channel_order(node, 0, channel); };

  EXPECT_LT(order(0, 0), order(1, 0));
  EXPECT_LT(order(1, 0), order(2, 0));
  EXPECT_LT(order(2, 0), order(3, 1)) << "the wrap-around link";
  EXPECT_LT(order(3, 1), order(0, 1));
  EXPECT_LT(order(0, 1), order(1, 1));
}

TEST(Torus, KnowsDiameterAndBisectionInClosedForm) {
  EXPECT_EQ(torus(8, 8, 4)->diameter(), 10);
  EXPECT_EQ(torus(5)->diameter(), 2);
  EXPECT_EQ(torus(1)->diameter(), 0);
  EXPECT_EQ(torus(8, 8)->bisection(), 32) << "8 rings, 2 links of each, 2 directions";
  EXPECT_EQ(torus(8, 8, 4)->bisection(), 128);
  EXPECT_EQ(torus(5, 3)->bisection(), 16) << "half of the middle ring, too";
  EXPECT_EQ(torus(2, 2, 2)->bisection(), 8) << "4 rings, 1 link of each";
  EXPECT_EQ(torus(1, 1)->bisection(), 0);
}

TEST(Torus, IsATorusWithItsSides) {
  const auto t = torus(3, 1, 2);

  EXPECT_TRUE(t->is_torus());
  EXPECT_THAT(t->sides(), ElementsAre(3, 1, 2));
  EXPECT_EQ(t->name(), "torus:3x1x2");
}

TEST(Torus, OfOneNodeHasNoLinks) {
  EXPECT_EQ(torus(1, 1)->nodes(), 1);
  EXPECT_EQ(torus(1, 1)->ports(), 0);
  EXPECT_THAT(route(torus(1, 1), 0, 0), IsEmpty());
}

TEST(Torus, MayHave16MillionNodes) {
  const auto t = torus(4096, 4096);

  EXPECT_EQ(t->nodes(), 1 << 24);
  EXPECT_EQ(t->distance(0, t->nodes() - 1), 2);
  EXPECT_EQ(torus(std::vector<int>(24, 2))->ports(), 24);
}

TEST(Torus, RefusesImpossibleSides) {
  EXPECT_THAT([] { torus(4, 0, 2); },
              ThrowsMessage<ConfigError>("torus: every side must be at least 1, got 4x0x2"));
  EXPECT_THAT([] { torus(std::vector<int>{}); },
              ThrowsMessage<ConfigError>("torus: at least one side is needed, got none"));
  EXPECT_THAT([] { torus(4096, 4097); },
              ThrowsMessage<ConfigError>("torus: at most 16,777,216 nodes, got 4096x4097"));
  EXPECT_THAT(
      [] { torus(2'000'000'000, 2'000'000'000, 2'000'000'000); },
      ThrowsMessage<ConfigError>("torus: at most 16,777,216 nodes, got 2000000000x2000000000x2000000000"));
}

TEST(Ring, IsATorusOfOneDimension) {
  const auto r = ring(6);

  EXPECT_EQ(r->name(), "ring:6");
  EXPECT_TRUE(r->is_torus());
  EXPECT_THAT(r->sides(), ElementsAre(6));
  EXPECT_THAT(route(r, 0, 3), ElementsAre(Leg{0, 3, 0}));
  EXPECT_EQ(ring(1)->ports(), 0);
  EXPECT_THAT([] { ring(-3); }, ThrowsMessage<ConfigError>("ring: every side must be at least 1, got -3"));
}

}  // namespace
}  // namespace toruscope
