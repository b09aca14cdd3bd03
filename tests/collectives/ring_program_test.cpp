// SPDX-License-Identifier: Apache-2.0
// The tables of boxes of the ring algorithms, played on symbolic blocks without a machine.

#include "collectives/alltoall/ring_program.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

namespace toruscope::collectives {
namespace {

using Blocks = std::set<std::pair<int, int>>;

/// Moves blocks as the program says; every round from the state before it. Largest message of each
/// round.
struct Played {
  std::vector<Blocks> holds;
  RingSizes largest;
  bool only_own_blocks_were_sent = true;
  bool one_port = true;
};

Played play(const RingProgram& program, int p) {
  Played played;
  for (int j = 0; j < p; ++j) {
    Blocks own;
    for (int d = 0; d < p; ++d) own.emplace(j, d);
    played.holds.push_back(own);
  }
  for (int t = 0; t < program.rounds(p); ++t) {
    std::vector<Blocks> after = played.holds;
    std::set<int> receivers;
    int largest = 0;
    for (int j = 0; j < p; ++j) {
      const RingStep step = program.step(p, j, t);
      if (step.from != kNobody) played.one_port = played.one_port && program.step(p, step.from, t).to == j;
      if (step.to == kNobody) continue;
      played.one_port =
          played.one_port && receivers.insert(step.to).second && program.step(p, step.to, t).from == j;
      int units = 0;
      for (const Box& box : step.boxes) {
        units += box.units();
        for (int i = 0; i < box.destinations.count; ++i) {
          for (int k = 0; k < box.origins.count; ++k) {
            const std::pair block{box.origins.at(k, p), box.destinations.at(i, p)};
            played.only_own_blocks_were_sent = played.only_own_blocks_were_sent &&
                                               after[static_cast<std::size_t>(j)].erase(block) == 1 &&
                                               played.holds[static_cast<std::size_t>(j)].contains(block);
            after[static_cast<std::size_t>(step.to)].insert(block);
          }
        }
      }
      EXPECT_GT(units, 0) << "an empty message in round " << t;
      largest = std::max(largest, units);
    }
    played.holds = std::move(after);
    played.largest.push_back(largest);
  }
  return played;
}

void expect_complete_exchange(const Played& played, int p) {
  EXPECT_TRUE(played.only_own_blocks_were_sent);
  EXPECT_TRUE(played.one_port);
  for (int d = 0; d < p; ++d) {
    Blocks expected;
    for (int o = 0; o < p; ++o) expected.emplace(o, d);
    EXPECT_EQ(played.holds[static_cast<std::size_t>(d)], expected) << "node " << d;
  }
}

void expect_cost(const RingCost& cost, const RingSizes& sizes) {
  EXPECT_EQ(cost.rounds, static_cast<std::int64_t>(sizes.size()));
  EXPECT_EQ(cost.blocks, sum(sizes));
}

TEST(RingProgram, Ar1DeliversEveryBlockInMessagesOfTheSizesThatItSays) {
  for (const int p : {2, 4, 6, 8, 10, 12, 14, 16, 18, 26, 40, 64}) {
    SCOPED_TRACE(p);
    const Played played = play(ar1_program(), p);
    expect_complete_exchange(played, p);
    EXPECT_EQ(played.largest, ar1_sizes(p));
    expect_cost(ar1_cost(p), played.largest);
  }
}

TEST(RingProgram, TwoWayRingDeliversEveryBlockInMessagesOfTheSizesThatItSays) {
  for (const int p : {1, 2, 3, 4, 5, 6, 7, 12, 13, 31}) {
    SCOPED_TRACE(p);
    const Played played = play(two_way_ring_program(), p);
    expect_complete_exchange(played, p);
    EXPECT_EQ(played.largest, two_way_ring_sizes(p));
    expect_cost(two_way_ring_cost(p), played.largest);
  }
}

TEST(RingProgram, Ar1oDeliversEveryBlockInMessagesOfTheSizesThatItSays) {
  for (const int m : {1, 2, 3, 5})
    for (const int p : {5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 31, 33, 49, 51}) {
      SCOPED_TRACE(std::to_string(p) + " nodes, m = " + std::to_string(m));
      const Played played = play(ar1o_program(m), p);
      expect_complete_exchange(played, p);
      EXPECT_EQ(played.largest, ar1o_sizes(p, m));
    }
}

TEST(Arc, FindsWhatItLists) {
  for (const Arc& arc : {Arc{3, 4, 1}, Arc{3, 4, -1}, Arc{0, 7, -1}, Arc{6, 1, 1}, Arc{2, 0, 1}}) {
    for (int i = 0; i < arc.count; ++i) EXPECT_EQ(arc.index(arc.at(i, 7), 7), i);
    int members = 0;
    for (int j = 0; j < 7; ++j) members += arc.index(j, 7) < arc.count ? 1 : 0;
    EXPECT_EQ(members, arc.count);
  }
}

}  // namespace
}  // namespace toruscope::collectives
