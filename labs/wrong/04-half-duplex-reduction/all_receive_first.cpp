// SPDX-License-Identifier: Apache-2.0
// wrong: deadlock: every PE, the leaves too, begins with a receive
// expect: lost data, any, ports, rounds, all
// hint: every receive needs a send
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <vector>

void sum_to_root(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  std::vector<double> got(data.size());
  comm.recv((comm.rank() + 1) % p, got);
  for (std::size_t i = 0; i < data.size(); ++i) data[i] += got[i];
  if (comm.rank() != root) comm.send((comm.rank() - 1 + p) % p, data);
}

void sum_to_all(Communicator& comm, std::span<double> data) {
  sum_to_root(comm, 0, data);
  if (comm.rank() > 0) comm.recv(0, data);
  for (Rank r = 1; r < comm.size() && comm.rank() == 0; ++r) comm.send(r, data);
}
