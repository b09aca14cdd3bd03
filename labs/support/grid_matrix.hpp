// SPDX-License-Identifier: Apache-2.0
// A square matrix, in blocks, and a vector, in pieces on the diagonal, on a square grid of PEs.
//
//   q = 2     PE (0,0): A(0,0), x(0)     PE (0,1): A(0,1)
//             PE (1,0): A(1,0)           PE (1,1): A(1,1), x(1)

#pragma once

#include <toruscope/communicator.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace toruscope::labs {

/// n x n values, row by row.
struct SquareMatrix {
  std::size_t n = 0;
  std::vector<double> values{};

  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return values[row * n + column]; }
  /// A x, row by row from the left.
  [[nodiscard]] std::vector<double> times(const std::vector<double>& x) const;
  /// The s x s values that lie on this PE, row by row.
  [[nodiscard]] std::vector<double> block(const Communicator& comm, std::size_t s) const;
};

/// x before, and its replacement on the diagonal's PEs afterwards.
struct DiagonalVector {
  std::vector<double> x{}, got{};

  explicit DiagonalVector(std::vector<double> values) : x(std::move(values)), got(x.size()) {}
  /// The s values of this PE; off the diagonal -1 each.
  [[nodiscard]] std::vector<double> piece(const Communicator& comm, std::size_t s) const;
  /// Takes a piece; ignores it off the diagonal.
  void take(const Communicator& comm, const std::vector<double>& piece);
};

/// PageRank by its definition, in one memory: the ranks, and the number of repetitions. links: 1
/// where the page of the column has a link to that of the row.
std::pair<std::vector<double>, int> page_ranks(SquareMatrix links, double damping, double tolerance);

}  // namespace toruscope::labs
