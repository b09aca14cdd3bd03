// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/halving.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <vector>

namespace toruscope::collectives {
namespace {

TEST(Halving, TellsEveryPeButTheRootExactlyOnceAndByOneWhoKnows) {
  for (int p = 1; p <= 33; ++p) {
    for (Rank root = 0; root < p; ++root) {
      for (Rank rank = 0; rank < p; ++rank) {
        const std::vector<HalvingStep> steps = halving_steps(p, root, rank);
        const auto told =
            std::count_if(steps.begin(), steps.end(), [](const HalvingStep& s) { return !s.tells; });
        EXPECT_EQ(told, rank == root ? 0 : 1) << "p " << p << ", root " << root << ", rank " << rank;
        if (rank != root) {
          EXPECT_FALSE(steps.front().tells);
        }
      }
    }
  }
}

TEST(Halving, NeedsNoMoreThanTheRoundsOfTheFormula) {
  for (int p = 1; p <= 33; ++p)
    for (Rank rank = 0; rank < p; ++rank)
      EXPECT_LE(static_cast<int>(halving_steps(p, p / 2, rank).size()), ceil_log2(p)) << "p " << p;
}

TEST(Halving, SaysTheSameOnBothSidesOfAMessage) {
  for (int p = 2; p <= 20; ++p) {
    for (Rank root = 0; root < p; ++root) {
      for (Rank rank = 0; rank < p; ++rank) {
        for (const HalvingStep& step : halving_steps(p, root, rank)) {
          const auto other = halving_steps(p, root, step.partner);
          const HalvingStep mirror{rank, !step.tells, !step.partner_is_higher};
          EXPECT_NE(std::find(other.begin(), other.end(), mirror), other.end())
              << "p " << p << ", root " << root << ", rank " << rank << ", partner " << step.partner;
        }
      }
    }
  }
}

TEST(Halving, IsRankXorPowerOfTwoWhereThePaperDefinesIt) {
  for (int p = 2; p <= 32; p *= 2)
    for (Rank root = 0; root < p; ++root)
      for (Rank rank = 0; rank < p; ++rank)
        for (const HalvingStep& step : halving_steps(p, root, rank)) {
          const int mask = rank ^ step.partner;
          EXPECT_EQ(mask & (mask - 1), 0) << "p " << p << ", root " << root << ", rank " << rank;
        }
}

}  // namespace
}  // namespace toruscope::collectives
