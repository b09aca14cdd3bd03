// SPDX-License-Identifier: Apache-2.0
// Broadcast on a hypercube, complete or not: both halves are hypercubes, the second may be smaller.
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <bit>

void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  const Rank me = comm.rank();
  const auto across = [&](Rank from, Rank to) {
    if (me == from) comm.send(to, data);
    if (me == to) comm.recv(from, data);
  };
  int first = 0, count = comm.size();  // the nodes of my part; the informed one is root
  int late = 0;                        // neighbour told when I am done; 0: nobody
  int told_by = 0;                     // PE that tells me then
  while (count > 1) {
    const int half = static_cast<int>(std::bit_floor(static_cast<unsigned>(count - 1)));
    const int middle = first + half;
    const bool is_upper = root >= middle;
    if (!is_upper && root + half >= first + count) {  // the root lacks this neighbour
      if (me >= middle) {
        told_by = half;
        break;
      }
      if (me + half < first + count) late = half;
      count = half;
      continue;
    }
    const Rank twin = is_upper ? root - half : root + half;
    across(root, twin);
    if ((me >= middle) != is_upper) root = twin;
    count = me >= middle ? count - half : half;
    first = me >= middle ? middle : first;
  }
  if (told_by > 0) comm.recv(me - told_by, data);
  if (late > 0) comm.send(me + late, data);
}
