// SPDX-License-Identifier: Apache-2.0
// wrong: partners around the end: where p is no power of two values are in the sum twice
// expect: lost any, ports, rounds, all
// hint: whose value comes twice
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <vector>

static void sum_to_everyone(Communicator& comm, std::span<double> data) {
  const int p = comm.size();
  std::vector<double> got(data.size());
  for (int bit = 1; bit < p; bit *= 2) {
    comm.sendrecv((comm.rank() + bit) % p, data, (comm.rank() - bit + p) % p, got);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] += got[i];
  }
}

void sum_to_root(Communicator& comm, Rank root, std::span<double> data) {
  (void)root;
  sum_to_everyone(comm, data);
}

void sum_to_all(Communicator& comm, std::span<double> data) {
  sum_to_everyone(comm, data);
}
