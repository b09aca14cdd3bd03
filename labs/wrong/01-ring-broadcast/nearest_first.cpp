// SPDX-License-Identifier: Apache-2.0
// wrong: doubling that begins with the nearest PE: the messages of the last round share links
// expect: lost links
// hint: which links does a message of the last round cross
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  for (int informed = 1; informed < p; informed *= 2) {
    if (v < informed && v + informed < p) comm.send((v + informed + root) % p, data);
    if (v >= informed && v < 2 * informed) comm.recv((v - informed + root) % p, data);
  }
}
