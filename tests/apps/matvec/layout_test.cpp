// SPDX-License-Identifier: Apache-2.0
#include "apps/matvec/layout.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace toruscope::apps {
namespace {

using Pieces = std::vector<Piece>;

Layout layout(const char* topology, std::size_t rows, std::size_t columns, bool is_repeated,
              bool line_is_row = false) {
  return {ProcessGrid(*parse_topology(topology), line_is_row), rows, columns, is_repeated};
}

TEST(ProcessGrid, TakesTheMachinesSides) {
  const ProcessGrid torus(*parse_topology("torus:4x6"), false);
  EXPECT_EQ(torus.r, 4);
  EXPECT_EQ(torus.s, 6);
  EXPECT_EQ(torus.down, (std::vector<bool>{true, false}));

  const ProcessGrid deep(*parse_topology("torus:2x3x4"), false);
  EXPECT_EQ(deep.r, 2);
  EXPECT_EQ(deep.s, 12);
  EXPECT_EQ(deep.along, (std::vector<bool>{false, true, true}));

  EXPECT_EQ(ProcessGrid(*parse_topology("ring:5"), false).r, 5);
  EXPECT_EQ(ProcessGrid(*parse_topology("complete:5"), true).s, 5);
}

TEST(Layout, PutsOneProductsVectorsOnTheTopRowAndTheFirstColumn) {
  const Layout one = layout("torus:2x3", 5, 4, false);

  EXPECT_EQ(one.of_column(0), (Pieces{{0, 0, 2}}));
  EXPECT_EQ(one.of_column(2), (Pieces{{0, 3, 4}}));
  EXPECT_EQ(one.of_row(1), (Pieces{{0, 3, 5}}));
  EXPECT_EQ(one.broadcasts(), (Pieces{{0, 0, 2}}));
}

TEST(Layout, PutsRepeatedVectorsOnTheDiagonalOfASquareGrid) {
  const Layout square = layout("torus:3x3", 7, 7, true);

  EXPECT_EQ(square.of_column(0), (Pieces{{0, 0, 3}}));
  EXPECT_EQ(square.of_column(1), (Pieces{{1, 3, 5}}));
  EXPECT_EQ(square.of_row(2), (Pieces{{2, 5, 7}}));
}

TEST(Layout, CutsRepeatedVectorsWhereRowsAndColumnsMeet) {
  const Layout wide = layout("torus:2x3", 6, 6, true);

  EXPECT_EQ(wide.of_row(0), (Pieces{{0, 0, 2}, {1, 2, 3}}));
  EXPECT_EQ(wide.of_row(1), (Pieces{{1, 3, 4}, {2, 4, 6}}));
  EXPECT_EQ(wide.of_column(1), (Pieces{{0, 2, 3}, {1, 3, 4}}));
  EXPECT_EQ(wide.broadcasts().size(), 2U);
}

TEST(Layout, CoversEveryVectorOnce) {
  for (const char* topology : {"torus:1x1", "torus:3x4", "torus:5x2", "ring:7", "torus:2x2x3"})
    for (std::size_t n = 1; n < 14; ++n) {
      const Layout repeated = layout(topology, n, n, true);
      std::vector<int> seen(n, 0);
      for (int i = 0; i < repeated.grid.r; ++i)
        for (const Piece& piece : repeated.of_row(i)) {
          EXPECT_LT(piece.begin, piece.end);
          for (std::size_t k = piece.begin; k < piece.end; ++k) ++seen[k];
        }
      EXPECT_EQ(seen, std::vector<int>(n, 1)) << topology << " " << n;
    }
}

TEST(Layout, GivesNoPieceToPesWithoutRowsOrColumns) {
  const Layout small = layout("torus:4x4", 2, 3, false);

  EXPECT_TRUE(small.of_column(3).empty());
  EXPECT_TRUE(small.of_row(2).empty());
}

TEST(Blocks, DealsEveryEntryToItsPe) {
  const Matrix matrix{3, 3, {{0, 0, 1}, {0, 2, 2}, {1, 1, 3}, {2, 0, 4}, {2, 2, 5}}, false};

  const Blocks blocks(matrix, layout("torus:2x2", 3, 3, false));

  const auto of = [&](Rank pe) { return std::vector<MatrixEntry>(blocks.of(pe).begin(), blocks.of(pe).end()); };
  EXPECT_EQ(of(0), (std::vector<MatrixEntry>{{0, 0, 1}, {1, 1, 3}}));
  EXPECT_EQ(of(1), (std::vector<MatrixEntry>{{0, 2, 2}}));
  EXPECT_EQ(of(2), (std::vector<MatrixEntry>{{2, 0, 4}}));
  EXPECT_EQ(of(3), (std::vector<MatrixEntry>{{2, 2, 5}}));
  EXPECT_EQ(blocks.most(), 2U);
  EXPECT_EQ(blocks.least(), 1U);
}

}  // namespace
}  // namespace toruscope::apps
