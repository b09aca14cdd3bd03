// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/round_call.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(RoundCall, KnowsTheEndOfItsLastSend) {
  RoundCall round;
  round.begin();
  Stamp end;  // where the end of each send lies, as in a port ledger
  for (const int time : {20, 50}) {
    end.time = Ticks{time};
    round.note_end(end);
  }

  const Stamp* last = round.take_end();
  ASSERT_NE(last, nullptr);
  EXPECT_EQ(last->time, Ticks{50});
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
