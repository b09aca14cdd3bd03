// SPDX-License-Identifier: Apache-2.0
// Lab 11: the transpose of an FFT. README.md says what to do.
#include <toruscope/toruscope.hpp>

#include <complex>
using namespace toruscope;

/// The rows of an n x n matrix are dealt to the p PEs: PE r has rows r n/p .. (r+1) n/p - 1, one
/// after the other. Afterwards it has these rows of the transposed matrix. p divides n. It takes
/// p - 1 steps: in step d = 1 .. p-1 every PE sends to the PE d ranks after it, and receives from
/// the one d ranks before, around from the last PE to the first.
void transpose_rows(Communicator& comm, int n, std::span<std::complex<double>> rows) {
  (void)comm, (void)n, (void)rows;  // your work begins here
}

// Both functions calculate, for a machine where costs.ts, costs.th and costs.tw count and all other
// costs are 0. Packing takes no time. You can calculate with ticks:
// 3 * costs.ts + bytes * costs.tw; costs.ts.count is the number.

/// Time of the transpose on a complete graph, where each pair of PEs has a link of its own.
Ticks time_on_complete_graph(int p, int n, const Costs& costs) {
  (void)p, (void)n, (void)costs;
  return {};
}

/// Time of the transpose on a ring, where messages go the shorter way and share links. p is odd.
Ticks time_on_ring(int p, int n, const Costs& costs) {
  (void)p, (void)n, (void)costs;
  return {};
}
