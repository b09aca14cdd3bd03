// SPDX-License-Identifier: Apache-2.0
// wrong: the data go through a global variable
// expect: lost data, root, rounds, neighbours, any, incomplete
// hint: a global or static variable
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <vector>

static std::vector<double> everybody;

void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  if (comm.rank() == root) everybody.assign(data.begin(), data.end());
  comm.synchronize();
  std::copy(everybody.begin(), everybody.end(), data.begin());
}
