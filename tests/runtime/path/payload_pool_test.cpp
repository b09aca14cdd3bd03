// SPDX-License-Identifier: Apache-2.0

#include "runtime/path/payload_pool.hpp"

#include "runtime/path/message.hpp"

#include <gtest/gtest.h>

namespace toruscope::core {
namespace {

TEST(PayloadPool, ClassesHoldWhatTheyAreAskedForAndWasteLessThanAQuarter) {
  for (std::size_t bytes = 1; bytes < 100'000; bytes += bytes < 3000 ? 1 : 97) {
    const std::size_t size = PayloadPool::size_of(PayloadPool::class_of(bytes));
    EXPECT_GE(size, bytes);
    if (bytes > 64) {
      EXPECT_LE(size, bytes + bytes / 4 + 1) << bytes;
    }
  }
}

TEST(PayloadPool, GivesABlockAgain) {
  PayloadPool pool;
  std::byte* block = pool.get(1000);
  pool.put(block, 1000);

  std::byte* again = pool.get(1000);

  EXPECT_EQ(again, block);
  pool.put(again, 1000);
}

TEST(MessagePool, CopiesABodyAndCarriesAMovedOne) {
  MessagePool pool;
  const std::vector<int> small{1, 2};
  std::vector<int> large(1000, 7);
  const int* address = large.data();

  Message* copy = pool.copy_of(std::as_bytes(std::span(small)));
  Message* moved = pool.carrying(detail::OwnedBuffer(std::move(large)));

  EXPECT_EQ(copy->contents().size(), 8U);
  EXPECT_EQ(copy->body, copy->small);  // fits inside the message
  EXPECT_EQ(static_cast<const void*>(moved->contents().data()), address);
  pool.put(copy);
  pool.put(moved);
}

}  // namespace
}  // namespace toruscope::core
