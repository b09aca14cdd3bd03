// SPDX-License-Identifier: Apache-2.0
// wrong: takes PE 0 for the root
// expect: lost root, rounds, neighbours, any, incomplete
// hint: played by the root
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  (void)root;
  const int v = comm.rank(), p = comm.size();
  for (int bit = 1; bit < p; bit *= 2) {
    if (v < bit && v + bit < p) comm.send(v ^ bit, data);
    if (v >= bit && v < 2 * bit) comm.recv(v ^ bit, data);
  }
}
