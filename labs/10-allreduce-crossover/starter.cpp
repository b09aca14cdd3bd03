// SPDX-License-Identifier: Apache-2.0
// Lab 10: the time of three allreduces, and where one overtakes the other. See README.md.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

// The machine: a complete graph of p >= 2 PEs with one port, for vectors of `bytes` bytes.
// costs.ts, costs.th and costs.tw count, all other costs are 0; the sums themselves take no time.
// You can calculate with ticks: 3 * costs.ts + bytes * costs.tw. bytes is a multiple of 8 p q,
// where q is the largest power of two up to p, so that all blocks are equal. Where p is no power of
// two, costs.th is 0 for all functions but time_of_ring; README.md says why.

/// `allreduce --algorithm ring`: blocks go around, first to be summed, then to be spread.
Ticks time_of_ring(int p, std::int64_t bytes, const Costs& costs) {
  (void)p, (void)bytes, (void)costs;  // your work begins here
  return {};
}

/// `allreduce --algorithm recursive_doubling`: partners exchange whole vectors.
Ticks time_of_doubling(int p, std::int64_t bytes, const Costs& costs) {
  (void)p, (void)bytes, (void)costs;
  return {};
}

/// `allreduce --algorithm rabenseifner`: halves, quarters, ... are summed, then spread back.
Ticks time_of_rabenseifner(int p, std::int64_t bytes, const Costs& costs) {
  (void)p, (void)bytes, (void)costs;
  return {};
}

/// The smallest bytes (a multiple of 8 p q, above 0) with which Rabenseifner's algorithm takes less
/// time than recursive doubling. p >= 4.
std::int64_t doubling_to_rabenseifner(int p, const Costs& costs) {
  (void)p, (void)costs;
  return 0;
}

/// The smallest bytes with which the ring is faster than Rabenseifner's. p >= 5, no power of two.
std::int64_t rabenseifner_to_ring(int p, const Costs& costs) {
  (void)p, (void)costs;
  return 0;
}
