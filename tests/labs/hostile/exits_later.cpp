// SPDX-License-Identifier: Apache-2.0
// wrong: ends the process in the last run for any p: the earlier runs have earned data and root
// expect: lost any, rounds, links
// found: ends the whole process, in which all PEs run
// hint: the function returns when the PE is done
#include <toruscope/toruscope.hpp>

#include <cstdlib>
using namespace toruscope;

void broadcast_on_ring(Communicator& comm, Rank root, std::span<double> data) {
  const int p = comm.size();
  if (p == 37) std::exit(0);
  const int v = (comm.rank() - root + p) % p;
  int first = 0, last = p;
  while (last - first > 1) {
    const int middle = first + (last - first) / 2;
    if (v == first) comm.send((middle + root) % p, data);
    if (v == middle) comm.recv((first + root) % p, data);
    (v < middle ? last : first) = middle;
  }
}
