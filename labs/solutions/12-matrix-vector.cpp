// SPDX-License-Identifier: Apache-2.0
// Matrix-vector product on a grid: x goes down the columns, sums along the rows, to and from the
// diagonal.
#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <cmath>
#include <vector>
using namespace toruscope;

void multiply_on_grid(Communicator& comm, std::span<const double> block, std::span<double> piece) {
  Communicator column = comm.line(0);
  Communicator row = comm.line(1);
  const std::size_t s = piece.size();
  broadcast(column, comm.coordinate(1), piece);  // PE (j, j) has column j's piece
  std::vector<double> sums(s);
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j) sums[i] += block[i * s + j] * piece[j];
  comm.compute_operations(static_cast<std::int64_t>(2 * s * s));
  reduce(row, comm.coordinate(0), sums);
  std::copy(sums.begin(), sums.end(), piece.begin());
}

int page_rank(Communicator& comm, std::span<const double> links, double damping, double tolerance,
              std::span<double> ranks) {
  Communicator column = comm.line(0);
  const std::size_t s = ranks.size();
  const double n = static_cast<double>(s) * comm.sides().front();
  const bool on_diagonal = comm.coordinate(0) == comm.coordinate(1);

  std::vector<double> out(s);  // links of each page of my columns
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j) out[j] += links[i * s + j];
  allreduce(column, out);
  std::vector<double> shares(links.begin(), links.end());
  for (std::size_t i = 0; i < s * s; ++i)
    if (out[i % s] > 0) shares[i] /= out[i % s];

  std::vector<double> before(s, 1 / n);
  for (int repetition = 1;; ++repetition) {
    double lost = 0;
    if (on_diagonal)
      for (std::size_t j = 0; j < s; ++j) lost += out[j] > 0 ? 0 : before[j];
    allreduce(comm, lost);
    std::copy(before.begin(), before.end(), ranks.begin());
    multiply_on_grid(comm, shares, ranks);
    double change = 0;
    if (on_diagonal)
      for (std::size_t j = 0; j < s; ++j) {
        ranks[j] = damping * (ranks[j] + lost / n) + (1 - damping) / n;
        change += std::abs(ranks[j] - before[j]);
      }
    allreduce(comm, change);
    if (change < tolerance) return repetition;
    std::copy(ranks.begin(), ranks.end(), before.begin());
  }
}
