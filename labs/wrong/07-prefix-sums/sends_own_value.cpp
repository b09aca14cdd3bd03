// SPDX-License-Identifier: Apache-2.0
// wrong: sends its own value in every round, not what it has combined
// expect: lost data, any, order, rounds, postal, ports, steps
// hint: all that it knows
#include <toruscope/toruscope.hpp>
using namespace toruscope;

double prefix_by_doubling(Communicator& comm, double value, double (*combine)(double left, double right)) {
  const int p = comm.size();
  const Rank me = comm.rank();
  double window = value;  // of PEs max(0, me - d + 1) .. me
  for (int d = 1; d < p; d *= 2) {
    double before = 0;
    comm.round([&](Round& round) {
      if (me + d < p) round.send(me + d, value);
      if (me - d >= 0) round.recv(me - d, before);
    });
    if (me - d >= 0) window = combine(before, window);
  }
  return window;
}

double prefix_in_postal_model(Communicator&, double value, double (*)(double, double), int) {
  return value;  // not begun
}
