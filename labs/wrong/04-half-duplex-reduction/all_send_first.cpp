// SPDX-License-Identifier: Apache-2.0
// wrong: deadlock: sum_to_all by recursive doubling, in which both partners begin with a send
// expect: lost all
// hint: who receives
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <vector>

static void add(std::span<double> data, const std::vector<double>& got) {
  for (std::size_t i = 0; i < data.size(); ++i) data[i] += got[i];
}

void sum_to_root(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  std::vector<double> got(data.size());
  for (int bit = 1; bit < p; bit *= 2) {
    if ((v & bit) != 0) {
      comm.send((v - bit + root) % p, data);
      return;
    }
    if (v + bit >= p) continue;
    comm.recv((v + bit + root) % p, got);
    add(data, got);
  }
}

void sum_to_all(Communicator& comm, std::span<double> data) {
  std::vector<double> got(data.size());
  for (int bit = 1; bit < comm.size(); bit *= 2) {
    const Rank partner = comm.rank() ^ bit;
    comm.send(partner, data);
    comm.recv(partner, got);
    add(data, got);
  }
}
