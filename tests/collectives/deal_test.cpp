// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/deal.hpp"

#include <gtest/gtest.h>

namespace toruscope::collectives {
namespace {

TEST(EvenDeal, GivesTheFirstRunsOneMore) {
  const EvenDeal deal(75, 10);

  EXPECT_EQ(deal.count(4), 8U);
  EXPECT_EQ(deal.count(5), 7U);
  EXPECT_EQ(deal.first(5), 40U);
  EXPECT_EQ(deal.first(10), 75U);
  EXPECT_EQ(deal.longest(), 8U);
}

TEST(EvenDeal, CoversAllValuesOnceForEveryLengthAndNumberOfRuns) {
  for (std::size_t n = 0; n < 40; ++n)
    for (int p = 1; p < 20; ++p) {
      const EvenDeal deal(n, p);
      EXPECT_EQ(deal.first(0), 0U);
      EXPECT_EQ(deal.first(deal.runs), n);
      for (std::size_t run = 0; run < deal.runs; ++run) {
        EXPECT_LE(deal.longest() - deal.count(run), 1U) << n << " " << p;
        for (std::size_t value = deal.first(run); value < deal.first(run + 1); ++value)
          EXPECT_EQ(deal.holder(value), run) << n << " " << p;
      }
    }
}

}  // namespace
}  // namespace toruscope::collectives
