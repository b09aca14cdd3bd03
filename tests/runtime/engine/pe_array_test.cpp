// SPDX-License-Identifier: Apache-2.0
// Where the PEs of a run lie.

#include "runtime/engine/pe_array.hpp"

#include "tests/runtime/pe/one_pe.hpp"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace toruscope::core {
namespace {

constexpr std::size_t kStack = std::size_t{64} * 1024;
constexpr int kPes = 3;

class PeArrayTest : public testing::Test {
 protected:
  void fill(PeArray& pes) {
    for (Rank rank = 0; rank < kPes; ++rank) pes.add(one_.terms, one_.host, rank);
  }
  static std::vector<Rank> ranks_in(const PeArray& pes) {
    std::vector<Rank> ranks;
    for (const Pe& pe : pes) ranks.push_back(pe.rank());
    return ranks;
  }

  test::OnePe one_;
};

TEST_F(PeArrayTest, PesLieSideBySide) {
  const StackPool stacks(kPes, kStack, 0, PeArray::room_above_stack(kPes));
  PeArray pes(kPes, stacks);
  fill(pes);
  EXPECT_EQ(&pes[1], &pes[0] + 1);
  EXPECT_EQ(&pes[2], &pes[0] + 2);
  EXPECT_EQ(ranks_in(pes), (std::vector<Rank>{0, 1, 2}));
}

TEST_F(PeArrayTest, VeryManyLieAboveTheirStacksEachInOnePageWithItsTop) {
  const StackPool stacks(kPes, kStack, 0, PeArray::room_above_stack(1 << 20));
  PeArray pes(kPes, stacks);
  fill(pes);
  constexpr std::uintptr_t kPage = 4096;
  for (int i = 0; i < kPes; ++i) {
    const auto* pe = reinterpret_cast<std::byte*>(&pes[static_cast<std::size_t>(i)]);
    EXPECT_EQ(pe, stacks.top(i));
    const auto first = reinterpret_cast<std::uintptr_t>(stacks.top(i) - 1) / kPage;
    const auto last = reinterpret_cast<std::uintptr_t>(pe + sizeof(Pe) - 1) / kPage;
    EXPECT_EQ(first, last);
    EXPECT_GE(stacks.size(), kStack);
  }
  EXPECT_EQ(ranks_in(pes), (std::vector<Rank>{0, 1, 2}));
}

}  // namespace
}  // namespace toruscope::core
