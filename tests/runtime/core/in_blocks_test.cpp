// SPDX-License-Identifier: Apache-2.0

#include "runtime/core/in_blocks.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace toruscope::core {
namespace {

struct alignas(64) Numbered final : InBlocks<Numbered> {
  explicit Numbered(std::size_t n) : number(n) {}
  std::size_t number;
};

struct Large final : InBlocks<Large> {
  explicit Large(std::size_t n) : number(n) {}
  std::size_t number;
  std::array<std::byte, 8192> more{};
};

template <class T = Numbered>
std::vector<std::unique_ptr<T>> numbered(std::size_t count) {
  std::vector<std::unique_ptr<T>> all;
  for (std::size_t i = 0; i < count; ++i) all.push_back(std::make_unique<T>(i));
  return all;
}

TEST(InBlocks, EachObjectHasItsOwnAlignedPlace) {
  const auto all = numbered(1000);

  std::set<const Numbered*> places;
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i]->number, i);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(all[i].get()) % alignof(Numbered), 0U);
    places.insert(all[i].get());
  }
  EXPECT_EQ(places.size(), all.size());
}

TEST(InBlocks, ANewObjectTakesThePlaceOfOneThatHasEnded) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer watches each object for itself";
  const auto stays = std::make_unique<Numbered>(0);
  auto ends = std::make_unique<Numbered>(1);
  const Numbered* const place = ends.get();
  ends.reset();

  EXPECT_EQ(std::make_unique<Numbered>(2).get(), place);
}

TEST(InBlocks, ObjectsMayEndOnAnotherThreadThanTheyWereMadeOn) {
  auto first = numbered(10'000);
  std::thread([&] {
    for (std::size_t i = 0; i < first.size(); i += 2) first[i].reset();
  }).join();
  const auto second = numbered(10'000);

  for (std::size_t i = 1; i < first.size(); i += 2) EXPECT_EQ(first[i]->number, i);
  for (std::size_t i = 0; i < second.size(); ++i) EXPECT_EQ(second[i]->number, i);
}

TEST(InBlocks, ThreadsMayMakeAndEndObjectsAtTheSameTime) {
  std::vector<std::thread> threads;
  std::vector<int> wrong(4);
  for (std::size_t t = 0; t < wrong.size(); ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 20; ++round) {
        const auto all = numbered(500);
        for (std::size_t i = 0; i < all.size(); ++i) wrong[t] += all[i]->number == i ? 0 : 1;
      }
    });
  for (std::thread& thread : threads) thread.join();

  EXPECT_EQ(wrong, std::vector<int>(4));
}

/// The last object releases all memory, for it is more than is kept; the next object needs a new
/// block.
TEST(InBlocks, ManyObjectsCanBeMadeAgainWhenAllHaveEnded) {
  if (kSanitized) GTEST_SKIP() << "a sanitizer watches each object for itself";
  constexpr std::size_t kMany = (std::size_t{65} << 20U) / sizeof(Large);
  for (int round = 0; round < 2; ++round) {
    const auto all = numbered<Large>(kMany);
    EXPECT_EQ(all.front()->number, 0U);
    EXPECT_EQ(all.back()->number, kMany - 1);
  }
  EXPECT_EQ(numbered<Large>(3).back()->number, 2U);
}

}  // namespace
}  // namespace toruscope::core
