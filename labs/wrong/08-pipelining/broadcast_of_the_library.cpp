// SPDX-License-Identifier: Apache-2.0
// wrong: calls broadcast of the library
// expect: zero
// reason: calls broadcast of the library
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_in_blocks(Communicator& comm, std::span<double> data, std::size_t) {
  broadcast(comm, 0, data);
}

std::size_t choose_block(int, std::size_t, const Costs&) {
  return 1;  // not begun
}
