// SPDX-License-Identifier: Apache-2.0
// wrong: too many startups: the root receives from every PE itself
// expect: lost rounds, all
// hint: backwards
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <vector>

void sum_to_root(Communicator& comm, Rank root, std::span<double> data) {
  if (comm.rank() != root) return comm.send(root, data);
  std::vector<double> got(data.size());
  for (Rank r = 0; r < comm.size(); ++r) {
    if (r == root) continue;
    comm.recv(r, got);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] += got[i];
  }
}

void sum_to_all(Communicator& comm, std::span<double> data) {
  sum_to_root(comm, 0, data);
  if (comm.rank() > 0) comm.recv(0, data);
  for (Rank r = 1; r < comm.size() && comm.rank() == 0; ++r) comm.send(r, data);
}
