// SPDX-License-Identifier: Apache-2.0
// wrong: the matrix lies in a static array that all PEs use
// expect: lost data, any, steps, predicted, ring, hops
// hint: global or static variable
#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <complex>
#include <vector>
using namespace toruscope;

void transpose_rows(Communicator& comm, int n, std::span<std::complex<double>> rows) {
  static std::vector<std::complex<double>> matrix(64 * 64);
  const auto width = static_cast<std::size_t>(n);
  const auto first = static_cast<std::size_t>(comm.rank()) * rows.size();
  std::copy(rows.begin(), rows.end(), matrix.begin() + static_cast<std::ptrdiff_t>(first));
  comm.synchronize();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t place = first + i;
    rows[i] = matrix[place % width * width + place / width];
  }
}

Ticks time_on_complete_graph(int, int, const Costs&) {
  return {};  // not begun
}
Ticks time_on_ring(int, int, const Costs&) {
  return {};
}
