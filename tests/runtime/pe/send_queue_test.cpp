// SPDX-License-Identifier: Apache-2.0

#include "runtime/pe/send_queue.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace toruscope::core {
namespace {

constexpr std::int64_t kWaits = -1;

class Queue : public testing::Test {
 protected:
  /// The n-th message, counted from 0; it asks then, or waits for its receive.
  Message* add(std::int64_t asks) {
    auto* m = new Message;
    m->tag = added_++;
    queue_.add(m, asks == kWaits ? Stamp{kNever, {}} : Stamp{Ticks{asks}, {}}, asks == kWaits);
    return m;
  }
  static Ticks asks_of(const QueuedSend& send) { return send.asks.time; }
  /// Takes all that can start until then, and names them in their order.
  std::string start(std::int64_t until) {
    std::string started;
    const auto can_start = [&](const QueuedSend& send) {
      return !send.is_asking || send.asks.time <= Ticks{until};
    };
    while (QueuedSend* send = queue_.first_to_start(true, Ticks{until}, can_start)) {
      Message* m = queue_.take(*send);
      started += std::to_string(m->tag) + " ";
      discard(m);
    }
    return started;
  }
  SendQueue queue_;

 private:
  int added_ = 0;
};

TEST_F(Queue, StartsWhatAskedFirstAndThenWhatWasPostedFirst) {
  Message* const a = add(kWaits);
  Message* const b = add(kWaits);
  Message* const c = add(kWaits);

  EXPECT_EQ(queue_.next_start(true, asks_of), kNever);
  EXPECT_TRUE(queue_.ask(*c, {Ticks{5}, {}}));
  EXPECT_TRUE(queue_.ask(*b, {Ticks{5}, {}}));
  EXPECT_TRUE(queue_.ask(*a, {Ticks{9}, {}}));
  EXPECT_FALSE(queue_.ask(*a, {Ticks{7}, {}})) << "found before";
  EXPECT_EQ(queue_.next_start(true, asks_of), Ticks{5});

  EXPECT_EQ(start(4), "");
  EXPECT_EQ(start(5), "1 2 ");
  EXPECT_EQ(queue_.next_start(true, asks_of), Ticks{9});
  EXPECT_EQ(start(20), "0 ");
  EXPECT_TRUE(queue_.is_empty());
}

TEST_F(Queue, LetsWhatStandsBehindAWaitingSendGoAheadOnceThatHasBegun) {
  Message* const first = add(kWaits);
  add(3);
  Message* const second = add(kWaits);
  add(4);

  EXPECT_TRUE(queue_.has_waiting());
  EXPECT_EQ(queue_.next_start(false, asks_of), kNever) << "nothing stands ahead";
  EXPECT_EQ(queue_.next_start(true, asks_of), Ticks{3});
  queue_.ask(*first, {Ticks{2}, {}});

  EXPECT_EQ(start(2), "0 1 ") << "1 stands ahead now, and is booked whenever it asks; 3 still behind";
  queue_.ask(*second, {Ticks{8}, {}});
  EXPECT_EQ(start(8), "3 2 ");
  EXPECT_FALSE(queue_.has_waiting());
}

TEST_F(Queue, LooksAtEachSendABoundedNumberOfTimes) {
  constexpr std::int64_t kSends = 100'000;
  std::vector<Message*> messages;
  for (std::int64_t i = 0; i < kSends; ++i) messages.push_back(add(kWaits));
  for (std::int64_t i = 0; i < kSends; ++i) {  // the last posted is found first
    queue_.ask(*messages[static_cast<std::size_t>(kSends - 1 - i)], {Ticks{i}, {}});
    EXPECT_EQ(queue_.next_start(true, asks_of), Ticks{i});
    ASSERT_EQ(start(i), std::to_string(kSends - 1 - i) + " ");
  }

  EXPECT_TRUE(queue_.is_empty());
  EXPECT_LE(queue_.visits(), 4 * kSends);
}

TEST_F(Queue, EndsTheMessagesThatAreLeft) {
  add(kWaits);
  add(1);  // a leak else
}

}  // namespace
}  // namespace toruscope::core
