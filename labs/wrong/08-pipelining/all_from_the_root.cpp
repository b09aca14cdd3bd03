// SPDX-License-Identifier: Apache-2.0
// wrong: PE 0 sends every block to everybody
// expect: lost time, best, exact
// hint: the send port of a PE in the middle
#include <toruscope/toruscope.hpp>

#include <algorithm>
using namespace toruscope;

void broadcast_in_blocks(Communicator& comm, std::span<double> data, std::size_t block) {
  for (std::size_t at = 0; at < data.size(); at += block) {
    const auto part = data.subspan(at, std::min(block, data.size() - at));
    for (Rank r = 1; r < comm.size(); ++r) {
      if (comm.rank() == 0) comm.send(r, part);
      if (comm.rank() == r) comm.recv(0, part);
    }
  }
}

std::size_t choose_block(int, std::size_t, const Costs&) {
  return 1;  // not begun
}
