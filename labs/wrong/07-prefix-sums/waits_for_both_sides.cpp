// SPDX-License-Identifier: Apache-2.0
// wrong: receives from PEs that send nothing to it
// expect: lost data, any, order, rounds, postal, ports, steps
// hint: every receive needs a send
#include <toruscope/toruscope.hpp>
using namespace toruscope;

double prefix_by_doubling(Communicator& comm, double value, double (*combine)(double left, double right)) {
  const int p = comm.size();
  for (int d = 1; d < p; d *= 2) {
    double before = 0;
    if (comm.rank() + d < p) comm.send(comm.rank() + d, value);
    comm.recv((comm.rank() - d + p) % p, before);
    if (comm.rank() >= d) value = combine(before, value);
  }
  return value;
}

double prefix_in_postal_model(Communicator&, double value, double (*)(double, double), int) {
  return value;  // not begun
}
