// SPDX-License-Identifier: Apache-2.0
// Pipelining: a block is passed on while the next one comes. The best number of blocks is a whole
// one on either side of the formula's.
#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <cmath>
using namespace toruscope;

void broadcast_in_blocks(Communicator& comm, std::span<double> data, std::size_t block) {
  const Rank me = comm.rank();
  for (std::size_t at = 0; at < data.size(); at += block) {
    const auto part = data.subspan(at, std::min(block, data.size() - at));
    if (me > 0) comm.recv(me - 1, part);
    if (me + 1 < comm.size()) comm.send(me + 1, part);
  }
}

std::size_t choose_block(int p, std::size_t values, const Costs& costs) {
  const auto round_up = [](std::size_t a, std::size_t b) { return (a + b - 1) / b; };
  const auto time = [&](std::size_t block) {
    return static_cast<std::int64_t>(round_up(values, block)) * costs.ts +
           (p - 2) * (costs.ts + costs.transmission(8 * block));
  };
  // T(B) is convex but for rounding up: look around the formula's B, each with its smallest block.
  const double per_value = 8.0 * static_cast<double>(costs.tw.count);
  const double formula =
      costs.ts == Ticks{}
          ? static_cast<double>(values)
          : std::sqrt((p - 2) * static_cast<double>(values) * per_value / static_cast<double>(costs.ts.count));
  const auto most = std::min(values, 2 * static_cast<std::size_t>(formula) + 8);
  std::size_t best = values;
  for (std::size_t blocks = 1; blocks <= most; ++blocks)
    if (const std::size_t block = round_up(values, blocks); time(block) < time(best)) best = block;
  return best;
}
