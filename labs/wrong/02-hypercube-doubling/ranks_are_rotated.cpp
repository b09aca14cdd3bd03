// SPDX-License-Identifier: Apache-2.0
// wrong: numbers relative to the root by subtraction: partners are no neighbours
// expect: lost neighbours, incomplete
// hint: differ in more than one bit
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  for (int informed = 1; informed < p; informed *= 2) {
    if (v < informed && v + informed < p) comm.send((v + informed + root) % p, data);
    if (v >= informed && v < 2 * informed) comm.recv((v - informed + root) % p, data);
  }
}
