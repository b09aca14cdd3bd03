// SPDX-License-Identifier: Apache-2.0
// wrong: the second part is the first one again: one port of k, nothing under way while it waits
// expect: lost ports, steps
// hint: k others in one step
#include <toruscope/toruscope.hpp>
using namespace toruscope;

double prefix_by_doubling(Communicator& comm, double value, double (*combine)(double left, double right)) {
  const int p = comm.size();
  const Rank me = comm.rank();
  double window = value;  // of PEs max(0, me - d + 1) .. me
  for (int d = 1; d < p; d *= 2) {
    double before = 0;
    comm.round([&](Round& round) {
      if (me + d < p) round.send(me + d, window);
      if (me - d >= 0) round.recv(me - d, before);
    });
    if (me - d >= 0) window = combine(before, window);
  }
  return window;
}

double prefix_in_postal_model(Communicator& comm, double value, double (*combine)(double left, double right),
                              int) {
  return prefix_by_doubling(comm, value, combine);
}
