// SPDX-License-Identifier: Apache-2.0
// wrong: partners exchange their sums, though only one of them needs the other's
// expect: lost ports, rounds, all
// hint: Does its partner need what it sends
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <vector>

void sum_to_root(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  std::vector<double> got(data.size());
  for (int bit = 1; bit < p; bit *= 2) {
    const int partner = v ^ bit;
    if (partner >= p) continue;
    comm.sendrecv((partner + root) % p, data, (partner + root) % p, got);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] += got[i];
  }
}

void sum_to_all(Communicator& comm, std::span<double> data) {
  sum_to_root(comm, 0, data);
  if (comm.rank() > 0) comm.recv(0, data);
  for (Rank r = 1; r < comm.size() && comm.rank() == 0; ++r) comm.send(r, data);
}
