// SPDX-License-Identifier: Apache-2.0
// wrong: waits for a block after the last one
// expect: lost data, rest, time, best, exact
// hint: every receive needs a send
#include <toruscope/toruscope.hpp>

#include <algorithm>
using namespace toruscope;

void broadcast_in_blocks(Communicator& comm, std::span<double> data, std::size_t block) {
  const Rank me = comm.rank();
  for (std::size_t at = 0; at <= data.size(); at += block) {
    const auto part = data.subspan(at, std::min(block, data.size() - at));
    if (me > 0) comm.recv(me - 1, part);
    if (me + 1 < comm.size() && at < data.size()) comm.send(me + 1, part);
  }
}

std::size_t choose_block(int, std::size_t, const Costs&) {
  return 1;  // not begun
}
