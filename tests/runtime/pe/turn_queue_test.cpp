// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/turn_queue.hpp"

#include "tests/runtime/engine/pes_on_hosts.hpp"

#include <algorithm>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <random>
#include <tuple>
#include <vector>

namespace toruscope::core {
namespace turn_queue_test {
namespace {

using test::PesOnHosts;
using testing::ElementsAre;
using testing::IsEmpty;

class EightPes : public testing::Test {
 protected:
  EightPes() : queue_(on_.host_of(0).in_turn) {}
  std::vector<Rank> take_before(Ticks until) {
    std::vector<Pe*> given;
    queue_.find(Ticks{});
    static_cast<void>(queue_.take_before(until, given));
    std::vector<Rank> ranks;
    for (const Pe* pe : given) ranks.push_back(pe->rank());
    return ranks;
  }

  PesOnHosts on_;
  TurnQueue& queue_;
};

TEST_F(EightPes, ComeByTickThenRank) {
  on_.wait_for_turn(3, Ticks{7});
  on_.wait_for_turn(5, Ticks{5});
  on_.wait_for_turn(2, Ticks{7});
  on_.wait_for_turn(0, Ticks{9});
  queue_.find(Ticks{});

  std::vector<Rank> taken;
  while (queue_.first(false) != nullptr) taken.push_back(queue_.take(false)->rank());
  EXPECT_THAT(taken, ElementsAre(5, 2, 3, 0));
  EXPECT_TRUE(queue_.is_empty());
}

TEST_F(EightPes, WaitOnWhenTheirTurnIsLater) {
  on_.wait_for_turn(3, Ticks{7});
  on_.wait_for_turn(5, Ticks{5});

  EXPECT_THAT(take_before(Ticks{5}), IsEmpty());
  EXPECT_THAT(take_before(Ticks{7}), ElementsAre(5));
  EXPECT_EQ(queue_.size(), 1U);
}

TEST_F(EightPes, AreLookedAtAgainWhenSomethingComes) {
  RequestState send;
  send.is_awaited = true;
  RequestState* const requests[] = {&send};
  Pe& pe = on_.pe(3);
  send.completion().time = kNever;
  pe.turns().begin({PeWait::Until::turn_all, "wait", requests});
  EXPECT_THAT(take_before(kNever), IsEmpty());

  send.completion().time = Ticks{12};
  pe.core().note_news();
  static_cast<void>(pe.core().waiting.is_ended_by_send(send));
  EXPECT_THAT(take_before(kNever), ElementsAre(3));
  pe.core().note_news();  // it has its turn: nothing is left to be found
  EXPECT_THAT(take_before(kNever), IsEmpty());
}

// Against a list that is sorted.
TEST_F(EightPes, AreTakenAsFromASortedList) {
  std::minstd_rand random(7);
  for (int round = 0; round < 500; ++round) {
    using Turn = std::tuple<Ticks, Rank>;
    std::vector<Turn> expected;
    for (Rank rank = 0; rank < PesOnHosts::kPes; ++rank) {
      const Ticks when{static_cast<std::int64_t>(random() % 6)};
      on_.wait_for_turn(rank, when);
      expected.emplace_back(when, rank);
      if (random() % 2 != 0) queue_.find(Ticks{});
      for (unsigned news = random() % 4; news != 0; --news) {
        on_.pe(static_cast<Rank>(random() % static_cast<unsigned>(rank + 1))).core().note_news();
        if (random() % 2 != 0) queue_.find(Ticks{});
      }
    }
    std::sort(expected.begin(), expected.end());
    const Ticks until{static_cast<std::int64_t>(random() % 7)};
    std::vector<Rank> first = take_before(until);
    std::sort(first.begin(), first.end());
    std::vector<Rank> before;
    for (const auto& [when, rank] : expected)
      if (when < until) before.push_back(rank);
    std::sort(before.begin(), before.end());
    ASSERT_EQ(first, before) << "round " << round;

    std::erase_if(expected, [&](const Turn& turn) { return std::get<0>(turn) < until; });
    for (const auto& [when, rank] : expected) {
      const TurnQueue::Turn* const turn = queue_.first(false);
      ASSERT_TRUE(turn != nullptr && turn->when == when && turn->rank == rank) << "round " << round;
      queue_.take(false);
    }
    ASSERT_TRUE(queue_.is_empty());
  }
}

}  // namespace
}  // namespace turn_queue_test
}  // namespace toruscope::core
