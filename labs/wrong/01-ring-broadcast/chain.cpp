// SPDX-License-Identifier: Apache-2.0
// wrong: every PE tells its neighbour
// expect: lost rounds
// hint: can tell another one in every round
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  if (v > 0) comm.recv((comm.rank() - 1 + p) % p, data);
  if (v < p - 1) comm.send((comm.rank() + 1) % p, data);
}
