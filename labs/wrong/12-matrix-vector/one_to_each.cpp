// SPDX-License-Identifier: Apache-2.0
// wrong: the diagonal sends to, and receives from, one PE after the other
// expect: lost volume, time, ranks, dead-ends
// hint: on the way
#include <toruscope/toruscope.hpp>

#include <vector>
using namespace toruscope;

void multiply_on_grid(Communicator& comm, std::span<const double> block, std::span<double> piece) {
  Communicator column = comm.line(0);
  Communicator row = comm.line(1);
  const std::size_t s = piece.size();
  const Rank i = comm.coordinate(0);
  const Rank j = comm.coordinate(1);
  for (Rank r = 0; r < column.size(); ++r) {
    if (i == j && r != i) column.send(r, piece);
    if (i != j && r == i) column.recv(j, piece);
  }
  std::vector<double> sums(s);
  for (std::size_t k = 0; k < s * s; ++k) sums[k / s] += block[k] * piece[k % s];
  comm.compute_operations(static_cast<std::int64_t>(2 * s * s));
  std::vector<double> part(s);
  for (Rank r = 0; r < row.size(); ++r) {
    if (i != j && r == j) row.send(i, sums);
    if (i != j || r == j) continue;
    row.recv(r, part);
    for (std::size_t k = 0; k < s; ++k) sums[k] += part[k];
  }
  std::copy(sums.begin(), sums.end(), piece.begin());
}

int page_rank(Communicator&, std::span<const double>, double, double, std::span<double>) {
  return 0;  // not begun
}
