// SPDX-License-Identifier: Apache-2.0
// wrong: whole blocks only
// expect: lost rest, time, best, exact
// hint: how many blocks are 7 values
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_in_blocks(Communicator& comm, std::span<double> data, std::size_t block) {
  const Rank me = comm.rank();
  for (std::size_t at = 0; at + block <= data.size(); at += block) {
    const auto part = data.subspan(at, block);
    if (me > 0) comm.recv(me - 1, part);
    if (me + 1 < comm.size()) comm.send(me + 1, part);
  }
}

std::size_t choose_block(int, std::size_t, const Costs&) {
  return 1;  // not begun
}
