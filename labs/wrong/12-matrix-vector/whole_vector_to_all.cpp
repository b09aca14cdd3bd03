// SPDX-License-Identifier: Apache-2.0
// wrong: every PE gets all of x, as if rows were dealt
// expect: lost volume, time, ranks, dead-ends
// hint: It needs no others
#include <toruscope/toruscope.hpp>

#include <vector>
using namespace toruscope;

void multiply_on_grid(Communicator& comm, std::span<const double> block, std::span<double> piece) {
  Communicator row = comm.line(1);
  const std::size_t s = piece.size();
  std::vector<double> x(s * static_cast<std::size_t>(comm.size()));
  allgather(comm, piece, x);
  const auto root = static_cast<std::size_t>(comm.coordinate(1) * (comm.sides()[1] + 1));
  std::vector<double> sums(s);
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t j = 0; j < s; ++j) sums[i] += block[i * s + j] * x[root * s + j];
  comm.compute_operations(static_cast<std::int64_t>(2 * s * s));
  reduce(row, comm.coordinate(0), sums);
  std::copy(sums.begin(), sums.end(), piece.begin());
}

int page_rank(Communicator&, std::span<const double>, double, double, std::span<double>) {
  return 0;  // not begun
}
