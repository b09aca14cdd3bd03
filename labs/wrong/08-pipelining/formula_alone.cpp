// SPDX-License-Identifier: Apache-2.0
// wrong: the formula, rounded
// expect: lost exact
// hint: no whole number
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
  const auto count = [](auto n) { return static_cast<double>(n); };
  const double block =
      std::sqrt(count(values) * count(costs.ts.count) / (count(p - 2) * 8 * count(costs.tw.count)));
  return static_cast<std::size_t>(std::clamp(std::round(block), 1.0, count(values)));
}
