// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/butterfly.hpp"

#include "collectives/shapes/line.hpp"
#include "tests/collectives/error_of.hpp"

#include <toruscope/toruscope.hpp>

#include <array>
#include <cstdint>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <vector>

namespace toruscope::collectives {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::set<int> ranks_of(const GridBox& box) {
  std::set<int> ranks;
  box.for_each([&](std::size_t rank) { ranks.insert(static_cast<int>(rank)); });
  return ranks;
}

TEST(Butterfly, HasSwingsPartnersOnARing) {
  const Butterfly ring(Pairing::swing, {8}, {{0, 1}, {0, -1}});

  EXPECT_EQ(ring.steps(), 3);
  EXPECT_THAT((std::array{ring.partner(0, 0, 0), ring.partner(0, 1, 0), ring.partner(0, 2, 0)}),
              ElementsAre(1, 7, 3));
  EXPECT_THAT((std::array{ring.partner(0, 0, 1), ring.partner(0, 1, 1), ring.partner(0, 2, 1)}),
              ElementsAre(0, 2, 6));
  EXPECT_THAT((std::array{ring.partner(1, 0, 0), ring.partner(1, 1, 0), ring.partner(1, 2, 0)}),
              ElementsAre(7, 1, 5));
}

// The figures of a ring of 8 and of one of 12, whose last steps are shorter than half.
TEST(Butterfly, SendsBlocksInTheLastStepFromWhichTheyGetHome) {
  const Butterfly eight(Pairing::swing, {8}, {{0, 1}});
  EXPECT_THAT(ranks_of(eight.sent(0, 0, 0)), ElementsAre(1, 2, 5, 6));
  EXPECT_THAT(ranks_of(eight.sent(0, 1, 0)), ElementsAre(4, 7));
  EXPECT_THAT(ranks_of(eight.sent(0, 2, 0)), ElementsAre(3));
  EXPECT_THAT(ranks_of(eight.sent(0, 0, 1)), ElementsAre(0, 3, 4, 7));
  EXPECT_THAT(ranks_of(eight.sent(0, 2, 1)), ElementsAre(6));

  const Butterfly twelve(Pairing::swing, {12}, {{0, 1}});
  EXPECT_THAT(ranks_of(twelve.sent(0, 0, 0)), ElementsAre(1, 2, 5, 6, 9, 10));
  EXPECT_THAT(ranks_of(twelve.sent(0, 1, 0)), ElementsAre(4, 11));
  EXPECT_THAT(ranks_of(twelve.sent(0, 2, 0)), ElementsAre(3, 8));
  EXPECT_THAT(ranks_of(twelve.sent(0, 3, 0)), ElementsAre(7));
  EXPECT_THAT(ranks_of(twelve.sent(0, 1, 1)), ElementsAre(2, 9));
}

/// Follows every contribution to every block of a part: each arrives at home once.
void expect_all_get_home(const Butterfly& butterfly, std::size_t part) {
  const int p = std::accumulate(butterfly.sides().begin(), butterfly.sides().end(), 1, std::multiplies<>());
  const auto at = [p](int v, int block) { return static_cast<std::size_t>(v * p + block); };
  std::vector<std::set<int>> held(at(p, 0));  // whose contributions are in what a PE has of a block
  for (int v = 0; v < p; ++v)
    for (int block = 0; block < p; ++block) held[at(v, block)] = {v};
  for (int step = 0; step < butterfly.steps(); ++step) {
    const std::vector<std::set<int>> before = held;
    for (int v = 0; v < p; ++v) {
      const int partner = butterfly.partner(part, step, v);
      ASSERT_EQ(butterfly.partner(part, step, partner), v);
      const std::set<int> sent = ranks_of(butterfly.sent(part, step, v));
      ASSERT_EQ(sent.size(), static_cast<std::size_t>(butterfly.blocks(part, step)));
      for (const int block : sent) {
        ASSERT_TRUE(butterfly.reach(part, step + 1, partner).contains(block));
        ASSERT_FALSE(butterfly.reach(part, step + 1, v).contains(block));
        for (const int from : before[at(v, block)])
          ASSERT_TRUE(held[at(partner, block)].insert(from).second) << "twice";
      }
    }
  }
  for (int v = 0; v < p; ++v) ASSERT_EQ(held[at(v, v)].size(), static_cast<std::size_t>(p)) << "PE " << v;
}

TEST(Butterfly, BringsEveryContributionHomeOnce) {
  for (const std::vector<int>& sides : std::vector<std::vector<int>>{
           {2}, {4}, {6}, {8}, {10}, {12}, {14}, {22}, {32}, {2, 4}, {4, 4}, {6, 4}, {2, 6, 4}, {1, 8, 1}}) {
    const Butterfly swing(Pairing::swing, sides, butterfly_parts(sides, 6));
    for (std::size_t part = 0; part < swing.parts(); ++part) expect_all_get_home(swing, part);
  }
  for (const std::vector<int>& sides :
       std::vector<std::vector<int>>{{2}, {4}, {8}, {16}, {2, 8}, {4, 4}, {2, 2, 2}, {4, 2, 4}}) {
    const Butterfly doubling(Pairing::doubling, sides, butterfly_parts(sides, 6));
    for (std::size_t part = 0; part < doubling.parts(); ++part) expect_all_get_home(doubling, part);
  }
}

TEST(Butterfly, HasAPartForEachPortUpToTwoInADimension) {
  const auto count = [](const std::vector<int>& sides, int ports) {
    return butterfly_parts(sides, ports).size();
  };
  EXPECT_EQ(count({8, 8, 8}, 1), 1U);
  EXPECT_EQ(count({8, 8, 8}, 2), 2U);
  EXPECT_EQ(count({8, 8, 8}, 5), 3U);
  EXPECT_EQ(count({8, 8, 8}, 6), 6U);
  EXPECT_EQ(count({2, 2, 2}, 3), 3U) << "neighbours share one link each way";
  EXPECT_EQ(count({8, 1}, 2), 2U);
  EXPECT_EQ(count({1, 1}, 1), 1U);
}

TEST(Butterfly, LetsTheGuestOfAnOddRingMeetEachPeOnce) {
  for (const int p : {3, 5, 7, 9, 15, 21}) {
    const Butterfly ring(Pairing::swing, {p}, butterfly_parts({p}, 2));
    std::multiset<int> met;
    for (int step = 0; step < ring.steps(); ++step) {
      for (const Butterfly::Exchange& e : ring.exchanges(step, p - 1)) {
        EXPECT_THAT(ranks_of(e.out), ElementsAre(e.partner));
        EXPECT_THAT(ranks_of(e.in), ElementsAre(p - 1));
        met.insert(e.partner);
      }
    }
    EXPECT_EQ(met.size(), static_cast<std::size_t>(p - 1));
    EXPECT_EQ(std::set<int>(met.begin(), met.end()).size(), met.size());
  }
}

// Floating-point sums would differ between PEs: on long sides such a sum is refused, that of
// integers is not.
TEST(SwingLatency, AddsNumbersWhoseSumDependsOnTheGroupingOnShortSidesOnly) {
  const auto add_all = [](const TopologyPtr& topology, auto one) {
    std::vector<decltype(one)> sums(static_cast<std::size_t>(topology->pes()));
    Machine(topology, preset("generic")).run([&](Communicator& comm) {
      decltype(one) sum = one / static_cast<decltype(one)>(comm.rank() + 3);
      allreduce(comm, sum, std::plus<>(), "swing_latency");
      sums[static_cast<std::size_t>(comm.rank())] = sum;
    });
    return std::set<decltype(one)>(sums.begin(), sums.end()).size();
  };
  EXPECT_EQ(add_all(torus(4, 4), 1.0), 1U);
  EXPECT_EQ(add_all(ring(7), 1.0), 1U);
  EXPECT_EQ(add_all(ring(8), std::int64_t{1'000'000}), 1U);
  EXPECT_THAT(test::error_of(ring(8),
                             [](Communicator& comm) {
                               double sum = comm.rank();
                               allreduce(comm, sum, std::plus<>(), "swing_latency");
                             }),
              HasSubstr("does not depend on the grouping"));
}

}  // namespace
}  // namespace toruscope::collectives
