// SPDX-License-Identifier: Apache-2.0
// The fewest links between two halves: values counted by hand, and all halves of small networks of
// every kind.

#include "runtime/topology/bisection.hpp"

#include "runtime/topology/cut_graph.hpp"
#include "runtime/topology/graph_file.hpp"
#include "runtime/topology/least_halves.hpp"

#include <toruscope/topology.hpp>

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace toruscope {
namespace {

using core::bisection_width;

/// Over all halves of the PEs, and all places of the switches.
int least_of_all(const core::CutGraph& graph) {
  int least = std::numeric_limits<int>::max();
  core::Halves halves(static_cast<std::size_t>(graph.nodes()));
  for (std::uint32_t chosen = 0; chosen < std::uint32_t{1} << (graph.nodes() - 1); ++chosen) {
    for (std::size_t node = 0; node < halves.size(); ++node) halves[node] = (chosen >> node & 1U) != 0 ? 1 : 0;
    const auto there = std::count(halves.begin(), halves.begin() + graph.pes(), 1);
    if (there == graph.smaller_half() || there == graph.larger_half())
      least = std::min(least, links_across(graph, halves));
  }
  return least;
}

TopologyPtr net(const std::string& links) {
  return core::make_graph("net", core::read_graph(links, "net"));
}

/// Two switches with four PEs each, dealt to them in turn, and a link from each to a third.
TopologyPtr dealt() {
  std::string links = "pes 8\n8 10\n9 10\n";
  for (int pe = 0; pe < 8; ++pe) links += std::to_string(pe) + " " + std::to_string(8 + pe % 2) + "\n";
  return net(links);
}

struct SmallNetwork {
  const char* name;
  TopologyPtr topology;
};

TEST(Bisection, IsTheLeastOfAllHalvesOfSmallNetworks) {
  std::vector<SmallNetwork> all{
      {"shuffled ring", net("0 3\n3 5\n5 1\n1 7\n7 2\n2 6\n6 4\n4 0\n")},
      {"dealt", dealt()},
      {"failed", with_failed_links(torus(3, 4), {{0, 1}, {4, 8}})},
      {"failed tree", with_failed_links(fat_tree(2, 2, 3), {{6, 8}})},
      {"full embedding", embed(ring(12), mesh(3, 4), "snake")},
      {"ring in a torus", embed(ring(4), torus(3, 4), "snake")},
  };
  for (const char* name : {"torus:2",
                           "torus:5x2",
                           "torus:3x2x2",
                           "torus:3x4",
                           "torus:2x6",
                           "mesh:3x3",
                           "mesh:2x5",
                           "mesh:3x2x2",
                           "line:2",
                           "line:7",
                           "ring:3",
                           "ring:9",
                           "complete:5",
                           "complete:6",
                           "hypercube:3",
                           "tree:2",
                           "tree:5",
                           "tree:6",
                           "fattree:2",
                           "fattree:3x1x2",
                           "fattree:3x2x2",
                           "fattree:2x1x4",
                           "dragonfly:1x2x1",
                           "dragonfly:1x2x1x2",
                           "dragonfly:2x2x1x2",
                           "hyperx:3x3",
                           "hyperx:2x5",
                           "hyperx:3x4",
                           "twisted:4x2",
                           "hier:complete:2/ring:5",
                           "hier:tree:2/ring:3",
                           "hier:ring:3/tree:2"})
    all.push_back({name, parse_topology(name)});
  for (const auto& [name, topology] : all) {
    const core::CutGraph graph(*topology);
    const int least = least_of_all(graph);
    const core::BisectionWidth found = bisection_width(*topology);
    EXPECT_EQ(found.links, least) << name;
    EXPECT_TRUE(found.is_least) << name;
    EXPECT_GE(topology->bisection(), least) << name;
    EXPECT_EQ(core::least_links_between_halves(graph, 1000), least) << name;
  }
}

// The middle layer of an odd side is halved itself.
TEST(Bisection, OfGridsWithOddSidesHalvesTheMiddleLayer) {
  EXPECT_EQ(torus(3, 5)->bisection(), 16);
  EXPECT_EQ(torus(3, 3)->bisection(), 16);
  EXPECT_EQ(torus(5, 4)->bisection(), 20);
  EXPECT_EQ(torus(5, 5)->bisection(), 24);
  EXPECT_EQ(mesh(3, 5)->bisection(), 8);
  EXPECT_EQ(torus(3, 3, 3)->bisection(), 2 * 2 * (9 + 3 + 1));
  EXPECT_EQ(mesh(5, 5, 2)->bisection(), 2 * (10 + 2 + 1));
  EXPECT_TRUE(torus(5, 5)->has_least_bisection());
  EXPECT_FALSE(torus(9, 2)->has_least_bisection()) << "a line of two among rings that carry more";
}

TEST(Bisection, HasNoFailedLinks) {
  EXPECT_EQ(bisection_width(*with_failed_links(ring(8), {{3, 4}})).links, 2);
  EXPECT_EQ(bisection_width(*with_failed_links(mesh(4, 4), {{4, 8}, {5, 9}, {6, 10}})).links, 2);
  // A leaf whose one uplink is left costs one link on whichever side it stands: 5 spines against 2
  // other leaves and that link.
  const TopologyPtr tree = with_failed_links(fat_tree(4, 5, 10), {{40, 44}, {40, 45}, {40, 46}, {40, 47}});
  EXPECT_EQ(bisection_width(*tree).links, 12);
  EXPECT_TRUE(bisection_width(*tree).is_least);
}

TEST(Bisection, OfAnEmbeddingIsThatOfItsPes) {
  EXPECT_EQ(bisection_width(*embed(ring(4), torus(8, 8), "snake")).links, 12) << "around two neighbours";
}

TEST(Bisection, OfWhatIsTooLargeIsAnUpperBound) {
  const core::BisectionWidth width = bisection_width(*parse_topology("hier:complete:8/torus:4x4"));
  EXPECT_EQ(width.links, 128);
  EXPECT_FALSE(width.is_least);
}

}  // namespace
}  // namespace toruscope
