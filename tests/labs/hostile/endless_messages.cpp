// SPDX-License-Identifier: Apache-2.0
// wrong: sends messages for ever
// expect: lost data, root, any, rounds, links
// found: is cut at 200,000 messages
// hint: a loop that has no end
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  int got = 0;
  const int p = comm.size();
  for (;;) comm.sendrecv((comm.rank() + 1) % p, got, (comm.rank() + p - 1) % p, got);
}
