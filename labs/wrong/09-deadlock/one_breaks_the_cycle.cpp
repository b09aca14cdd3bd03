// SPDX-License-Identifier: Apache-2.0
// wrong: on each cycle the lowest rank receives first: a chain of p rounds
// expect: lost round
// hint: can send and receive at the same time
#include <toruscope/toruscope.hpp>

#include <algorithm>
#include <numeric>
using namespace toruscope;

void shift_by(Communicator& comm, int distance, std::span<const double> out, std::span<double> in) {
  const int p = comm.size();
  const int d = (distance % p + p) % p;
  const Rank to = (comm.rank() + d) % p;
  const Rank from = (comm.rank() - d + p) % p;
  if (d == 0) return (void)std::copy(out.begin(), out.end(), in.begin());
  if (comm.rank() < std::gcd(d, p)) {
    comm.recv(from, in);
    comm.send(to, out);
  } else {
    comm.send(to, out);
    comm.recv(from, in);
  }
}

int channel_on_ring(int p, int from, int to, int at) {
  (void)p, (void)to;
  return at < from ? 1 : 0;
}
