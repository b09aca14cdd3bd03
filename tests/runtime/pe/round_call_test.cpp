// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/round_call.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(RoundCall, KeepsTheLatestEndOfItsSends) {
  RoundCall round;
  round.begin();
  Stamp end;  // where the end of each send lies, as in a port ledger
  for (const int time : {20, 50, 30}) {
    round.keep_end();
    end.time = Ticks{time};
    round.note_end(end);
  }

  const Stamp* latest = round.take_end();
  ASSERT_NE(latest, nullptr);
  EXPECT_EQ(latest->time, Ticks{50});
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
