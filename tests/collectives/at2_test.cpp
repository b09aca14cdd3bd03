// SPDX-License-Identifier: Apache-2.0
#include "collectives/alltoall/colouring.hpp"
#include "collectives/verify.hpp"
#include "tests/support/built_in.hpp"

#include <toruscope/toruscope.hpp>

#include <gtest/gtest.h>

namespace toruscope {
namespace {

Alltoall at2_with(Synchronisation synchronisation) {
  Alltoall entry = test::built_in<Alltoall>("at2");
  entry.name = "at2_" + to_string(synchronisation);
  entry.run =
      collectives::as_they_are([synchronisation](collectives::Carrier& carrier, std::span<const std::byte> send,
                                                 std::span<std::byte> receive, std::size_t block) {
        const collectives::Colouring chess_board{
            .colours = 2, .strides = {2, 2}, .synchronisation = synchronisation};
        collectives::exchange(carrier, chess_board, send, receive, block);
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
  const Verdict v = verify(test::built_in<Alltoall>("at2"), torus(16, 16), preset("paragon"), {}, {64});

  EXPECT_TRUE(v.ok());
  EXPECT_EQ(v.report.finish.account.startups, 8);
  EXPECT_EQ(v.report.finish.account.bytes, 1024 * 64);
}

}  // namespace
}  // namespace toruscope
