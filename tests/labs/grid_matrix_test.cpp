// SPDX-License-Identifier: Apache-2.0

#include "labs/support/grid_matrix.hpp"

#include <toruscope/machine.hpp>

#include <gtest/gtest.h>

namespace toruscope::labs {
namespace {

constexpr double kTolerance = 1e-12;
constexpr double kRounding = 1e-11;

TEST(PageRanks, AreThoseOfThreePagesByHand) {  // 0 -> 1, 2; 1 -> 2; 2 -> 0: r = 1/6 + L r / 2
  const auto [ranks, repetitions] = page_ranks({3, {0, 0, 1, 1, 0, 0, 1, 1, 0}}, 0.5, kTolerance);

  EXPECT_NEAR(ranks[0], 14.0 / 39, kRounding);
  EXPECT_NEAR(ranks[1], 10.0 / 39, kRounding);
  EXPECT_NEAR(ranks[2], 15.0 / 39, kRounding);
  EXPECT_GT(repetitions, 10);
}

// 0 -> 1: r0 = 1/4 + r1/4, r1 = 1/4 + r0/2 + r1/4
TEST(PageRanks, SpreadThoseOfPagesWithoutLinks) {
  const auto [ranks, repetitions] = page_ranks({2, {0, 0, 1, 0}}, 0.5, kTolerance);

  EXPECT_NEAR(ranks[0], 0.4, kRounding);
  EXPECT_NEAR(ranks[1], 0.6, kRounding);
}

TEST(PageRanks, EndWithTheFirstRepetitionThatChangesLittle) {
  EXPECT_EQ(page_ranks({2, {0, 1, 1, 0}}, 0.85, kTolerance).second, 1);
}

TEST(SquareMatrix, MultipliesRowByRow) {
  EXPECT_EQ((SquareMatrix{2, {1, 2, 3, 4}}.times({5, 6})), (std::vector<double>{17, 39}));
}

TEST(SquareMatrix, BlocksAndPiecesMakeTheProductOnTheDiagonal) {
  const SquareMatrix matrix{4, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
  DiagonalVector vector({1, -2, 3, 5});
  std::vector<std::vector<double>> block(4), piece(4);
  Machine(torus(2, 2), {}, {.workers = 1}).run([&](Communicator& comm) {
    const auto me = static_cast<std::size_t>(comm.rank());
    block[me] = matrix.block(comm, 2);
    piece[me] = vector.piece(comm, 2);
    std::vector<double> doubled = piece[me];
    for (double& x : doubled) x *= 2;
    vector.take(comm, doubled);
  });

  EXPECT_EQ(block[1], (std::vector<double>{3, 4, 7, 8}));
  EXPECT_EQ(block[2], (std::vector<double>{9, 10, 13, 14}));
  EXPECT_EQ(piece[0], (std::vector<double>{1, -2}));
  EXPECT_EQ(piece[1], (std::vector<double>{-1, -1}));
  EXPECT_EQ(piece[3], (std::vector<double>{3, 5}));
  EXPECT_EQ(vector.got, (std::vector<double>{2, -4, 6, 10}));
}

}  // namespace
}  // namespace toruscope::labs
