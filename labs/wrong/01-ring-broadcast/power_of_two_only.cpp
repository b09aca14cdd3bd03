// SPDX-License-Identifier: Apache-2.0
// wrong: for p a power of two only
// expect: lost any, rounds, links
// hint: every send needs a receive
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  for (int half = p / 2; half > 0; half /= 2) {
    if (v % (2 * half) == 0) comm.send((v + half + root) % p, data);
    if (v % (2 * half) == half) comm.recv((v - half + root) % p, data);
  }
}
