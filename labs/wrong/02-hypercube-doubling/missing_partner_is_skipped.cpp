// SPDX-License-Identifier: Apache-2.0
// wrong: leaves out a missing partner, so nobody tells those it would have told
// expect: lost any, incomplete
// hint: Who tells the PEs
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  const int v = comm.rank() ^ root, p = comm.size();
  for (int bit = 1; bit < p; bit *= 2) {
    const Rank partner = comm.rank() ^ bit;
    if (partner >= p) continue;
    if (v < bit) comm.send(partner, data);
    if (v >= bit && v < 2 * bit) comm.recv(partner, data);
  }
}
