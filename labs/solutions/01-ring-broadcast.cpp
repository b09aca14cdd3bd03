// SPDX-License-Identifier: Apache-2.0
// Broadcast on a one-port ring: an informed PE tells the PE in the middle of its interval.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  const int v = (comm.rank() - root + p) % p;  // the root is 0
  int first = 0, last = p;                     // [first, last): my interval; `first` is informed
  while (last - first > 1) {
    const int middle = first + (last - first) / 2;
    if (v == first) comm.send((middle + root) % p, data);
    if (v == middle) comm.recv((first + root) % p, data);
    (v < middle ? last : first) = middle;
  }
}
