// SPDX-License-Identifier: Apache-2.0
// wrong: takes PE 0 for the root
// expect: lost root, any, rounds, links
// hint: number the PEs anew
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  (void)root;
  int first = 0, last = comm.size();
  while (last - first > 1) {
    const int middle = first + (last - first) / 2;
    if (comm.rank() == first) comm.send(middle, data);
    if (comm.rank() == middle) comm.recv(first, data);
    (comm.rank() < middle ? last : first) = middle;
  }
}
