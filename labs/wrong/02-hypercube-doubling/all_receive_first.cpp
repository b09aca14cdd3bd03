// SPDX-License-Identifier: Apache-2.0
// wrong: deadlock: in every dimension both partners begin with a receive
// expect: lost data, root, rounds, neighbours, any, incomplete
// hint: every receive needs a send
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  (void)root;
  for (int bit = 1; bit < comm.size(); bit *= 2) {
    comm.recv(comm.rank() ^ bit, data);
    comm.send(comm.rank() ^ bit, data);
  }
}
