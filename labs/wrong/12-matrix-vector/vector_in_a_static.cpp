// SPDX-License-Identifier: Apache-2.0
// wrong: x lies in a static array that all PEs read
// expect: lost product, any, volume, time, ranks, dead-ends
// hint: global or static variable
#include <toruscope/toruscope.hpp>

#include <vector>
using namespace toruscope;

void multiply_on_grid(Communicator& comm, std::span<const double> block, std::span<double> piece) {
  static std::vector<double> x(1024), y(1024);
  const auto s = static_cast<std::ptrdiff_t>(piece.size());
  const bool on_diagonal = comm.coordinate(0) == comm.coordinate(1);
  if (on_diagonal) std::copy(piece.begin(), piece.end(), x.begin() + comm.coordinate(0) * s);
  comm.synchronize();
  for (std::ptrdiff_t i = 0; i < s; ++i)
    for (std::ptrdiff_t j = 0; j < s; ++j)
      y[static_cast<std::size_t>(comm.coordinate(0) * s + i)] +=
          block[static_cast<std::size_t>(i * s + j)] * x[static_cast<std::size_t>(comm.coordinate(1) * s + j)];
  comm.synchronize();
  if (on_diagonal) std::copy_n(y.begin() + comm.coordinate(0) * s, s, piece.begin());
}

int page_rank(Communicator&, std::span<const double>, double, double, std::span<double>) {
  return 0;  // not begun
}
