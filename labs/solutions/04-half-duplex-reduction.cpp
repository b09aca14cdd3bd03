// SPDX-License-Identifier: Apache-2.0
// A binomial tree: in a round a PE sends, or receives, or rests. The sum goes back down the same
// tree.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <vector>

void sum_to_root(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;  // the root is 0
  std::vector<double> got(data.size());
  for (int bit = 1; bit < p; bit *= 2) {  // sums of `bit` PEs lie on the multiples of `bit`
    if ((v & bit) != 0) {
      comm.send((v - bit + root) % p, data);
      return;
    }
    if (v + bit >= p) continue;
    comm.recv((v + bit + root) % p, got);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] += got[i];
  }
}

void sum_to_all(Communicator& comm, std::span<double> data) {
  const int p = comm.size();
  const int v = comm.rank();
  sum_to_root(comm, 0, data);
  for (int informed = 1; informed < p; informed *= 2) {
    if (v < informed && v + informed < p) comm.send(v + informed, data);
    if (v >= informed && v < 2 * informed) comm.recv(v - informed, data);
  }
}
