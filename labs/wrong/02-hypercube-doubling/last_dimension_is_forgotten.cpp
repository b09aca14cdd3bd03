// SPDX-License-Identifier: Apache-2.0
// wrong: off by one: the data never cross the last dimension
// expect: lost data, root, rounds, neighbours, any, incomplete
// hint: Is one of the dimensions left out
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  const int v = comm.rank() ^ root;
  for (int bit = 1; 2 * bit < comm.size(); bit *= 2) {
    if (v < bit) comm.send(comm.rank() ^ bit, data);
    if (v >= bit && v < 2 * bit) comm.recv(comm.rank() ^ bit, data);
  }
}
