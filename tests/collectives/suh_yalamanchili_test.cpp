// SPDX-License-Identifier: Apache-2.0
// The exchange of few startups: figures printed in Table 1 of Liu et al. 2005, data, conflicts.

#include "collectives/grid.hpp"
#include "collectives/operations.hpp"
#include "collectives/verify.hpp"

#include <toruscope/toruscope.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace toruscope::collectives {
namespace {

Verdict exchanged(const TopologyPtr& network, const Parameters& machine, std::size_t block) {
  const Operation& alltoall = operation("alltoall");
  const Workload workload{.bytes = block};
  const Case c = alltoall.question(*network, machine, workload);
  return alltoall.verify(alltoall.choose(builtin_catalogue(), "suh_yalamanchili", c), network, machine, {},
                         workload);
}

TEST(SuhYalamanchili, HasThePrintedStartupsAndVolume) {
  struct Printed {
    int side;
    std::int64_t startups, blocks;
  };
  // {9 2^(3d-4) + (d^2 - 5d + 3) 2^(2d-1)} blocks, 3d - 3 startups. 32 x 32 is in reproduce.
  for (const auto& [side, startups, blocks] : {Printed{8, 6, 192}, {16, 9, 2176}}) {
    const Verdict run = exchanged(torus(side, side), preset("paragon"), 1);
    EXPECT_THAT(run.faults, testing::IsEmpty());
    EXPECT_EQ(run.report.finish.account.startups, startups);
    EXPECT_EQ(run.report.finish.account.bytes, blocks);
    EXPECT_EQ(run.report.totals.link_conflicts, 0);
  }
}

TEST(SuhYalamanchili, IsRightForAnyBlockAndCost) {
  for (const std::size_t block : {0U, 1U, 13U})
    EXPECT_THAT(exchanged(torus(8, 8), all_costs_machine().parameters, block).faults, testing::IsEmpty());
  const Verdict run = exchanged(torus(16, 16), all_costs_machine().parameters, 1);
  EXPECT_THAT(run.faults, testing::IsEmpty());
  // Longest ways: gather 1; mirrors 7, 7, 7, 7, 3, 3; spread 1, 1.
  EXPECT_EQ(run.report.finish.account.hops, 1 + 4 * 7 + 2 * 3 + 2);
}

TEST(SuhYalamanchili, RefusesOtherTori) {
  const Operation& alltoall = operation("alltoall");
  for (const TopologyPtr& network : {torus(4, 4), torus(12, 12), torus(8, 16), torus(8, 8, 8), mesh(8, 8)}) {
    const Case c = alltoall.question(*network, {}, {});
    EXPECT_THROW((void)alltoall.choose(builtin_catalogue(), "suh_yalamanchili", c), ConfigError)
        << network->name();
  }
}

}  // namespace
}  // namespace toruscope::collectives
