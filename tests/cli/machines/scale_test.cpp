// SPDX-License-Identifier: Apache-2.0
// --scale: the sizes, the topology of each, the gains.

#include "cli/machines/sweep.hpp"
#include "tests/support/source_folder.hpp"

#include <toruscope/error.hpp>
#include <toruscope/topology.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Scale, KeepsTheKindAndTheDimensionsOfTheTopology) {
  EXPECT_EQ(topology_of_size("torus:8x8", 16), "torus:4x4");
  EXPECT_EQ(topology_of_size("torus:8x8", 8), "torus:4x2");
  EXPECT_EQ(topology_of_size("torus:8x8", 1), "torus:1x1");
  EXPECT_EQ(topology_of_size("torus:2x2", 7), "torus:7x1");
  EXPECT_EQ(topology_of_size("torus:4x4x4", 72), "torus:6x4x3");
  EXPECT_EQ(topology_of_size("torus:4x4x4", 16384), "torus:32x32x16");
  EXPECT_EQ(topology_of_size("torus:64", 12), "torus:12");
  EXPECT_EQ(topology_of_size("ring:12", 5), "ring:5");
  EXPECT_EQ(topology_of_size("complete:4", 10), "complete:10");
}

TEST(Scale, KeepsTheSidesWhereTheyAreOfThatSize) {
  EXPECT_EQ(topology_of_size("torus:4x8", 32), "torus:4x8");
  EXPECT_EQ(topology_of_size("mesh:2x3x4", 24), "mesh:2x3x4");
  EXPECT_EQ(topology_of_size("torus:4x8", 16), "torus:4x4");
  EXPECT_EQ(topology_of_size("hier:complete:2/ring:4", 8), "hier:complete:2/ring:4");
  const std::string graph = "graph:" + test::in_source("tests/laws/routed.graph");
  const int pes = parse_topology(graph)->pes();
  EXPECT_EQ(topology_of_size(graph, pes), graph);
}

TEST(Scale, KnowsNoOtherSizeOfAGraphFile) {
  EXPECT_THAT([] { topology_of_size("graph:a.graph", 4); },
              ThrowsMessage<ConfigError>(HasSubstr("scale: a graph file cannot be scaled, got graph:a.graph")));
}

TEST(Scale, GivesAFatTreeMoreLeavesOrOtherSwitches) {
  EXPECT_EQ(topology_of_size("fattree:4x2x4", 32), "fattree:8x2x4");
  EXPECT_EQ(topology_of_size("fattree:4x2x4:ecmp", 4), "fattree:1x2x4:ecmp");
  EXPECT_EQ(topology_of_size("fattree:4", 54), "fattree:6");
  EXPECT_THAT([] { topology_of_size("fattree:4x2x4", 18); },
              ThrowsMessage<ConfigError>(HasSubstr("a leaf switch has 4 PEs; take a multiple")));
  EXPECT_THAT([] { topology_of_size("fattree:4", 32); },
              ThrowsMessage<ConfigError>(HasSubstr("2, 16, 54, 128")));
}

TEST(Scale, GivesADragonflyMoreGroups) {
  EXPECT_EQ(topology_of_size("dragonfly:2x4x2", 16), "dragonfly:2x4x2x2");
  EXPECT_EQ(topology_of_size("dragonfly:2x4x2x3:valiant", 72), "dragonfly:2x4x2x9:valiant");
  EXPECT_THAT([] { topology_of_size("dragonfly:2x4x2", 80); },
              ThrowsMessage<ConfigError>(HasSubstr("it has 1 to 9 groups of 8 PEs; take a multiple")));
}

TEST(Scale, KnowsNoOtherSizeOfIslands) {
  EXPECT_THAT([] { topology_of_size("hier:ring:4/ring:4", 8); },
              ThrowsMessage<ConfigError>(HasSubstr("scale: islands have no size of their own to scale")));
}

TEST(Scale, KnowsNoHypercubeBetweenPowersOfTwo) {
  EXPECT_EQ(topology_of_size("hypercube:2", 8), "hypercube:3");
  EXPECT_THAT([] { topology_of_size("hypercube:2", 7); },
              ThrowsMessage<ConfigError>(
                  HasSubstr("scale: a hypercube has a power of two of PEs, not 7; take such numbers")));
}

TEST(Scale, ReadsAListOfSizes) {
  EXPECT_THAT(read_scale("p=1,16,4"), ElementsAre(1, 16, 4));
}

TEST(Scale, RefusesWhatIsNoListOfSizes) {
  for (const char* text : {"1,4", "p=", "p=1,", "n=4"})
    EXPECT_THAT([text] { read_scale(text); }, ThrowsMessage<ConfigError>(HasSubstr("write --scale p=1,4,16")))
        << text;
  EXPECT_THAT([] { read_scale("p=0"); }, ThrowsMessage<ConfigError>(HasSubstr("a whole number from 1")));
  EXPECT_THAT([] { read_scale("p=4,4"); }, ThrowsMessage<ConfigError>(HasSubstr("p = 4 is there twice")));
}

TEST(Scale, ComparesWithTheDeclaredSerialTime) {
  const Scaling gains{4, Ticks{50}, 100, Ticks{100}};
  EXPECT_EQ(gains.speed_up(), 2.0);
  EXPECT_EQ(gains.speed_up_per_pe(), 0.5);
  EXPECT_EQ(gains.cost(), Ticks{200});
}

TEST(Scale, KnowsNoSpeedUpWhereNothingIsDeclared) {
  const Scaling gains{4, Ticks{50}, 0, Ticks{}};
  EXPECT_FALSE(gains.speed_up());
  EXPECT_FALSE(gains.speed_up_per_pe());
  EXPECT_EQ(gains.cost(), Ticks{200});
  EXPECT_FALSE((Scaling{4, Ticks{INT64_MAX / 2}, 0, Ticks{}}).cost());
}

}  // namespace
}  // namespace toruscope::cli
