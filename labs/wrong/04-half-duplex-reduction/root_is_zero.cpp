// SPDX-License-Identifier: Apache-2.0
// wrong: takes PE 0 for the root
// expect: lost any, rounds, all
// hint: relative to it
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <vector>

void sum_to_root(Communicator& comm, Rank root, std::span<double> data) {
  (void)root;
  const int p = comm.size(), v = comm.rank();
  std::vector<double> got(data.size());
  for (int bit = 1; bit < p; bit *= 2) {
    if ((v & bit) != 0) return comm.send(v - bit, data);
    if (v + bit >= p) continue;
    comm.recv(v + bit, got);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] += got[i];
  }
}

void sum_to_all(Communicator& comm, std::span<double> data) {
  sum_to_root(comm, 0, data);
}
