// SPDX-License-Identifier: Apache-2.0
// Layout of a matrix and its vectors on a grid of r x s PEs.
//
// Rows of A are dealt to the r rows of the grid, columns to the s columns: PE (i, j) has A(i, j).
//
//   one product, r = 2, s = 3                     repeated products, r = s = 3
//
//     x(0)   x(1)   x(2)    on the top row          A(0,0) x,y(0)   A(0,1)          A(0,2)
//     A(0,0) A(0,1) A(0,2)  y(0) ends on (0, 0)     A(1,0)          A(1,1) x,y(1)   A(1,2)
//     A(1,0) A(1,1) A(1,2)  y(1) ends on (1, 0)     A(2,0)          A(2,1)          A(2,2) x,y(2)
//
// In repeated products y becomes the next x where it lies: PE (i, j) holds of both what the i-th
// run of the rows and the j-th run of the columns have in common. On a square grid that is the
// diagonal, one piece in each row and column; on r x s PEs a row or column has several pieces.
//
// Source  Grama, Gupta, Karypis, Kumar, Introduction to Parallel Computing, example 4.1 (one
//         product) and 8.1.2 (vectors on the diagonal).

#pragma once

#include "apps/io/matrix.hpp"
#include "collectives/shapes/deal.hpp"

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace toruscope::apps {

/// A grid of PEs. Rank i s + j is PE (i, j). Dimension 0 of the machine counts the rows, all others
/// the columns; a machine of one dimension is a column of p x 1 PEs, or a row of 1 x p.
struct ProcessGrid {
  ProcessGrid(const Topology& topology, bool line_is_row);

  int r = 1;
  int s = 1;
  std::vector<bool> down;   ///< the dimensions of a column of the grid, for Communicator::sub
  std::vector<bool> along;  ///< the dimensions of a row
};

/// Values begin .. end-1 of a vector, held by the PE of this rank in its row or column.
struct Piece {
  Rank root = 0;
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] std::size_t length() const { return end - begin; }
  friend bool operator==(const Piece&, const Piece&) = default;
};

struct Layout {
  Layout(ProcessGrid process_grid, std::size_t rows_of_matrix, std::size_t columns_of_matrix, bool is_repeated);

  /// Pieces of x that column j of the grid needs, and who has them. None is empty.
  [[nodiscard]] const std::vector<Piece>& of_column(int j) const { return x_[static_cast<std::size_t>(j)]; }
  /// Pieces of y that row i of the grid gives, and who gets them.
  [[nodiscard]] const std::vector<Piece>& of_row(int i) const { return y_[static_cast<std::size_t>(i)]; }
  /// The longest k-th piece of any column or row, for the k-th broadcast or reduction.
  [[nodiscard]] const std::vector<Piece>& broadcasts() const { return broadcasts_; }
  [[nodiscard]] const std::vector<Piece>& reductions() const { return reductions_; }

  ProcessGrid grid;
  collectives::EvenDeal rows, columns;

 private:
  std::vector<std::vector<Piece>> x_, y_;
  std::vector<Piece> broadcasts_, reductions_;
};

/// The entries of a matrix, sorted by the PE that holds them, then by row and column.
class Blocks {
 public:
  Blocks(const Matrix& matrix, const Layout& layout);
  [[nodiscard]] std::span<const MatrixEntry> of(Rank pe) const;
  [[nodiscard]] std::size_t most() const;  ///< entries of one PE
  [[nodiscard]] std::size_t least() const;

 private:
  std::vector<MatrixEntry> entries_;
  std::vector<std::size_t> first_;  ///< index of each PE's first entry, and the end
};

}  // namespace toruscope::apps
