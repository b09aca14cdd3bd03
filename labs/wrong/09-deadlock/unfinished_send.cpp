// SPDX-License-Identifier: Apache-2.0
// wrong: begins the send and never waits for it
// expect: lost unsafe, any, round
// hint: isend and irecv only begin
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void shift_by(Communicator& comm, int distance, std::span<const double> out, std::span<double> in) {
  const int p = comm.size();
  const int d = (distance % p + p) % p;
  const Rank to = (comm.rank() + d) % p;
  const Rank from = (comm.rank() - d + p) % p;
  Request sent = comm.isend(to, out);
  comm.recv(from, in);
}

int channel_on_ring(int p, int from, int to, int at) {
  (void)p, (void)to;
  return at < from ? 1 : 0;
}
