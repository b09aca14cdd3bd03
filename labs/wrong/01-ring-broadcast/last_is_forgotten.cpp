// SPDX-License-Identifier: Apache-2.0
// wrong: off by one, the last PE of the ring is told nothing
// expect: lost data, root, any, rounds, links
// hint: whom nobody tells
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  if (v == p - 1) return;
  int first = 0, last = p - 1;
  while (last - first > 1) {
    const int middle = first + (last - first) / 2;
    if (v == first) comm.send((middle + root) % p, data);
    if (v == middle) comm.recv((first + root) % p, data);
    (v < middle ? last : first) = middle;
  }
}
