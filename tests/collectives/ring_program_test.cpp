// SPDX-License-Identifier: Apache-2.0
// AR1's table of boxes, played on symbolic blocks without a machine.

#include "collectives/alltoall/ar1.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

namespace toruscope::detail {
namespace {

using Blocks = std::set<std::pair<int, int>>;

/// Moves blocks as the program says; every round from the state before it. Largest message of each round.
struct Played {
  std::vector<Blocks> holds;
  std::vector<int> largest;
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
      played.one_port =
          played.one_port && receivers.insert(step.to).second && program.step(p, step.to, t).from == j;
      largest = std::max(largest, step.box.units());
      for (int i = 0; i < step.box.destinations.count; ++i) {
        for (int k = 0; k < step.box.origins.count; ++k) {
          const std::pair block{step.box.origins.at(k, p), step.box.destinations.at(i, p)};
          played.only_own_blocks_were_sent =
              played.only_own_blocks_were_sent && played.holds[static_cast<std::size_t>(j)].contains(block);
          after[static_cast<std::size_t>(j)].erase(block);
          after[static_cast<std::size_t>(step.to)].insert(block);
        }
      }
    }
    played.holds = std::move(after);
    played.largest.push_back(largest);
  }
  return played;
}

class Ar1 : public testing::TestWithParam<int> {};

TEST_P(Ar1, DeliversEveryBlock) {
  const int p = GetParam();

  const Played played = play(ar1_program(), p);

  EXPECT_TRUE(played.only_own_blocks_were_sent);
  EXPECT_TRUE(played.one_port);
  for (int d = 0; d < p; ++d) {
    Blocks expected;
    for (int o = 0; o < p; ++o) expected.emplace(o, d);
    EXPECT_EQ(played.holds[static_cast<std::size_t>(d)], expected) << "node " << d;
  }
}

TEST_P(Ar1, CostsWhatItsFormulaSays) {
  const int p = GetParam();

  const Played played = play(ar1_program(), p);

  long long blocks = 0;
  for (const int largest : played.largest) blocks += largest;
  EXPECT_EQ(ar1_cost(p).rounds, static_cast<long long>(played.largest.size()));
  EXPECT_EQ(ar1_cost(p).blocks, blocks);
}

INSTANTIATE_TEST_SUITE_P(EvenRings, Ar1, testing::Values(2, 4, 6, 8, 10, 12, 14, 16, 18, 26, 40, 64));

TEST(Arc, FindsWhatItLists) {
  for (const Arc& arc : {Arc{3, 4, 1}, Arc{3, 4, -1}, Arc{0, 7, -1}, Arc{6, 1, 1}, Arc{2, 0, 1}}) {
    for (int i = 0; i < arc.count; ++i) EXPECT_EQ(arc.index(arc.at(i, 7), 7), i);
    int members = 0;
    for (int j = 0; j < 7; ++j) members += arc.index(j, 7) < arc.count ? 1 : 0;
    EXPECT_EQ(members, arc.count);
  }
}

}  // namespace
}  // namespace toruscope::detail
