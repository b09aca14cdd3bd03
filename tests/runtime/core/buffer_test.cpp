// SPDX-License-Identifier: Apache-2.0

#include <toruscope/buffer.hpp>
#include <toruscope/error.hpp>

#include <algorithm>
#include <gtest/gtest.h>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

namespace toruscope {
namespace {

static_assert(std::ranges::contiguous_range<Buffer> && std::ranges::sized_range<Buffer>);

std::vector<std::byte> bytes(std::initializer_list<int> values) {
  std::vector<std::byte> all;
  for (const int value : values) all.push_back(static_cast<std::byte>(value));
  return all;
}

TEST(Buffer, HoldsACopyAndGrows) {
  const auto first = bytes({1, 2});
  Buffer buffer{std::span<const std::byte>(first)};

  buffer.append(bytes({3}));

  EXPECT_TRUE(has_data(buffer));
  EXPECT_TRUE(std::ranges::equal(buffer, bytes({1, 2, 3})));
  buffer.shrink(1);
  EXPECT_TRUE(std::ranges::equal(buffer, bytes({1})));
  buffer.clear();
  EXPECT_TRUE(buffer.empty());
}

TEST(Buffer, WithoutDataHasALengthAndNoMemory) {
  Buffer buffer = Buffer::without_data(std::size_t{1} << 34U);

  buffer.append(bytes({1}));

  EXPECT_FALSE(has_data(buffer));
  EXPECT_EQ(buffer.size(), (std::size_t{1} << 34U) + 1);
  EXPECT_TRUE(buffer.front().empty());
  EXPECT_FALSE(has_data(std::span<const std::byte>(buffer).last(1)));
}

TEST(Buffer, ShowsWhatLiesBeforeBytesWithoutData) {
  Buffer buffer(bytes({7, 8}));

  buffer.append(Buffer::without_data(5));

  EXPECT_EQ(buffer.size(), 7U);
  EXPECT_FALSE(has_data(buffer));
  EXPECT_TRUE(std::ranges::equal(buffer.front(), bytes({7, 8})));
}

TEST(Buffer, IsEmptyWhenMovedFrom) {
  Buffer from(bytes({1, 2}));
  Buffer without = Buffer::without_data(9);

  const Buffer into = std::move(from);
  const Buffer into_without = std::move(without);

  EXPECT_EQ(into.size(), 2U);
  EXPECT_EQ(into_without.size(), 9U);
  EXPECT_EQ(from.size(), 0U);     // NOLINT(bugprone-use-after-move): that is what is tested
  EXPECT_EQ(without.size(), 0U);  // NOLINT(bugprone-use-after-move)
}

TEST(Buffer, CopyMovesBytesUnlessOneSideHasNone) {
  auto from = bytes({1, 2, 3});
  auto into = bytes({9, 9, 9, 9});
  Buffer without = Buffer::without_data(4);

  copy(without, into);
  copy(from, without);
  EXPECT_EQ(into, bytes({9, 9, 9, 9}));

  copy(from, into);
  EXPECT_EQ(into, bytes({1, 2, 3, 9}));
  copy(std::span(into).first(3), std::span(into).subspan(1));  // they overlap
  EXPECT_EQ(into, bytes({1, 1, 2, 3}));
}

TEST(Buffer, OfNoBytesHasItsData) {
  EXPECT_TRUE(has_data(Buffer()));
  EXPECT_TRUE(has_data(std::span<const std::byte>()));
  EXPECT_TRUE(has_data(Buffer::without_data(0)));
}

TEST(Buffer, WithoutDataHasALengthThatCountsWithoutOverflow) {
  EXPECT_THROW(static_cast<void>(Buffer::without_data(detail::kMostWithoutData + 1)), HostLimitError);
  Buffer longest = Buffer::without_data(detail::kMostWithoutData);
  EXPECT_FALSE(has_data(std::span<const std::byte>(longest).last(0)));
  EXPECT_THROW(longest.append(bytes({1})), HostLimitError);
}

}  // namespace
}  // namespace toruscope
