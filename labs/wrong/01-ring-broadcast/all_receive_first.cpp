// SPDX-License-Identifier: Apache-2.0
// wrong: every PE, the root too, begins with a receive
// expect: lost data, root, any, rounds, links
// hint: every receive needs a send
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  comm.recv((comm.rank() - 1 + p) % p, data);
  if ((comm.rank() + 1) % p != root) comm.send((comm.rank() + 1) % p, data);
}
