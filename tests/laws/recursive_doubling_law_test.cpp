// SPDX-License-Identifier: Apache-2.0
// Recursive doubling meets no link conflict, whatever the network: Grama, Gupta, Karypis, Kumar, Introduction to Parallel
// Computing, section 4.1.

#include "collectives/operations.hpp"

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>
#include <set>

namespace toruscope {
namespace {

/// Every cost of its own.
Parameters costs() {
  return {.ts = Ticks{1'000'003},
          .tr = Ticks{70'001},
          .tm = Ticks{10'007},
          .tw = Ticks{101},
          .th = Ticks{5'003},
          .latency = Ticks{30'011},
          .tick = Time{}};
}

std::set<Rank> roots(int p) {
  return {0, 1 % p, p / 2, p - 1};
}

// Halves of an interval of ranks are halves of a line, of a subcube, and the two subtrees of a switch.
TEST(RecursiveDoubling, BroadcastsWithoutLinkConflictsOnEveryTopology) {
  int runs = 0;
  for (const TopologyPtr& topology : {ring(7), line(7), line(16), mesh(3, 5), torus(3, 5), mesh(4, 2, 3),
                                      hypercube(4), tree(8), tree(13), tree(16)})
    for (const Broadcast& entry : builtin_catalogue().broadcast()) {
      if (!entry.name.ends_with("recursive_doubling")) continue;
      if (entry.refusal(case_of(*topology, costs(), 64))) continue;
      for (const Rank root : roots(topology->pes())) {
        const Verdict v = verify(entry, topology, costs(), Execution{.workers = 1}, {64, root});
        EXPECT_EQ(v.report.totals.link_conflicts, 0)
            << testing::PrintToString(v.faults) << " on " << topology->name();
        EXPECT_TRUE(v.ok()) << testing::PrintToString(v.faults) << " on " << topology->name();
        ++runs;
      }
    }
  EXPECT_GE(runs, 10 * 3);
}

// On sides that are powers of two the halves are equal, so no message is early and none meets another.
TEST(RecursiveDoubling, ReducesWithoutLinkConflictsOnPowersOfTwo) {
  for (const TopologyPtr& topology :
       {ring(2), ring(8), ring(32), torus(4, 8), torus(2, 2, 4), line(8), mesh(4, 8), hypercube(5)})
    for (const Reduce& entry : builtin_catalogue().reduce()) {
      if (!entry.name.ends_with("recursive_doubling")) continue;
      if (entry.refusal(case_of(*topology, costs(), 64))) continue;
      for (const Rank root : roots(topology->pes())) {
        const Verdict v = verify(entry, topology, costs(), Execution{.workers = 1}, {64, root});
        EXPECT_EQ(v.report.totals.link_conflicts, 0)
            << testing::PrintToString(v.faults) << " on " << topology->name();
        EXPECT_TRUE(v.predicted);
      }
    }
}

}  // namespace
}  // namespace toruscope
