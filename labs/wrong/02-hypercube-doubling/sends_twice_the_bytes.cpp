// SPDX-License-Identifier: Apache-2.0
// wrong: each message has the data twice
// expect: lost rounds, incomplete
// found: has 32 bytes, and 16 are enough
// hint: not know yet
#include <toruscope/toruscope.hpp>
using namespace toruscope;

#include <algorithm>
#include <bit>

void broadcast_on_cube(Communicator& comm, Rank root, std::span<double> data) {
  const Rank me = comm.rank();
  const auto across = [&](Rank from, Rank to) {
    std::vector<double> twice(data.begin(), data.end());
    twice.insert(twice.end(), data.begin(), data.end());
    if (me == from) comm.send(to, twice);
    if (me == to) comm.recv(from, twice);
    if (me == to) std::copy_n(twice.begin(), data.size(), data.begin());
  };
  int first = 0, count = comm.size();  // the nodes of my part; the informed one is root
  int late = 0;                        // neighbour told when I am done; 0: nobody
  int told_by = 0;                     // the same of me
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
  if (told_by > 0) across(me - told_by, me);
  if (late > 0) across(me, me + late);
}
