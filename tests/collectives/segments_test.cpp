// SPDX-License-Identifier: Apache-2.0
// Long values in parts: where they are cut, and into how many.

#include "collectives/shapes/pipeline.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace toruscope::collectives {
namespace {

std::vector<std::size_t> sizes(const Segments& parts) {
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < parts.count(); ++i) all.push_back(parts.size(i));
  return all;
}

TEST(Segments, AreWholeElements) {
  using Sizes = std::vector<std::size_t>;
  EXPECT_EQ(sizes({20, 4, 10}), (Sizes{8, 8, 4}));
  EXPECT_EQ(sizes({20, 4, 3}), (Sizes{4, 4, 4, 4, 4}));
  EXPECT_EQ(sizes({20, 4, 20}), (Sizes{20}));
  EXPECT_EQ(sizes({20, 4, 19}), (Sizes{16, 4}));
  EXPECT_EQ(sizes({20, 4, 1000}), (Sizes{20}));
  EXPECT_EQ(sizes({20, 4, 0}), (Sizes{20}));
  EXPECT_EQ(sizes({0, 4, 8}), (Sizes{0}));
}

Costs costs(std::int64_t ts, std::int64_t tr, std::int64_t tw) {
  Costs all;
  all.ts = Ticks{ts};
  all.tr = Ticks{tr};
  all.tw = Ticks{tw};
  return all;
}

// T = sum of (ts + x) + (p-2) (ts + x of the longest), by hand: 5 PEs, 3 parts of 40, 40 and 20
// bytes, ts 100, tw 1.
TEST(Pipeline, TakesItsPartsAndThenPMinusTwoMore) {
  const auto cost = pipeline_cost(costs(100, 0, 1), 5, 4, {100, 1, 40});

  ASSERT_TRUE(cost);
  EXPECT_EQ(cost->startups, 6);
  EXPECT_EQ(cost->bytes, 100 + 3 * 40);
  EXPECT_EQ(cost->ticks, Ticks{6 * 100 + 220});
}

// With tr = ts + x all sends and the last take of two PEs last as long as the first send and all
// takes: it is not defined which of the two is the critical path, and so not how many startups it
// has.
TEST(Pipeline, HasNoFormulaWhereTheLastOfTwoPesTakesAsLongAsTheOtherSends) {
  Costs machine = costs(100, 0, 1);
  machine.tr = Ticks{139};
  EXPECT_TRUE(pipeline_cost(machine, 2, 1, {80, 1, 40}));
  machine.tr = Ticks{140};
  EXPECT_FALSE(pipeline_cost(machine, 2, 1, {80, 1, 40}));
  EXPECT_TRUE(pipeline_cost(machine, 3, 2, {80, 1, 40}));
}

// No number of parts is better than the one that is chosen, for elements of one byte: all are
// tried.
TEST(Pipeline, TakesTheBestNumberOfParts) {
  for (const int p : {2, 3, 7, 50})
    for (const Costs& machine : {costs(100, 0, 1), costs(1, 0, 7), costs(5000, 30, 1), costs(0, 0, 3)})
      for (const std::size_t bytes : {1U, 2U, 97U, 1000U}) {
        const Ticks chosen = pipeline_cost(machine, p, 0, best_segments(machine, p, bytes, 1, 0))->ticks;
        for (std::size_t segment = 1; segment <= bytes; ++segment) {
          const Ticks other = pipeline_cost(machine, p, 0, {bytes, 1, segment})->ticks;
          ASSERT_LE(chosen, other) << p << " PEs, " << bytes << " bytes, parts of " << segment;
        }
      }
}

TEST(Pipeline, TakesThePartsThatAreAskedFor) {
  EXPECT_EQ(best_segments(costs(100, 0, 1), 9, 1000, 8, 50).longest, 48U);
}

}  // namespace
}  // namespace toruscope::collectives
