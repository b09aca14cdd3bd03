// SPDX-License-Identifier: Apache-2.0
// wrong: a PE hands its own value over before it has the sums of others
// expect: lost data, any, ports, rounds, all
// hint: added before the sum is sent on
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <vector>

void sum_to_root(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  std::vector<double> got(data.size());
  if (v > 0) comm.send(((v & (v - 1)) + root) % p, data);
  for (int bit = 1; v + bit < p && (v & bit) == 0; bit *= 2) {
    comm.recv((v + bit + root) % p, got);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] += got[i];
  }
}

void sum_to_all(Communicator& comm, std::span<double> data) {
  sum_to_root(comm, comm.rank(), data);
}
