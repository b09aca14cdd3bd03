// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/round_call.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(RoundCall, KnowsTheEndOfItsLastSend) {
  RoundCall round;
  round.begin();
  const Stamp first{};
  const Stamp second{};
  round.note_end(first);
  round.note_end(second);

  EXPECT_EQ(round.take_end(), &second);
  EXPECT_EQ(round.take_end(), nullptr);
}

TEST(RoundCall, PaysForAStartupIfOneOfItsSendsLeavesThePe) {
  RoundCall round;
  round.begin();
  round.note_startup(false);
  EXPECT_FALSE(round.pays_startup());
  round.note_startup(true);
  round.note_startup(false);
  EXPECT_TRUE(round.pays_startup());

  round.begin();
  EXPECT_FALSE(round.pays_startup());
}

}  // namespace
}  // namespace toruscope::core
