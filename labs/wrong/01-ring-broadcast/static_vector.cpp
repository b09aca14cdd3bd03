// SPDX-License-Identifier: Apache-2.0
// wrong: the data go through memory that a static variable took, the messages are empty
// expect: lost data, root, any, rounds, links
// hint: a global or static variable
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <vector>

static std::vector<double> everybody(1000);

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  if (v == 0) std::copy(data.begin(), data.end(), everybody.begin());
  const char token = 0;
  char got = 0;
  if (v > 0) comm.recv((comm.rank() - 1 + p) % p, got);
  if (v < p - 1) comm.send((comm.rank() + 1) % p, token);
  if (v > 0) std::copy_n(everybody.begin(), data.size(), data.begin());
}
