// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/legs_ahead.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <vector>

namespace toruscope::core {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<Leg> taken(const Route& route, std::size_t first) {
  std::vector<Leg> legs;
  for (LegsAhead ahead(route, first); !ahead.empty();) legs.push_back(ahead.pop());
  return legs;
}

TEST(LegsAhead, AreTheNextFourInOrder) {
  const Route route{{9, 9, 0}, {0, 1, 0}, {3, 255, 0}, {255, 1, 0}, {7, 2, 0}, {8, 4, 0}};

  EXPECT_THAT(taken(route, 1), ElementsAre(Leg{0, 1, 0}, Leg{3, 255, 0}, Leg{255, 1, 0}, Leg{7, 2, 0}));
  EXPECT_THAT(taken(route, 4), ElementsAre(Leg{7, 2, 0}, Leg{8, 4, 0}));
}

TEST(LegsAhead, AreNoneBehindTheLast) {
  EXPECT_THAT(taken({{1, 1, 0}}, 1), IsEmpty());
  EXPECT_TRUE(LegsAhead().empty());
}

TEST(LegsAhead, EndBeforeALegThatDoesNotFit) {
  EXPECT_THAT(taken({{1, 2, 0}, {256, 1, 0}, {1, 1, 0}}, 0), ElementsAre(Leg{1, 2, 0}));
  EXPECT_THAT(taken({{1, 256, 0}, {1, 1, 0}}, 0), IsEmpty());
}

TEST(LegsAhead, LeaveOutTheVirtualChannel) {
  EXPECT_THAT(taken({{5, 6, 3}}, 0), ElementsAre(Leg{5, 6, 0}));
}

}  // namespace
}  // namespace toruscope::core
