// SPDX-License-Identifier: Apache-2.0
// wrong: ends the process while it is loaded
// expect: zero
// reason: exit code 0 (while it is loaded)
#include <toruscope/toruscope.hpp>

#include <cstdlib>
using namespace toruscope;

static const int kOver = (std::_Exit(0), 0);

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  data[0] = kOver;
}
