// SPDX-License-Identifier: Apache-2.0
// Ranks on nodes as Slurm lays them out, of seven tasks on three nodes of four processors.

#include "runtime/topology/slurm_layout.hpp"

#include "tests/support/temporary_folder.hpp"

#include <toruscope/error.hpp>

#include <gmock/gmock.h>
#include <string>

namespace toruscope {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(SlurmLayout, IsThatOfSrunWhereNodesGaveFourTwoAndOneProcessors) {
  const std::vector<int> given{4, 2, 1};
  EXPECT_THAT(core::slurm_nodes("block", 7, given), ElementsAre(0, 0, 0, 0, 1, 1, 2));
  EXPECT_THAT(core::slurm_nodes("cyclic", 7, given), ElementsAre(0, 1, 2, 0, 1, 0, 0));
  EXPECT_THAT(core::slurm_nodes("plane=2", 7, given), ElementsAre(0, 0, 1, 1, 2, 0, 0));
  EXPECT_THAT(core::slurm_nodes("plane=3", 7, given), ElementsAre(0, 0, 0, 1, 1, 2, 0));
}

TEST(SlurmLayout, IsThatOfSrunWhereNodesGaveAll) {
  const std::vector<int> given{4, 4, 4};
  EXPECT_THAT(core::slurm_nodes("block", 7, given), ElementsAre(0, 0, 0, 1, 1, 2, 2));
  EXPECT_THAT(core::slurm_nodes("cyclic", 7, given), ElementsAre(0, 1, 2, 0, 1, 2, 0));
  EXPECT_THAT(core::slurm_nodes("plane=2", 7, given), ElementsAre(0, 0, 1, 1, 2, 2, 0));
  EXPECT_THAT(core::slurm_nodes("plane=3", 7, given), ElementsAre(0, 0, 0, 1, 1, 1, 2));
}

TEST(SlurmLayout, PlacesRanksOnThePesOfIslands) {
  const TopologyPtr network = parse_topology("hier:complete:4/ring:3");
  EXPECT_THAT(core::slurm_places("slurm:cyclic:4,2,1", 7, *network), ElementsAre(0, 4, 8, 1, 5, 2, 3));
  EXPECT_THAT(core::slurm_places("slurm:plane=3", 7, *network), ElementsAre(0, 1, 2, 4, 5, 6, 8));
  EXPECT_EQ(embed(complete(7), network, "slurm:cyclic:4,2,1")->pes(), 7);
}

TEST(SlurmLayout, IsRefusedInASentence) {
  const auto refused = [](const char* rule, const char* network) {
    return test::message_of<ConfigError>([&] { core::slurm_places(rule, 7, *parse_topology(network)); });
  };
  EXPECT_THAT(refused("slurm:cyclic", "torus:3x3"), HasSubstr("has no islands, which are the nodes"));
  EXPECT_THAT(refused("slurm:arbitrary", "hier:complete:4/ring:3"),
              HasSubstr("Slurm's layouts are slurm:block"));
  EXPECT_THAT(refused("slurm:plane=0", "hier:complete:4/ring:3"),
              HasSubstr("\"0\" is no whole number from 1 on"));
  EXPECT_THAT(refused("slurm:block:4,2", "hier:complete:4/ring:3"), HasSubstr("7 ranks on 6 processors"));
  EXPECT_THAT(refused("slurm:block:5", "hier:complete:4/ring:3"),
              HasSubstr("node 0 has 4 PEs, and is to give 5"));
  EXPECT_THAT(refused("slurm:block:1,1,1,4", "hier:complete:4/ring:3"),
              HasSubstr("processors of 4 nodes, and"));
}

}  // namespace
}  // namespace toruscope
