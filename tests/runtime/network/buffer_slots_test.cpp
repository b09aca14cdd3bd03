// SPDX-License-Identifier: Apache-2.0

#include "runtime/network/buffer_slots.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(BufferSlots, AreFreeUntilAllAreTaken) {
  BufferSlots slots(2);
  EXPECT_EQ(slots.available(), Ticks{});
  slots.take(Ticks{5});
  slots.take(Ticks{6});
  EXPECT_EQ(slots.available(), kNever);

  slots.give_back(Ticks{9});
  slots.give_back(Ticks{7});
  EXPECT_EQ(slots.available(), Ticks{7});
  slots.take(Ticks{7});
  EXPECT_EQ(slots.available(), Ticks{9});
}

TEST(BufferSlots, TakeMemoryForThoseThatAreUsed) {
  BufferSlots slots(1 << 20);
  for (int i = 0; i < 1000; ++i) {
    slots.take(Ticks{10 * i});
    slots.give_back(Ticks{10 * i + 5});
  }
  EXPECT_LE(slots.held(), 4U);
}

TEST(BufferSlots, OfABufferOfNoneAreNeverFree) {
  EXPECT_EQ(BufferSlots(0).available(), kNever);
}

}  // namespace
}  // namespace toruscope::core
