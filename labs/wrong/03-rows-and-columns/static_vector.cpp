// SPDX-License-Identifier: Apache-2.0
// wrong: the data go through a static variable
// expect: lost data, root, sides, rounds, links, mesh
// hint: a global or static variable
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <vector>

void broadcast_on_grid(Communicator& comm, Rank root, std::span<double> data) {
  static std::vector<double> everybody;
  if (comm.rank() == root) everybody.assign(data.begin(), data.end());
  comm.synchronize();
  std::copy(everybody.begin(), everybody.end(), data.begin());
}
