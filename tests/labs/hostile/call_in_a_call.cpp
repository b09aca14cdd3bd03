// SPDX-License-Identifier: Apache-2.0
// wrong: hides a call of the library in one that it announces itself
// expect: zero
// reason: calls broadcast of the library
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  comm.enter_collective("barrier", "", 0, 0);
  broadcast(comm, root, data);
}
