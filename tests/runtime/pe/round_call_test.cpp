// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/round_call.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace toruscope::core {
namespace {

TEST(RoundCall, PostsItsSendsInTheirOrderAndKeepsTheLatestEnd) {
  RoundCall round;
  round.begin();
  EXPECT_TRUE(round.is_open());
  for (const int tag : {1, 2, 3}) {
    auto* m = new Message;
    m->tag = tag;
    round.add(m, Ticks{10});
  }
  round.close();
  EXPECT_EQ(round.length(), Ticks{30});

  std::vector<int> posted;
  Stamp end;  // where the end of each send lies, as in a port ledger
  round.post_sends([&](Message* m) -> const Stamp& {
    posted.push_back(m->tag);
    end.time = Ticks{m->tag == 2 ? 50 : 20};
    discard(m);
    return end;
  });
  EXPECT_EQ(posted, (std::vector<int>{1, 2, 3}));
  const Stamp* latest = round.take_end();
  ASSERT_NE(latest, nullptr);
  EXPECT_EQ(latest->time, Ticks{50});
  EXPECT_EQ(round.take_end(), nullptr);
}

TEST(RoundCall, PostsNothingTwice) {
  RoundCall round;
  round.begin();
  round.add(new Message, Ticks{1});
  int posted = 0;
  const Stamp end;
  const auto post = [&](Message* m) -> const Stamp& {
    ++posted;
    discard(m);
    return end;
  };
  round.post_sends(post);
  round.post_sends(post);

  EXPECT_EQ(posted, 1);
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
