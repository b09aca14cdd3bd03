// SPDX-License-Identifier: Apache-2.0
// wrong: loops for ever, without a call
// expect: lost data, root, any, rounds, links
// found: is cut after 8 s of processor time
// hint: does not come to an end
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  for (volatile int i = 0;;) i = i + 1;
}
