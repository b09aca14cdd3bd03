// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/at2.hpp"

#include "collectives/verify.hpp"

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>

namespace toruscope {
namespace {

Alltoall at2_with(Synchronisation synchronisation) {
  Alltoall entry = collectives::alltoall_at2();
  entry.name = "at2_" + to_string(synchronisation);
  entry.run =
      collectives::as_they_are([synchronisation](collectives::Carrier& carrier, std::span<const std::byte> send,
                                                 std::span<std::byte> receive, std::size_t block) {
        collectives::exchange_at2(carrier, send, receive, block, synchronisation);
      });
  return entry;
}

// Rings of one colour are shorter: without waiting they start the next stage on lines still in use.
TEST(At2, WithoutSynchronisationIsRightButMeetsItselfOnLinks) {
  const Verdict without = verify(at2_with(Synchronisation::none), torus(8, 16), preset("paragon"), {}, {16});
  const Verdict with = verify(at2_with(Synchronisation::stage), torus(8, 16), preset("paragon"), {}, {16});

  EXPECT_TRUE(without.data_is_right);
  EXPECT_GT(without.report.totals.link_conflicts, 0);
  EXPECT_FALSE(without.ok());
  EXPECT_TRUE(with.ok());
  EXPECT_EQ(with.report.totals.link_conflicts, 0);
}

TEST(At2, NeedsNoSynchronisationOnASquare) {
  const Verdict v = verify(at2_with(Synchronisation::none), torus(8, 8), preset("paragon"), {}, {16});

  EXPECT_TRUE(v.ok());
}

TEST(At2, SixteenBySixteenTakesEightStartupsAnd1024Blocks) {
  const Verdict v = verify(collectives::alltoall_at2(), torus(16, 16), preset("paragon"), {}, {64});

  EXPECT_TRUE(v.ok());
  EXPECT_EQ(v.report.finish.account.startups, 8);
  EXPECT_EQ(v.report.finish.account.bytes, 1024 * 64);
}

}  // namespace
}  // namespace toruscope
