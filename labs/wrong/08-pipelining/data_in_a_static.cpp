// SPDX-License-Identifier: Apache-2.0
// wrong: every PE takes what PE 0 left in a static variable
// expect: lost data, rest, time, best, exact
// hint: global or static variable
#include <toruscope/toruscope.hpp>

#include <algorithm>
using namespace toruscope;

void broadcast_in_blocks(Communicator& comm, std::span<double> data, std::size_t) {
  static double message[4096];
  if (comm.rank() == 0) std::copy(data.begin(), data.end(), message);
  comm.synchronize();
  std::copy(message, message + data.size(), data.begin());
}

std::size_t choose_block(int, std::size_t, const Costs&) {
  return 1;  // not begun
}
