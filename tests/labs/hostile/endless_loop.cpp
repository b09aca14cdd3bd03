// SPDX-License-Identifier: Apache-2.0
// wrong: loops for ever, without a call
// expect: zero
// reason: runs longer than
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  for (volatile int i = 0;;) i = i + 1;
}
