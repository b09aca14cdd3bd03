// SPDX-License-Identifier: Apache-2.0
#include "collectives/shapes/ternary.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace toruscope::collectives {
namespace {

TEST(TernaryPattern, SendsTheBlocksOfThePage) {
  const TernaryPattern pattern({9}, 2);
  std::vector<std::pair<int, std::vector<int>>> sent;  // offset, blocks
  for (int round = 0; round < pattern.rounds(); ++round)
    for (const TernaryPattern::Message& m : pattern.messages(0, round))
      sent.emplace_back(m.offset, std::vector<int>(m.blocks[0]));
  for (auto& [offset, blocks] : sent) std::sort(blocks.begin(), blocks.end());

  const std::vector<std::pair<int, std::vector<int>>> expected{
      {1, {1, 4, 7}}, {8, {2, 5, 8}}, {3, {3}}, {6, {6}}};
  EXPECT_EQ(sent, expected);
}

// So every contribution enters one sum, whatever the sides.
TEST(TernaryPattern, SendsEveryBlockAwayOnce) {
  for (const std::vector<int>& sides :
       {std::vector<int>{7}, {2}, {1, 6}, {4, 5}, {10, 6}, {5, 4, 3}, {2, 3, 2}, {27}, {3, 1, 9}}) {
    const TernaryPattern pattern(sides, 2 * static_cast<int>(sides.size()));
    int p = 1;
    for (const int side : sides) p *= side;
    for (int part = 0; part < pattern.parts(); ++part) {
      SCOPED_TRACE("part " + std::to_string(part) + ", " + std::to_string(p) + " PEs");
      std::int64_t blocks = 0;
      for (int round = 0; round < pattern.rounds(); ++round)
        for (const TernaryPattern::Message& m : pattern.messages(part, round)) blocks += m.count();
      EXPECT_EQ(blocks, p - 1);
    }
  }
}

TEST(TernaryPattern, HasAPartForEachDimensionOnAllPorts) {
  EXPECT_EQ(ternary_parts({5, 4, 3}, 6), 3);
  EXPECT_EQ(ternary_parts({5, 4, 3}, 5), 2);
  EXPECT_EQ(ternary_parts({5, 4, 3}, 1), 1);
  EXPECT_EQ(ternary_parts({2, 2, 2}, 3), 3);
  EXPECT_EQ(ternary_parts({1, 9}, 2), 1);
  EXPECT_EQ(ternary_parts({1}, 1), 1);
}

}  // namespace
}  // namespace toruscope::collectives
