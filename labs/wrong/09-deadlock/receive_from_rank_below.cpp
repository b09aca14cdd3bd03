// SPDX-License-Identifier: Apache-2.0
// wrong: does not take the receive around the end: PE 0 asks PE -1
// expect: lost unsafe, any, round
// hint: below 0, or p or more
// found: -1 is not a rank of
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void shift_by(Communicator& comm, int distance, std::span<const double> out, std::span<double> in) {
  Request received = comm.irecv(comm.rank() - distance, in);
  comm.send((comm.rank() + distance) % comm.size(), out);
  comm.wait(received);
}

int channel_on_ring(int p, int from, int to, int at) {
  (void)p, (void)to;
  return at < from ? 1 : 0;
}
