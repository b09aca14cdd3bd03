// SPDX-License-Identifier: Apache-2.0
// wrong: from neighbour to neighbour along a Gray code: p - 1 rounds
// expect: lost rounds, any, incomplete
// hint: nobody to tell in the third
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const auto gray = [](int i) { return i ^ (i / 2); };
  int mine = 0;
  while (gray(mine) != (comm.rank() ^ root)) ++mine;
  if (mine > 0) comm.recv(gray(mine - 1) ^ root, data);
  if (mine < p - 1) comm.send(gray(mine + 1) ^ root, data);
}
