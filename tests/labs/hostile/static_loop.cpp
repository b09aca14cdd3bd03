// SPDX-License-Identifier: Apache-2.0
// wrong: does not come to an end while it is loaded
// expect: zero
// reason: processor time
#include <toruscope/toruscope.hpp>

using namespace toruscope;

static const int kForever = [] {
  for (volatile int i = 0;;) i = i + 1;
  return 0;
}();

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  data[0] = kForever;
}
