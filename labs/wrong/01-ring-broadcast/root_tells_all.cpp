// SPDX-License-Identifier: Apache-2.0
// wrong: the root tells every PE itself
// expect: lost rounds
// hint: how many can be informed after each
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  if (comm.rank() != root) {
    comm.recv(root, data);
    return;
  }
  for (Rank r = 0; r < comm.size(); ++r)
    if (r != root) comm.send(r, data);
}
