// SPDX-License-Identifier: Apache-2.0
// wrong: PE 0 gets the whole matrix and does all the work of PageRank
// expect: lost ranks, dead-ends
// hint: leave its blocks where they are
#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <cmath>
#include <vector>
using namespace toruscope;

void multiply_on_grid(Communicator& comm, std::span<const double> block, std::span<double> piece) {
  Communicator column = comm.line(0);
  Communicator row = comm.line(1);
  const std::size_t s = piece.size();
  broadcast(column, comm.coordinate(1), piece);  // PE (j, j) has what column j needs
  std::vector<double> sums(s);
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j) sums[i] += block[i * s + j] * piece[j];
  comm.compute_operations(static_cast<std::int64_t>(2 * s * s));
  reduce(row, comm.coordinate(0), sums);
  std::copy(sums.begin(), sums.end(), piece.begin());
}

int page_rank(Communicator& comm, std::span<const double> links, double damping, double tolerance,
              std::span<double> ranks) {
  const std::size_t s = ranks.size();
  const auto q = static_cast<std::size_t>(comm.sides().front());
  const std::size_t n = s * q;
  std::vector<double> all(comm.rank() == 0 ? n * n : 0);
  gather(comm, 0, links, all);
  int repetitions = 0;
  std::vector<double> r(n, 1 / static_cast<double>(n));
  if (comm.rank() == 0) {
    const auto at = [&](std::size_t i, std::size_t j) {
      return all[((i / s) * q + j / s) * s * s + i % s * s + j % s];
    };
    std::vector<double> out(n);
    for (std::size_t i = 0; i < n * n; ++i) out[i % n] += at(i / n, i % n);
    for (double change = tolerance; change >= tolerance; ++repetitions) {
      double lost = 0;
      for (std::size_t j = 0; j < n; ++j) lost += out[j] > 0 ? 0 : r[j];
      std::vector<double> next(n);
      for (std::size_t i = 0; i < n * n; ++i)
        if (out[i % n] > 0) next[i / n] += at(i / n, i % n) / out[i % n] * r[i % n];
      change = 0;
      for (std::size_t i = 0; i < n; ++i) {
        next[i] = damping * (next[i] + lost / static_cast<double>(n)) + (1 - damping) / static_cast<double>(n);
        change += std::abs(next[i] - r[i]);
      }
      r = next;
    }
  }
  broadcast(comm, 0, r);
  broadcast(comm, 0, repetitions);
  const auto first = static_cast<std::size_t>(comm.coordinate(0)) * s;
  std::copy_n(r.begin() + static_cast<std::ptrdiff_t>(first), s, ranks.begin());
  return repetitions;
}
