// SPDX-License-Identifier: Apache-2.0

#include "placement/placement.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

namespace toruscope::placement {
namespace {

bool is_there(std::string_view rule) {
  return rule == "greedy" || has_scotch();
}

/// Neighbours of this network exchange 100 bytes; its ranks are shuffled.
Traffic neighbours(const Topology& network, unsigned seed) {
  std::vector<Rank> names(static_cast<std::size_t>(network.pes()));
  std::iota(names.begin(), names.end(), 0);
  std::shuffle(names.begin(), names.end(), std::mt19937(seed));
  Traffic traffic(network.pes());
  for (Node a = 0; a < network.pes(); ++a)
    for (Port port = 0; port < network.ports(); ++port)
      if (const Node b = network.neighbour(a, port); a < b)
        traffic.add(names[static_cast<std::size_t>(a)], names[static_cast<std::size_t>(b)], 1, 100);
  return traffic;
}

std::vector<Node> in_order(int ranks) {
  std::vector<Node> places(static_cast<std::size_t>(ranks));
  std::iota(places.begin(), places.end(), 0);
  return places;
}

TEST(Placement, GivesEachRankAPeOfItsOwnAndTheSameOneEachTime) {
  for (const char* name :
       {"torus:4x4", "ring:7", "fattree:4x5x10", "dragonfly:2x4x2", "hypercube:5", "complete:9"}) {
    const TopologyPtr network = parse_topology(name);
    for (const int ranks : {1, 2, 5, 7}) {
      const Traffic traffic = neighbours(*ring(ranks), 3);
      for (const std::string_view rule : kRules) {
        if (!is_there(rule)) continue;
        std::vector<Node> places = place(rule, traffic, *network);
        EXPECT_EQ(places, place(rule, traffic, *network)) << rule << " on " << name;
        std::sort(places.begin(), places.end());
        EXPECT_EQ(std::adjacent_find(places.begin(), places.end()), places.end()) << rule << " on " << name;
        EXPECT_EQ(places.size(), static_cast<std::size_t>(ranks));
        EXPECT_TRUE(places.front() >= 0 && places.back() < network->pes()) << rule << " on " << name;
      }
    }
  }
}

TEST(Placement, OfShuffledNeighboursTakesThemMostOfTheWayBack) {
  const TopologyPtr network = torus(8, 8);
  const Traffic traffic = neighbours(*network, 1);
  const std::int64_t shuffled = link_bytes(traffic, in_order(64), *network);
  for (const std::string_view rule : kRules)
    if (is_there(rule)) {
      const std::int64_t placed = link_bytes(traffic, place(rule, traffic, *network), *network);
      EXPECT_GE(placed, 2 * 64 * 100) << rule << ": each of 128 links has its 100 bytes at least";
      EXPECT_LT(10 * placed, (rule == "scotch" ? 4 : 7) * shuffled) << rule;
    }
}

TEST(Placement, LeavesPairsTogetherThatHaveNothingToDoWithOthers) {
  Traffic pairs(8);
  for (Rank rank = 0; rank < 4; ++rank) pairs.add(rank, rank + 4, 1, 1000);
  for (const std::string_view rule : kRules)
    if (is_there(rule)) {
      EXPECT_EQ(link_bytes(pairs, place(rule, pairs, *ring(8)), *ring(8)), 4 * 1000) << rule;
    }
}

TEST(Placement, CutsRanksIntoPartsOfTheSizeAskedFor) {
  if (!has_scotch()) GTEST_SKIP() << "libscotch-dev is not installed";
  const Traffic traffic = neighbours(*torus(5, 5), 2);
  const std::vector<Rank> all = in_order(25);
  for (const std::size_t second : std::vector<std::size_t>{1, 7, 12, 24}) {
    const std::vector<bool> parts = cut_in_two(traffic, all, second);
    EXPECT_EQ(static_cast<std::size_t>(std::count(parts.begin(), parts.end(), true)), second);
  }
  Traffic nothing(6);
  const std::vector<bool> parts = cut_in_two(nothing, {0, 2, 3, 5}, 2);
  EXPECT_EQ(std::count(parts.begin(), parts.end(), true), 2) << "without traffic, too";
}

TEST(Placement, RefusesWhatDoesNotFit) {
  const auto refusal = [](const Traffic& traffic, const TopologyPtr& network) {
    return test::message_of<ConfigError>([&] { place("greedy", traffic, *network); });
  };
  EXPECT_EQ(refusal(Traffic(9), ring(8)), "embed: greedy: 9 ranks, and ring:8 has 8 PEs; give a larger one");
  EXPECT_EQ(refusal(Traffic(4), ring(5000)),
            "embed: greedy: ring:5000 has 5000 PEs, and ranks are placed by traffic on at most 1024");
}

}  // namespace
}  // namespace toruscope::placement
