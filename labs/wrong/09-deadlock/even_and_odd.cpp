// SPDX-License-Identifier: Apache-2.0
// wrong: even ranks send first, odd ones receive first: right at distance 1 only
// expect: lost any, round
// hint: an order by even and odd ranks
#include <toruscope/toruscope.hpp>

using namespace toruscope;

void shift_by(Communicator& comm, int distance, std::span<const double> out, std::span<double> in) {
  const int p = comm.size();
  const int d = (distance % p + p) % p;
  const Rank to = (comm.rank() + d) % p;
  const Rank from = (comm.rank() - d + p) % p;
  if (comm.rank() % 2 == 0) {
    comm.send(to, out);
    comm.recv(from, in);
  } else {
    comm.recv(from, in);
    comm.send(to, out);
  }
}

int channel_on_ring(int p, int from, int to, int at) {
  (void)p, (void)to;
  return at < from ? 1 : 0;
}
