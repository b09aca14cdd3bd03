// SPDX-License-Identifier: Apache-2.0
// wrong: each worm keeps the channel of its sender
// expect: lost channels
// hint: the same for all worms
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void shift_by(Communicator& comm, int distance, std::span<const double> out, std::span<double> in) {
  const int p = comm.size();
  const int d = (distance % p + p) % p;
  comm.sendrecv((comm.rank() + d) % p, out, (comm.rank() - d + p) % p, in);
}

int channel_on_ring(int p, int from, int to, int at) {
  (void)p, (void)to, (void)at;
  return from % 2;
}
