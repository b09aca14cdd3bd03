// SPDX-License-Identifier: Apache-2.0
#include "labs/support/grid_matrix.hpp"

#include <algorithm>
#include <cmath>

namespace toruscope::labs {

namespace {

std::size_t first_of(const Communicator& comm, int dimension, std::size_t s) {
  return static_cast<std::size_t>(comm.coordinate(dimension)) * s;
}
bool is_on_diagonal(const Communicator& comm) {
  return comm.coordinate(0) == comm.coordinate(1);
}

}  // namespace

std::vector<double> SquareMatrix::times(const std::vector<double>& x) const {
  std::vector<double> y(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) y[i] += at(i, j) * x[j];
  return y;
}

std::vector<double> SquareMatrix::block(const Communicator& comm, std::size_t s) const {
  std::vector<double> block;
  for (std::size_t i = 0; i < s * s; ++i)
    block.push_back(at(first_of(comm, 0, s) + i / s, first_of(comm, 1, s) + i % s));
  return block;
}

std::vector<double> DiagonalVector::piece(const Communicator& comm, std::size_t s) const {
  std::vector<double> piece(s, -1);
  if (is_on_diagonal(comm))
    std::copy_n(x.begin() + static_cast<std::ptrdiff_t>(first_of(comm, 0, s)), s, piece.begin());
  return piece;
}

void DiagonalVector::take(const Communicator& comm, const std::vector<double>& piece) {
  if (is_on_diagonal(comm))
    std::copy(piece.begin(), piece.end(),
              got.begin() + static_cast<std::ptrdiff_t>(first_of(comm, 0, piece.size())));
}

std::pair<std::vector<double>, int> page_ranks(SquareMatrix links, double damping, double tolerance) {
  const std::size_t n = links.n;
  const auto pages = static_cast<double>(n);
  std::vector<double> out(n);
  for (std::size_t i = 0; i < n * n; ++i) out[i % n] += links.values[i];
  for (std::size_t i = 0; i < n * n; ++i)
    if (out[i % n] > 0) links.values[i] /= out[i % n];
  std::vector<double> ranks(n, 1 / pages);
  for (int repetition = 1;; ++repetition) {
    std::vector<double> next = links.times(ranks);
    double lost = 0;
    double change = 0;
    for (std::size_t j = 0; j < n; ++j) lost += out[j] > 0 ? 0 : ranks[j];
    for (std::size_t j = 0; j < n; ++j) {
      next[j] = damping * (next[j] + lost / pages) + (1 - damping) / pages;
      change += std::abs(next[j] - ranks[j]);
    }
    ranks = next;
    if (change < tolerance) return {ranks, repetition};
  }
}

}  // namespace toruscope::labs
