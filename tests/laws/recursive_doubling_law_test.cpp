// SPDX-License-Identifier: Apache-2.0
// Recursive doubling meets no link conflict, whatever the network: Grama, Gupta, Karypis, Kumar,
// Introduction to Parallel Computing, section 4.1.

#include "collectives/operations.hpp"

#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

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

/// Verifies all algorithms of these names, from every root, wherever they fit; returns the runs.
template <class Entry>
int expect_no_conflicts(const std::vector<TopologyPtr>& topologies, const std::vector<std::string>& names) {
  int runs = 0;
  for (const TopologyPtr& topology : topologies)
    for (const Entry& entry : builtin_catalogue().of<Entry>())
      for (Rank root = 0; root < topology->pes(); ++root) {
        const bool is_meant = std::find(names.begin(), names.end(), entry.name) != names.end();
        if (!is_meant || entry.refusal(case_of(*topology, costs(), 64, root))) continue;
        const Verdict v = verify(entry, topology, costs(), Execution{.workers = 1}, {64, root});
        EXPECT_EQ(v.report.totals.link_conflicts, 0)
            << entry.name << " on " << topology->name() << ", root " << root;
        EXPECT_TRUE(v.ok()) << testing::PrintToString(v.faults) << " on " << topology->name();
        ++runs;
      }
  return runs;
}

// Halves of an interval of ranks are halves of a line, of a subcube, and the two subtrees of a
// switch.
TEST(RecursiveDoubling, BroadcastsWithoutLinkConflictsOnEveryTopology) {
  for (const TopologyPtr& topology :
       {ring(7), ring(16), line(7), line(16), mesh(3, 5), torus(3, 5), mesh(4, 2, 3), hypercube(4), tree(8),
        tree(13), tree(16), complete(7), complete(16)}) {
    const int runs =
        expect_no_conflicts<Broadcast>({topology}, {"recursive_doubling", "torus_recursive_doubling"});
    EXPECT_GE(runs, topology->pes()) << topology->name();
  }
}

// Algorithm 4.2 as it is printed.
TEST(RecursiveDoubling, BroadcastsByExclusiveOrWithoutLinkConflictsOnPowersOfTwo) {
  const int runs = expect_no_conflicts<Broadcast>(
      {ring(8), ring(16), line(2), line(8), line(16), hypercube(3), hypercube(4), tree(4), tree(8), tree(16)},
      {"xor_doubling"});

  EXPECT_EQ(runs, 8 + 16 + 2 + 8 + 16 + 8 + 16 + 4 + 8 + 16);
}

// Ranks counted from the root go around the end: on a line back along all of it, but no two that
// way.
TEST(RecursiveDoubling, BroadcastsByRotationWithoutLinkConflictsOnALineAndARing) {
  std::vector<TopologyPtr> topologies;
  for (const int p : {2, 3, 5, 8, 11, 16}) topologies.insert(topologies.end(), {ring(p), line(p)});

  EXPECT_EQ(expect_no_conflicts<Broadcast>(topologies, {"rotation_doubling"}), 2 * (2 + 3 + 5 + 8 + 11 + 16));
}

// On sides that are powers of two the halves are equal, so no message is early and none meets
// another. Algorithm 4.3 is the one by exclusive or.
TEST(RecursiveDoubling, ReducesWithoutLinkConflictsOnPowersOfTwo) {
  for (const TopologyPtr& topology :
       {ring(2), ring(8), ring(16), torus(4, 8), torus(2, 2, 4), line(8), line(16), mesh(4, 8), hypercube(4),
        tree(8), tree(16), complete(8), complete(16)}) {
    const int runs = expect_no_conflicts<Reduce>(
        {topology}, {"recursive_doubling", "torus_recursive_doubling", "xor_doubling"});
    EXPECT_GE(runs, topology->pes()) << topology->name();
  }
}

/// From PE 0, the lowest bit first: who tells the one 2^i further on are 0 .. 2^i - 1, side by
/// side.
std::int64_t conflicts_in_ascending_order(const TopologyPtr& topology) {
  return Machine(topology, costs(), {.workers = 1})
      .run([](Communicator& comm) {
        std::vector<char> body(64);
        for (int bit = 1; bit < comm.size(); bit *= 2) {
          if (comm.rank() < bit) comm.send(comm.rank() + bit, body);
          if (comm.rank() >= bit && comm.rank() < 2 * bit) comm.recv(comm.rank() - bit, body);
          comm.synchronize();
        }
      })
      .totals.link_conflicts;
}

// What these laws look for is there to be found: in that order all messages of a round but one
// wait, 0 + 1 + 3 of 8 PEs'.
TEST(RecursiveDoubling, MeetsItselfInTheOtherOrderButOnAHypercube) {
  for (const TopologyPtr& topology : {line(8), ring(16), tree(8)})
    EXPECT_GE(conflicts_in_ascending_order(topology), 1 + 3) << topology->name();
  EXPECT_EQ(conflicts_in_ascending_order(hypercube(3)), 0);
}

}  // namespace
}  // namespace toruscope
