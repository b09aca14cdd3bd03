// SPDX-License-Identifier: Apache-2.0
#include "collectives/tori/one_port_trees.hpp"

#include <gtest/gtest.h>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace toruscope::collectives {
namespace {

TEST(OnePortTrees, SendTheMessagesOfThePage) {
  const OnePortTrees trees({2, 2}, 0, 2);
  std::vector<std::string> rounds;
  for (int t = 0; t < trees.rounds(); ++t) {
    std::string& text = rounds.emplace_back();
    for (Rank rank = 0; rank < 4; ++rank)
      if (const auto packet = trees.arriving(trees.partner(rank, t), t))
        text +=
            std::to_string(rank) + ">" + std::to_string(trees.partner(rank, t)) + (*packet == 0 ? "x " : "y ");
  }

  EXPECT_EQ(rounds, (std::vector<std::string>{"0>2x ", "0>1y 2>3x ", "1>3y 3>1x ", "3>2y "}));
}

TEST(OnePortTrees, BringEveryPacketOnceFromOneWhoHasIt) {
  for (int dimensions = 1; dimensions <= 6; ++dimensions)
    for (const std::size_t packets : {1U, 2U, 5U, 12U})
      for (const Rank root : {0, (1 << dimensions) / 3}) {
        SCOPED_TRACE(std::to_string(dimensions) + " dimensions, " + std::to_string(packets) + " packets");
        const int p = 1 << dimensions;
        const OnePortTrees trees(std::vector<int>(static_cast<std::size_t>(dimensions), 2), root, packets);
        std::vector<std::set<std::size_t>> held(static_cast<std::size_t>(p));
        for (std::size_t packet = 0; packet < packets; ++packet)
          held[static_cast<std::size_t>(root)].insert(packet);
        for (int t = 0; t < trees.rounds(); ++t) {
          const std::vector<std::set<std::size_t>> before = held;
          for (Rank rank = 0; rank < p; ++rank) {
            const std::optional<std::size_t> packet = trees.arriving(rank, t);
            if (!packet) continue;
            EXPECT_TRUE(before[static_cast<std::size_t>(trees.partner(rank, t))].contains(*packet));
            EXPECT_TRUE(held[static_cast<std::size_t>(rank)].insert(*packet).second);
          }
        }
        for (const std::set<std::size_t>& each : held) EXPECT_EQ(each.size(), packets);
      }
}

}  // namespace
}  // namespace toruscope::collectives
