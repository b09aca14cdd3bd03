// SPDX-License-Identifier: Apache-2.0

#include "runtime/channel/link_channel.hpp"

#include "runtime/core/sanitizers.hpp"
#include "runtime/path/message.hpp"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace toruscope::core {
namespace {

TEST(LinkChannel, HoldsAsManyMessagesAsItsCapacity) {
  std::vector<Message> messages(4);
  LinkChannel channel(3);

  EXPECT_TRUE(channel.try_push(&messages[0]));
  EXPECT_TRUE(channel.try_push(&messages[1]));
  EXPECT_TRUE(channel.try_push(&messages[2]));
  EXPECT_FALSE(channel.try_push(&messages[3]));
  EXPECT_EQ(channel.pushes(), 3);
}

TEST(LinkChannel, GivesMessagesBackInOrder) {
  std::vector<Message> messages(2);
  LinkChannel channel(1);

  ASSERT_TRUE(channel.try_push(&messages[0]));
  EXPECT_EQ(channel.try_pop(), &messages[0]);
  ASSERT_TRUE(channel.try_push(&messages[1]));
  EXPECT_EQ(channel.try_pop(), &messages[1]);
  EXPECT_EQ(channel.try_pop(), nullptr);
}

constexpr std::size_t kMessages = kSanitized ? 500 : 5000;

/// Sends every message through the channel and returns the sequence in which they came out.
std::vector<std::int64_t> sequence_through(LinkChannel& channel, std::vector<Message>& messages,
                                           bool two_threads) {
  std::vector<std::int64_t> seen;
  const auto consume = [&] {
    if (const Message* m = channel.try_pop()) seen.push_back(m->sequence);
  };
  if (two_threads) {
    std::jthread producer([&] {
      for (Message& m : messages)
        while (!channel.try_push(&m)) std::this_thread::yield();
    });
    while (seen.size() < messages.size()) consume();
  } else {
    for (Message& m : messages) {
      while (!channel.try_push(&m)) consume();
    }
    while (seen.size() < messages.size()) consume();
  }
  return seen;
}

TEST(LinkChannel, LosesAndReordersNothingBetweenTwoThreads) {
  std::vector<Message> messages(kMessages);
  std::vector<std::int64_t> expected;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    messages[i].sequence = static_cast<std::int64_t>(i);
    expected.push_back(messages[i].sequence);
  }

  for (const std::size_t capacity : {1U, 2U, 64U}) {
    LinkChannel alone(capacity);
    // the test's own scaffolding first
    EXPECT_EQ(sequence_through(alone, messages, false), expected);
    LinkChannel shared(capacity);
    EXPECT_EQ(sequence_through(shared, messages, true), expected);
    EXPECT_EQ(shared.pushes(), static_cast<std::int64_t>(kMessages));
  }
}

}  // namespace
}  // namespace toruscope::core
