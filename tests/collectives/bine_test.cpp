// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/bine.hpp"

#include "tests/support/built_in.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::collectives {
namespace {

using Edge = std::pair<Rank, Rank>;
using Edges = std::vector<Edge>;

BineTrees trees_on(const TopologyPtr& topology, Ports ports) {
  Parameters machine = preset("unit");
  machine.ports = ports;
  return BineTrees(case_of(*topology, machine, 0));
}

/// By part and round, from who tells to who is told, in rank order. Both ends of each message say
/// so.
std::vector<std::vector<Edges>> edges_of(const BineTrees& trees, int p, Rank root) {
  std::vector<std::vector<Edges>> told(trees.count(),
                                       std::vector<Edges>(static_cast<std::size_t>(trees.rounds())));
  auto heard = told;
  for (Rank rank = 0; rank < p; ++rank) {
    for (const BineTrees::Message& message : trees.messages(root, rank)) {
      const auto part = static_cast<std::size_t>(message.part);
      const auto round = static_cast<std::size_t>(message.round);
      if (message.tells)
        told[part][round].emplace_back(rank, message.partner);
      else
        heard[part][round].emplace_back(message.partner, rank);
    }
  }
  for (auto& part : heard)
    for (Edges& round : part) std::sort(round.begin(), round.end());
  EXPECT_EQ(told, heard);
  return told;
}

TEST(BineTrees, HaveTheEdgesOfTheSource) {
  EXPECT_EQ(edges_of(BineTrees(8), 8, 0).front(),
            (std::vector<Edges>{{{0, 3}}, {{0, 7}, {3, 4}}, {{0, 1}, {3, 2}, {4, 5}, {7, 6}}}));
  EXPECT_EQ(
      edges_of(BineTrees(12), 12, 0).front(),
      (std::vector<Edges>{
          {{0, 7}}, {{0, 3}, {7, 4}}, {{0, 11}, {7, 8}}, {{0, 1}, {3, 2}, {4, 5}, {7, 6}, {8, 9}, {11, 10}}}));
}

/// Every PE but the root is told once in each part, by one who knows.
void expect_spanning(const BineTrees& trees, int p, Rank root, const std::string& where) {
  for (const std::vector<Edges>& rounds : edges_of(trees, p, root)) {
    std::vector<bool> knows(static_cast<std::size_t>(p));
    knows[static_cast<std::size_t>(root)] = true;
    for (const Edges& round : rounds) {
      const std::vector<bool> before = knows;
      for (const auto& [from, to] : round) {
        EXPECT_TRUE(before[static_cast<std::size_t>(from)]) << where << ", root " << root << ", PE " << from;
        EXPECT_FALSE(knows[static_cast<std::size_t>(to)]) << where << ", root " << root << ", PE " << to;
        knows[static_cast<std::size_t>(to)] = true;
      }
    }
    EXPECT_EQ(std::count(knows.begin(), knows.end(), true), p) << where << ", root " << root;
  }
}

TEST(BineTrees, TellEveryPeOfAnEvenNumber) {
  for (int p = 2; p <= 130; p += 2)
    for (const Rank root : {0, 1, p - 1}) expect_spanning(BineTrees(p), p, root, std::to_string(p) + " ranks");
}

/// Whoever knows tells its partner, unless that knows already.
std::vector<Edges> walked(int p, int steps) {
  std::vector<Edges> rounds;
  std::vector<Rank> informed{0};
  for (int step = steps - 1; step >= 0; --step) {
    Edges round;
    for (const Rank rank : informed) {
      const Rank partner = core::mod(bine_partner(rank, step), p);
      if (std::find(informed.begin(), informed.end(), partner) == informed.end())
        round.emplace_back(rank, partner);
    }
    for (const auto& [from, to] : round) informed.push_back(to);
    std::sort(round.begin(), round.end());
    rounds.push_back(round);
  }
  return rounds;
}

TEST(BineTrees, AreThoseOfAWalkOverAllPes) {
  for (int p = 2; p <= 300; p += 2) {
    const BineTrees trees(p);
    EXPECT_EQ(edges_of(trees, p, 0).front(), walked(p, trees.rounds())) << p;
  }
}

TEST(BineTrees, TellEveryPeOfATorusInEachPart) {
  for (const std::vector<int>& sides : std::vector<std::vector<int>>{
           {8}, {4, 4}, {4, 6}, {2, 8}, {2, 2, 2}, {4, 4, 4}, {6, 4, 2}, {2, 1, 6}, {1, 22}}) {
    const TopologyPtr topology = torus(sides);
    const int p = topology->pes();
    for (const Ports ports : {one_port, k_ports(2), k_ports(3), all_ports})
      for (const Rank root : {0, p / 3, p - 1})
        expect_spanning(trees_on(topology, ports), p, root, topology->name());
  }
}

TEST(BineTrees, HaveAPartForEachLinkOfAPe) {
  EXPECT_EQ(trees_on(torus(4, 4), all_ports).count(), 4U);
  EXPECT_EQ(trees_on(torus(4, 4, 4), all_ports).count(), 6U);
  EXPECT_EQ(trees_on(torus(2, 2, 2), all_ports).count(), 3U);
  EXPECT_EQ(trees_on(torus(4, 4), one_port).count(), 1U);
  EXPECT_EQ(trees_on(torus(4, 3), all_ports).count(), 1U) << "an odd side: by ranks";
  EXPECT_EQ(trees_on(complete(8), all_ports).count(), 1U);
}

// Of two parts of unlike length a PE has one earlier than the other, and combines both before it
// goes on.
TEST(BineTrees, KeepApartInAReductionIfTheirPartsHaveOneLength) {
  const Reduce reduce = test::built_in<Reduce>("bine");
  Parameters machine = preset("unit");
  machine.ports = k_ports(2);
  EXPECT_TRUE(reduce.conflict_free.holds(case_of(*ring(8), machine, 6)));
  EXPECT_FALSE(reduce.conflict_free.holds(case_of(*ring(8), machine, 7)));
}

/// Links that all messages of a tree cross, on a ring of p.
std::int64_t links_crossed(int p) {
  const std::vector<std::vector<Edges>> parts = edges_of(BineTrees(p), p, 0);
  std::int64_t links = 0;
  for (const Edges& round : parts.front())
    for (const auto& [from, to] : round) links += core::ring_distance(from, to, p);
  return links;
}

TEST(BineTrees, CrossTwoThirdsOfTheLinksOfABinomialTree) {
  const std::map<int, double> shares{{8, 0.75}, {16, 0.719}, {64, 0.703}, {256, 0.694}, {1024, 0.689}};
  for (const auto& [p, share] : shares) {
    const double binomial = p / 2.0 * ceil_log2(p);  // 2^i messages of p / 2^(i+1) links in round i
    EXPECT_NEAR(static_cast<double>(links_crossed(p)) / binomial, share, 0.0005) << p;
  }
}

TEST(BineBlocks, AreThoseOfTheSource) {
  const BineBlocks tree(8);
  const auto reached = [&tree](int place, int step) {
    std::vector<int> blocks = tree.reached(place, step);
    std::sort(blocks.begin(), blocks.end());
    return blocks;
  };
  EXPECT_EQ(reached(1, 1), (std::vector<int>{1, 2, 5, 6}));
  EXPECT_EQ(reached(7, 2), (std::vector<int>{4, 7}));
  EXPECT_EQ(reached(3, 3), (std::vector<int>{3}));
  std::vector<int> told;
  for (int place = 0; place < 8; ++place) told.push_back(tree.told_in(place));
  EXPECT_EQ(told, (std::vector<int>{-1, 0, 1, 2, 2, 2, 2, 1}));
}

TEST(BineBlocks, AreDividedAmongPartnersInEveryStep) {
  for (int p = 1; p <= 64; p *= 2) {
    const BineBlocks tree(p);
    for (int place = 0; place < p; ++place)
      for (int step = 0; step < tree.steps(); ++step) {
        std::vector<int> both = tree.reached(place, step + 1);
        const std::vector<int> partners = tree.reached(tree.partner(place, step), step + 1);
        both.insert(both.end(), partners.begin(), partners.end());
        std::vector<int> all = tree.reached(place, step);
        std::sort(both.begin(), both.end());
        std::sort(all.begin(), all.end());
        EXPECT_EQ(both, all) << p << " places, place " << place << ", step " << step;
        EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
      }
  }
}

}  // namespace
}  // namespace toruscope::collectives
