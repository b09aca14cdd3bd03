// SPDX-License-Identifier: Apache-2.0
// wrong: for p a power of two only: sends to PEs that are not there
// expect: lost any, incomplete
// hint: below 0, or p or more
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  const int v = comm.rank() ^ root;
  for (int bit = 1; bit < comm.size(); bit *= 2) {
    if (v < bit) comm.send(comm.rank() ^ bit, data);
    if (v >= bit && v < 2 * bit) comm.recv(comm.rank() ^ bit, data);
  }
}
