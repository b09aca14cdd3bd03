// SPDX-License-Identifier: Apache-2.0
// wrong: all rows of a PE in every message
// expect: lost predicted, ring, hops
// hint: how many values of 16 bytes
#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <complex>
#include <vector>
using namespace toruscope;

void transpose_rows(Communicator& comm, int n, std::span<std::complex<double>> rows) {
  const int p = comm.size();
  const Rank me = comm.rank();
  const int side = n / p;  // of a block
  std::vector<std::complex<double>> out(static_cast<std::size_t>(side) * static_cast<std::size_t>(side)),
      in(out.size());
  const auto at = [&](int row, int column) -> std::complex<double>& {
    return rows[static_cast<std::size_t>(row) * static_cast<std::size_t>(n) + static_cast<std::size_t>(column)];
  };
  const auto in_block = [&](int row, int column) { return static_cast<std::size_t>(row * side + column); };
  const std::vector<std::complex<double>> mine(rows.begin(), rows.end());
  for (int d = 0; d < p; ++d) {
    const Rank to = (me + d) % p;
    const Rank from = (me - d + p) % p;
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j)
        out[in_block(j, i)] = mine[static_cast<std::size_t>(i) * static_cast<std::size_t>(n) +
                                   static_cast<std::size_t>(to * side + j)];
    if (d > 0)
      comm.sendrecv(to, out, from, in);
    else
      in = out;
    for (int i = 0; i < side; ++i)
      for (int j = 0; j < side; ++j) at(i, from * side + j) = in[in_block(i, j)];
  }
}

namespace {

std::size_t block_bytes(int p, int n) {
  const auto side = static_cast<std::size_t>(n / p);
  return side * static_cast<std::size_t>(n) * sizeof(std::complex<double>);
}

}  // namespace

Ticks time_on_complete_graph(int p, int n, const Costs& costs) {
  return (p - 1) * (costs.ts + costs.th + costs.transmission(block_bytes(p, n)));
}

Ticks time_on_ring(int p, int n, const Costs& costs) {
  const Ticks x = costs.transmission(block_bytes(p, n));
  Ticks time;
  for (int d = 1; d < p; ++d) {
    const int h = std::min(d, p - d);  // hops of each message, and messages that cross each link
    time += costs.ts + costs.th + x + (h - 1) * std::max(costs.th, x);
  }
  return time;
}
