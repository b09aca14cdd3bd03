// SPDX-License-Identifier: Apache-2.0
// wrong: needs a stack without end
// expect: lost data, root, any, rounds, links
// found: stack of a PE
// hint: a recursion without end
#include <toruscope/toruscope.hpp>

using namespace toruscope;

static int depth(volatile int* above) {
  volatile int here[64] = {};
  here[0] = *above + 1;
  return depth(here) + here[1];
}

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  volatile int zero = 0;
  data[0] = depth(&zero);
}
