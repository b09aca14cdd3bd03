// SPDX-License-Identifier: Apache-2.0
// wrong: allocates without end
// expect: zero
// reason: asks for more memory
#include <toruscope/toruscope.hpp>

#include <vector>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)comm, (void)root, (void)data;
  std::vector<std::vector<char>> all;
  for (;;) all.emplace_back(1 << 20, 'x');
}
