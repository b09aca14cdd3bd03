// SPDX-License-Identifier: Apache-2.0
// Layouts against their definition, byte by byte.

#include "mpi/flatten.hpp"

#include <gtest/gtest.h>
#include <numeric>
#include <random>
#include <vector>

namespace toruscope::mpi {
namespace {

/// A layout, and the offsets of its bytes in order.
struct Both {
  LayoutPtr layout;
  std::vector<std::ptrdiff_t> bytes;
};

Both block(std::size_t n) {
  Both made{Layout::block(n), std::vector<std::ptrdiff_t>(n)};
  std::iota(made.bytes.begin(), made.bytes.end(), 0);
  return made;
}

/// A layout of a few groups of copies of others.
Both random_layout(std::mt19937& random, int depth) {
  const auto pick = [&](int low, int high) {
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
  };
  if (depth == 0) return block(static_cast<std::size_t>(pick(0, 6)));
  auto layout = std::make_shared<Layout>();
  std::vector<std::ptrdiff_t> bytes;
  const int groups = pick(0, 4);
  for (int g = 0; g < groups; ++g) {
    const Both inner = random_layout(random, depth - 1);
    const std::ptrdiff_t offset = pick(-40, 40);
    const int count = pick(0, 4);
    const std::ptrdiff_t stride = pick(-20, 20);
    layout->append(offset, static_cast<std::size_t>(count), stride, inner.layout);
    for (int i = 0; i < count; ++i)
      for (const std::ptrdiff_t b : inner.bytes) bytes.push_back(offset + i * stride + b);
  }
  return {layout, bytes};
}

TEST(Layout, NamesTheBytesOfItsTypeMapInOrder) {
  std::mt19937 random(7);
  for (int turn = 0; turn < 2000; ++turn) {
    SCOPED_TRACE(turn);
    const Both both = random_layout(random, turn % 4);
    ASSERT_EQ(both.layout->size(), both.bytes.size());
    if (both.bytes.empty()) continue;
    const auto [low, high] = std::minmax_element(both.bytes.begin(), both.bytes.end());
    EXPECT_EQ(both.layout->first(), *low);
    EXPECT_EQ(both.layout->behind(), *high + 1);

    constexpr std::ptrdiff_t kExtent = 13;
    constexpr std::size_t kCount = 3;
    constexpr std::ptrdiff_t kMiddle = 2000;
    std::vector<std::byte> memory(2 * kMiddle);
    for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i * 37 % 251);
    std::vector<std::byte> packed(kCount * both.bytes.size());
    pack(*both.layout, kExtent, kCount, memory.data() + kMiddle, packed.data());
    for (std::size_t i = 0; i < packed.size(); ++i) {
      const auto copy = static_cast<std::ptrdiff_t>(i / both.bytes.size());
      const auto place = kMiddle + copy * kExtent + both.bytes[i % both.bytes.size()];
      ASSERT_EQ(packed[i], memory[static_cast<std::size_t>(place)]) << i;
    }

    const std::size_t part = packed.size() - random() % packed.size();
    std::vector<std::byte> into(2 * kMiddle);
    std::vector<std::byte> expected(2 * kMiddle);
    unpack(*both.layout, kExtent, kCount, std::span(packed).first(part), into.data() + kMiddle);
    for (std::size_t i = 0; i < part; ++i) {
      const auto copy = static_cast<std::ptrdiff_t>(i / both.bytes.size());
      const auto place = kMiddle + copy * kExtent + both.bytes[i % both.bytes.size()];
      expected[static_cast<std::size_t>(place)] = packed[i];
    }
    EXPECT_EQ(into, expected);
  }
}

TEST(Layout, OfAVectorIsOnePiece) {
  Layout layout;
  layout.append(0, 1000, 16, Layout::block(8));
  EXPECT_EQ(layout.pieces().size(), 1U);
  EXPECT_EQ(layout.size(), 8000U);
  EXPECT_FALSE(layout.is_one_block());
}

TEST(Layout, OfBlocksSideBySideIsOneBlock) {
  Layout layout;
  for (int i = 0; i < 50; ++i) layout.append(4 * i, 1, 0, Layout::block(4));
  EXPECT_TRUE(layout.is_one_block());
  EXPECT_EQ(layout.size(), 200U);
}

TEST(Layout, OfEquallySpacedBlocksIsOnePiece) {
  Layout layout;
  for (int i = 0; i < 50; ++i) layout.append(-12 * i, 1, 0, Layout::block(4));
  EXPECT_EQ(layout.pieces().size(), 1U);
  EXPECT_EQ(layout.first(), -588);
  EXPECT_EQ(layout.behind(), 4);
}

}  // namespace
}  // namespace toruscope::mpi
