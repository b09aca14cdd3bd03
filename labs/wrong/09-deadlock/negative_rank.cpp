// SPDX-License-Identifier: Apache-2.0
// wrong: does not take a negative distance around the end
// expect: lost any, round
// hint: below 0, or p or more
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void shift_by(Communicator& comm, int distance, std::span<const double> out, std::span<double> in) {
  const int p = comm.size();
  comm.sendrecv((comm.rank() + distance) % p, out, (comm.rank() - distance + p) % p, in);
}

int channel_on_ring(int p, int from, int to, int at) {
  (void)p, (void)to;
  return at < from ? 1 : 0;
}
