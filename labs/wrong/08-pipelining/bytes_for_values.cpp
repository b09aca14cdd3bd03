// SPDX-License-Identifier: Apache-2.0
// wrong: the formula for bytes, taken for values
// expect: lost best, exact
// hint: in bytes or in values
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
      std::sqrt(8 * count(values) * count(costs.ts.count) / (count(p - 2) * count(costs.tw.count)));
  return static_cast<std::size_t>(std::clamp(std::round(block), 1.0, count(values)));
}
