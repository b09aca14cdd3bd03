// SPDX-License-Identifier: Apache-2.0
// Topologies of one kind with other numbers of PEs.

#include "runtime/topology/scaled.hpp"

#include "runtime/topology/sizes.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

std::string scaled(const std::string& like, int p, const std::vector<TopologyEntry>& table = topologies()) {
  return topology_of_size(like, parse_topology(like, table)->pes(), p, table);
}

TEST(ScaledTopology, KeepsTheKindAndTheDimensionsOfTheTopology) {
  EXPECT_EQ(scaled("torus:8x8", 16), "torus:4x4");
  EXPECT_EQ(scaled("torus:8x8", 8), "torus:4x2");
  EXPECT_EQ(scaled("torus:8x8", 1), "torus:1x1");
  EXPECT_EQ(scaled("torus:2x2", 7), "torus:7x1");
  EXPECT_EQ(scaled("torus:4x4x4", 72), "torus:6x4x3");
  EXPECT_EQ(scaled("torus:4x4x4", 16384), "torus:32x32x16");
  EXPECT_EQ(scaled("torus:64", 12), "torus:12");
  EXPECT_EQ(scaled("ring:12", 5), "ring:5");
  EXPECT_EQ(scaled("complete:4", 10), "complete:10");
}

TEST(ScaledTopology, KeepsTheSidesWhereTheyAreOfThatSize) {
  EXPECT_EQ(scaled("torus:4x8", 32), "torus:4x8");
  EXPECT_EQ(scaled("mesh:2x3x4", 24), "mesh:2x3x4");
  EXPECT_EQ(scaled("torus:4x8", 16), "torus:4x4");
  EXPECT_EQ(scaled("hier:complete:2/ring:4", 8), "hier:complete:2/ring:4");
  const std::string graph = "graph:" + test::in_source("tests/laws/routed.graph");
  const int pes = parse_topology(graph)->pes();
  EXPECT_EQ(scaled(graph, pes), graph);
}

TEST(ScaledTopology, KnowsNoOtherSizeOfAGraphFile) {
  const std::string graph = "graph:" + test::in_source("tests/laws/routed.graph");
  const int pes = parse_topology(graph)->pes();
  EXPECT_THAT([&] { scaled(graph, pes + 1); },
              ThrowsMessage<ConfigError>(HasSubstr("scale: a graph file cannot be scaled, got graph:")));
}

TEST(ScaledTopology, GivesAFatTreeMoreLeavesOrOtherSwitches) {
  EXPECT_EQ(scaled("fattree:4x2x4", 32), "fattree:8x2x4");
  EXPECT_EQ(scaled("fattree:4x2x4:ecmp", 4), "fattree:1x2x4:ecmp");
  EXPECT_EQ(scaled("fattree:4", 54), "fattree:6");
  EXPECT_THAT([] { scaled("fattree:4x2x4", 18); },
              ThrowsMessage<ConfigError>(HasSubstr("a leaf switch has 4 PEs: take a multiple of 4")));
  EXPECT_THAT([] { scaled("fattree:4", 32); }, ThrowsMessage<ConfigError>(HasSubstr("2, 16, 54, 128")));
}

TEST(ScaledTopology, GivesADragonflyMoreGroups) {
  EXPECT_EQ(scaled("dragonfly:2x4x2", 16), "dragonfly:2x4x2x2");
  EXPECT_EQ(scaled("dragonfly:2x4x2x3:valiant", 72), "dragonfly:2x4x2x9:valiant");
  EXPECT_THAT([] { scaled("dragonfly:2x4x2", 80); },
              ThrowsMessage<ConfigError>(
                  HasSubstr("it can have 1 to 9 groups of 8 PEs: take a multiple of 8, at most 72")));
}

TEST(ScaledTopology, KeepsTheShortAndTheLongSidesOfATwistedTorus) {
  EXPECT_EQ(scaled("twisted:8x4", 18), "twisted:6x3");
  EXPECT_EQ(scaled("twisted:4x4x8", 16), "twisted:2x2x4");
  EXPECT_EQ(scaled("twisted:4x8x8", 108), "twisted:3x6x6");
  for (const int p : {1, 16})
    EXPECT_THAT(
        [p] { scaled("twisted:8x4", p); },
        ThrowsMessage<ConfigError>(HasSubstr("its sides are k or 2k, k at least 2: p may be 8, 18, 32, ..")));
}

TEST(ScaledTopology, KnowsNoOtherSizeOfIslands) {
  EXPECT_THAT([] { scaled("hier:ring:4/ring:4", 8); },
              ThrowsMessage<ConfigError>(HasSubstr("scale: islands have no size of their own to scale")));
}

TEST(ScaledTopology, KnowsNoHypercubeBetweenPowersOfTwo) {
  EXPECT_EQ(scaled("hypercube:2", 8), "hypercube:3");
  EXPECT_THAT([] { scaled("hypercube:2", 7); },
              ThrowsMessage<ConfigError>(
                  HasSubstr("scale: the PEs of a hypercube are a power of two, and 7 is none; take 4 or 8")));
}

TEST(ScaledTopology, IsOfATableOfOnesOwn) {
  std::vector<TopologyEntry> table = topologies();
  table.push_back({"star", "star:N", "N PEs around one",
                   [](std::string_view sizes) { return complete(parse_size("star", "star:N", sizes)); },
                   [](std::string_view /*sizes*/, int p) { return std::to_string(2 * p); }});
  EXPECT_EQ(scaled("star:4", 3, table), "star:6");
}

TEST(ScaledTopology, OfAKindThatDoesNotSayHowHasNoRule) {
  std::vector<TopologyEntry> table = topologies();
  table.push_back({"star", "star:N", "N PEs around one, star:N:RULE", [](std::string_view sizes) {
                     return complete(parse_size("star", "star:N", sizes.substr(0, sizes.find(':'))));
                   }});
  EXPECT_EQ(scaled("star:4", 3, table), "star:3");
  EXPECT_EQ(scaled("star:4:near", 4, table), "star:4:near");
  EXPECT_THAT([&] { scaled("star:4:near", 3, table); },
              ThrowsMessage<ConfigError>(
                  "scale: star:4:near cannot be made for p = 3: its sizes are followed by a rule, and its kind "
                  "does not say how it is scaled"));
}

}  // namespace
}  // namespace toruscope::core
