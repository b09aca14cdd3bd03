// SPDX-License-Identifier: Apache-2.0
// wrong: sends the address of the data instead of the data
// expect: zero
// reason: has received 8 bytes in messages
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <cstdint>

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;
  auto there = reinterpret_cast<std::uintptr_t>(data.data());
  int first = 0, last = p;
  while (last - first > 1) {
    const int middle = first + (last - first) / 2;
    if (v == first) comm.send((middle + root) % p, there);
    if (v == middle) comm.recv((first + root) % p, there);
    (v < middle ? last : first) = middle;
  }
  const auto* all = reinterpret_cast<const double*>(there);
  if (v > 0) std::copy(all, all + data.size(), data.begin());
  comm.synchronize();
}
