// SPDX-License-Identifier: Apache-2.0
#include "synthesis/instance.hpp"

#include <gmock/gmock.h>

namespace toruscope::synthesis {
namespace {

using ::testing::HasSubstr;

Instance broadcast_on_ring(int pes, Ports ports) {
  return {network_of(*ring(pes), ports, 1), chunks_of(Pattern::broadcast, pes, 1, 0), std::nullopt};
}

std::string fault(const Plan& plan, const Instance& instance) {
  return fault_of(plan, instance).value_or("none");
}

TEST(Network, HasAWayForEachPairWithinReach) {
  EXPECT_EQ(network_of(*torus(3, 3), all_ports, 1).ways.size(), 36U);
  EXPECT_EQ(network_of(*ring(5), one_port, 2).ways.size(), 20U);
  EXPECT_EQ(network_of(*ring(8), one_port, std::nullopt).ways.size(), 56U);
  EXPECT_EQ(network_of(*tree(4), one_port, 1).ways.size(), 0U) << "between PEs there are switches";
  EXPECT_EQ(network_of(*torus(3, 3), all_ports, 1).ports.k, 4);
  EXPECT_EQ(network_of(*line(4), all_ports, 1).distances()[0][3], 3);
  EXPECT_EQ(network_of(*line(4), all_ports, std::nullopt).distances()[0][3], 1);
  EXPECT_EQ(network_of(*line(4), all_ports, std::nullopt).link_distances()[0][3], 3);
}

TEST(Network, ReversedHasTheSameLinksTheOtherWay) {
  const Network network = network_of(*torus(2, 3), one_port, std::nullopt);
  const Network back = reversed(network);

  ASSERT_EQ(back.ways.size(), network.ways.size());
  for (std::size_t w = 0; w < network.ways.size(); ++w) {
    EXPECT_EQ(back.ways[w].from, network.ways[w].to);
    EXPECT_EQ(back.ways[w].links, network.ways[w].links);
  }
}

TEST(Chunks, GoWhereTheOperationSays) {
  const auto alltoall = chunks_of(Pattern::alltoall, 3, 2, 0);
  ASSERT_EQ(alltoall.size(), 18U);
  EXPECT_EQ(alltoall[5].source, 0);  // (0 p + 2) 2 + 1
  EXPECT_EQ(alltoall[5].destinations, std::vector<Rank>{2});
  EXPECT_TRUE(alltoall[8].destinations.empty());
  const auto scatter = chunks_of(Pattern::scatter, 3, 1, 1);
  EXPECT_TRUE(scatter[1].destinations.empty());
  EXPECT_EQ(scatter[2].source, 1);
  EXPECT_EQ(chunks_of(Pattern::allgather, 3, 1, 0)[1].destinations, (std::vector<Rank>{0, 2}));
}

TEST(Plan, CountsTheLongestMessageOfEachRound) {
  const Plan plan{{{0, 1, {0, 1}}, {2, 3, {2}}}, {{1, 2, {0, 1, 2}}}};

  EXPECT_EQ(volume_of(plan), 5);
  EXPECT_EQ(moves_of(plan), 6);
  EXPECT_EQ(reversed(plan), (Plan{{{2, 1, {0, 1, 2}}}, {{1, 0, {0, 1}}, {3, 2, {2}}}}));
}

TEST(Plan, OfAnotherKindIsNamed) {
  const Instance one = broadcast_on_ring(4, one_port);
  const Plan good{{{0, 1, {0}}}, {{0, 3, {0}}, {1, 2, {0}}}};

  EXPECT_EQ(fault(good, one), "none");
  EXPECT_THAT(fault({{{0, 1, {0}}}}, one), HasSubstr("PE 2 does not get chunk 0"));
  EXPECT_THAT(fault({{{0, 2, {0}}}}, one), HasSubstr("no way from PE 0 to PE 2"));
  EXPECT_THAT(fault({{{1, 2, {0}}}}, one), HasSubstr("sends chunk 0 and does not have it"));
  EXPECT_THAT(fault({{{0, 1, {0}}, {0, 3, {0}}}}, one), HasSubstr("PE 0 sends 2"));
  EXPECT_THAT(fault({{{0, 1, {0}}}, {{0, 1, {0}}}}, one), HasSubstr("gets chunk 0 twice"));
  EXPECT_EQ(fault({{{0, 1, {0}}, {0, 3, {0}}}, {{1, 2, {0}}}}, broadcast_on_ring(4, all_ports)), "none");

  Instance exchange{network_of(*ring(4), one_port, 1), chunks_of(Pattern::allgather, 4, 1, 0), std::nullopt};
  const Plan around{{{0, 1, {0}}, {1, 2, {1}}, {2, 3, {2}}, {3, 0, {3}}}};
  EXPECT_THAT(fault(around, exchange), HasSubstr("does not get"));
  exchange.network.ports = telephone;
  EXPECT_THAT(fault(around, exchange), HasSubstr("sends 1 and receives 1"));
  exchange.network.ports = half_port;
  EXPECT_THAT(fault(around, exchange), HasSubstr("sends 1 and receives 1"));

  const Instance far{network_of(*line(4), all_ports, std::nullopt), chunks_of(Pattern::broadcast, 4, 1, 0),
                     std::nullopt};
  EXPECT_THAT(fault({{{0, 2, {0}}, {0, 3, {0}}}}, far), HasSubstr("meets another on a link"));
}

}  // namespace
}  // namespace toruscope::synthesis
