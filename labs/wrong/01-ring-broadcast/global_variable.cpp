// SPDX-License-Identifier: Apache-2.0
// wrong: the data go through a global variable, the messages are empty
// expect: lost data, root, any, rounds, links
// hint: a global or static variable
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <vector>

static std::vector<double> everybody;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  if (v == 0) everybody.assign(data.begin(), data.end());
  const char token = 0;
  char got = 0;
  if (v > 0) comm.recv((comm.rank() - 1 + p) % p, got);
  if (v < p - 1) comm.send((comm.rank() + 1) % p, token);
  if (v > 0) std::copy(everybody.begin(), everybody.end(), data.begin());
}
